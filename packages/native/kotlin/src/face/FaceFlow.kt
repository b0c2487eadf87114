package com.standpoint.face

import com.standpoint.ErrorCode
import kotlinx.coroutines.Deferred

/** What happened around the face page. */
public sealed interface FaceInput {
    /** The page said something. */
    public data class Message(val pageOrigin: String, val isMainFrame: Boolean, val text: String) : FaceInput

    /** The page itself could not be loaded; a picture or script of it does not count. */
    public data class LoadFailed(val detail: String) : FaceInput

    /** @property canReload whether this view can load a page again. */
    public data class ProcessGone(val canReload: Boolean) : FaceInput

    /** The time of a [FaceEffect.Wait] is over. */
    public data class WaitOver(val load: Int) : FaceInput

    /** The answer to [FaceEffect.AskForUrl]; null when your backend gave no other token. */
    public data class NewUrl(val url: String?) : FaceInput

    /** The person pressed back. */
    public data object Back : FaceInput

    /** The app removed the view. */
    public data object Removed : FaceInput
}

/** What the app does with its view, in this order. */
public sealed interface FaceEffect {
    public data class Load(val url: String) : FaceEffect

    /** Load the page that is shown again. */
    public data object Reload : FaceEffect

    /** After [ms], say [FaceInput.WaitOver] with the same [load]; an earlier wait may be forgotten. */
    public data class Wait(val load: Int, val ms: Long) : FaceEffect

    /** Run this in the page. */
    public data class Run(val script: String) : FaceEffect

    /** Get the address of a new portal token from your backend, and say [FaceInput.NewUrl]. */
    public data object AskForUrl : FaceEffect

    /** The view may go: nothing comes after it. */
    public data object Remove : FaceEffect
}

/**
 * The run of the face page in a view: inputs in, effects out, without a clock and without a view. The outcome settles
 * once; after a completed check the view stays until the page's closing screen is left. Call it on one thread.
 */
public class FaceFlow(private val url: String, private val sdk: String = SDK) {
    private val check = FaceCheck(url)
    private var load = 0
    private var waiting = false
    private var askedForUrl = false
    private var askedToLeave = false
    private var step = "loading"
    private var reloads = 0
    private var removed = false

    /** The decision is read by your backend. */
    public val outcome: Deferred<FaceOutcome> get() = check.outcome

    public fun mayLoad(address: String): Boolean = !removed && check.mayLoad(address)

    public fun mayUseCamera(pageOrigin: String): Boolean = !removed && check.mayUseCamera(pageOrigin)

    public fun start(): List<FaceEffect> = shown(FaceEffect.Load(url))

    public fun on(input: FaceInput): List<FaceEffect> = if (removed) emptyList() else when (input) {
        is FaceInput.Message -> heard(input)
        is FaceInput.LoadFailed -> failed(input.detail)
        is FaceInput.ProcessGone -> processGone(input.canReload)
        is FaceInput.WaitOver -> if (waiting && input.load == load) failed("no answer of the page") else emptyList()
        is FaceInput.NewUrl -> renewed(input.url)
        FaceInput.Back -> back()
        FaceInput.Removed -> {
            removed = true
            check.end(FaceOutcome.Canceled("closed"))
            emptyList()
        }
    }

    private fun heard(message: FaceInput.Message): List<FaceEffect> {
        val heard = check.hear(message.pageOrigin, message.isMainFrame, message.text) ?: return emptyList()
        return when (val event = heard.event) {
            FaceEvent.Ready -> ready()
            is FaceEvent.Progress -> progressed(event.step)
            FaceEvent.TokenNeeded -> listOf(FaceEffect.AskForUrl).also { askedForUrl = true }
            FaceEvent.ReloadNeeded -> shown(FaceEffect.Reload)
            // It keeps the page that shows a closing screen.
            is FaceEvent.Ended -> if (event.hold) emptyList() else remove()
            FaceEvent.Close -> remove()
            is FaceEvent.Problem, is FaceEvent.Unknown -> emptyList()
        }
    }

    private fun ready(): List<FaceEffect> {
        waiting = false
        if (step == "loading") step = "ready"
        return listOf(FaceEffect.Run(FaceCommand.Init(sdk).script))
    }

    /** A person who goes on has stayed: the page asks again at the next wish to leave. */
    private fun progressed(reached: String): List<FaceEffect> {
        step = reached
        askedToLeave = false
        return emptyList()
    }

    /** A page that stays silent ends the check. */
    private fun shown(effect: FaceEffect): List<FaceEffect> {
        waiting = true
        load++
        return listOf(effect, FaceEffect.Wait(load, LOAD_MS))
    }

    private fun renewed(address: String?): List<FaceEffect> {
        if (!askedForUrl || check.outcome.isCompleted) return emptyList()
        askedForUrl = false
        return when {
            // The page tells the person that its time is over.
            address == null -> emptyList()
            check.mayLoad(address) -> shown(FaceEffect.Load(address))
            else -> ended(ErrorCode.CONFIG_INVALID.value, "The new address is not one of the face page.")
        }
    }

    private fun processGone(canReload: Boolean): List<FaceEffect> {
        val again = canReload && !check.outcome.isCompleted && reloads < RELOADS
        if (!again) return failed("its process ended")
        reloads++
        return shown(FaceEffect.Reload)
    }

    /** The first wish goes to the page, which asks when progress would be lost. */
    private fun back(): List<FaceEffect> {
        if (!askedToLeave && !waiting && !check.outcome.isCompleted) {
            askedToLeave = true
            return listOf(FaceEffect.Run(FaceCommand.Cancel.script))
        }
        check.end(FaceOutcome.Canceled(step))
        return remove()
    }

    private fun failed(detail: String): List<FaceEffect> = ended(LOAD_FAILED, "The face page was not loaded: $detail.")

    private fun ended(code: String, message: String): List<FaceEffect> {
        check.end(FaceOutcome.Failed(code, message))
        return remove()
    }

    private fun remove(): List<FaceEffect> {
        removed = true
        return listOf(FaceEffect.Remove)
    }

    private companion object {
        const val SDK = "kotlin/0.5.0"
        const val LOAD_MS = 20_000L
        /** A system that is short of memory ends the process of a page; one that never stops would load for ever. */
        const val RELOADS = 2
        /** The name that all clients have for it. */
        const val LOAD_FAILED = "iframe_load_failed"
    }
}
