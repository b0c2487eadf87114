package com.standpoint.face

import com.standpoint.net.originOf
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred

/**
 * One run of the face page in a WebView: which messages are heard, where the page may go, who may have the
 * camera, and how it ended. The WebView itself is the platform's.
 *
 * @param faceUrl the address that is loaded.
 */
public class FaceCheck(faceUrl: String) {
    private val origin = requireNotNull(originOf(faceUrl)) { "The face page has an http(s) address." }
    private val ended = CompletableDeferred<FaceOutcome>()

    /** Settles exactly once. */
    public val outcome: Deferred<FaceOutcome> get() = ended

    /**
     * Hears one message. Null for everything that is not of the main frame of the face page: the WebView may
     * have gone elsewhere, and a frame inside it speaks for itself.
     */
    public fun hear(pageOrigin: String, isMainFrame: Boolean, text: String): FaceMessage? {
        if (!isMainFrame || !isFacePage(pageOrigin)) return null
        val message = FaceMessage.parse(text) ?: return null
        when (val event = message.event) {
            is FaceEvent.Ended -> ended.complete(event.outcome)
            FaceEvent.Close -> close()
            else -> Unit
        }
        return message
    }

    /** The app removed the page. Unless the check has ended, the outcome is a cancellation. */
    public fun close(): Unit = end(FaceOutcome.Canceled("closed"))

    /** The first end counts. */
    internal fun end(outcome: FaceOutcome) {
        ended.complete(outcome)
    }

    /** Whether the WebView itself may load the address; open any other in the browser. */
    public fun mayLoad(url: String): Boolean = originOf(url) == origin

    /** Whether a page that asks may have the camera; no page gets the microphone. */
    public fun mayUseCamera(pageOrigin: String): Boolean = isFacePage(pageOrigin)

    private fun isFacePage(pageOrigin: String) = originOf(pageOrigin.trimEnd('/')) == origin
}
