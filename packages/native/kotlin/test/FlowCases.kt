package com.standpoint.test

import com.standpoint.face.FaceEffect
import com.standpoint.face.FaceFlow
import com.standpoint.face.FaceInput
import com.standpoint.face.FaceOutcome
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import kotlinx.coroutines.ExperimentalCoroutinesApi

private const val ORIGIN = "https://id.example"
private const val URL = "$ORIGIN/face/wf_1#t=x"

private fun said(members: String, origin: String = ORIGIN) =
    FaceInput.Message(origin, true, """{"ns":"facecheck","v":1,$members}""")

private val READY = said(""""type":"ready"""")
private val TOKEN_NEEDED = said(""""type":"token_needed"""")
private val CLOSE = said(""""type":"close"""")
private val REMOVE = listOf(FaceEffect.Remove)
private val NOTHING = emptyList<FaceEffect>()
private val DONE = FaceOutcome.Completed("fcs_1", "completed", true)

private fun completed(hold: Boolean) =
    said(""""type":"completed","session_id":"fcs_1","status":"completed","hold":$hold""")

/** A page that has said that it listens. */
private fun ready() = FaceFlow(URL).also {
    it.start()
    it.on(READY)
}

@OptIn(ExperimentalCoroutinesApi::class)
private fun FaceFlow.ended(): FaceOutcome? = if (outcome.isCompleted) outcome.getCompleted() else null

private fun FaceFlow.code(): String? = (ended() as? FaceOutcome.Failed)?.code

internal val flowCases = listOf(
    case("loads the page, waits for it, and says hello when it listens") {
        val flow = FaceFlow(URL)
        assertEquals(listOf(FaceEffect.Load(URL), FaceEffect.Wait(1, 20_000)), flow.start())
        val hello = flow.on(READY).single() as FaceEffect.Run
        assertTrue("\"type\":\"init\"" in hello.script && "kotlin/" in hello.script)
        // The wait is over, and the page has long answered.
        assertEquals(NOTHING, flow.on(FaceInput.WaitOver(1)))
        assertEquals(null, flow.ended())
    },
    case("ends a page that stays silent, that fails to load, or whose process is gone for good") {
        for (input in listOf(
            FaceInput.WaitOver(1), FaceInput.LoadFailed("HTTP 503"), FaceInput.ProcessGone(canReload = false),
        )) {
            val flow = FaceFlow(URL).also { it.start() }
            assertEquals(REMOVE, flow.on(input))
            assertEquals("iframe_load_failed", flow.code())
        }
    },
    case("waits anew for each load, and not for an earlier one") {
        val flow = ready()
        assertEquals(listOf(FaceEffect.Reload, FaceEffect.Wait(2, 20_000)), flow.on(said(""""type":"reload_needed"""")))
        assertEquals(NOTHING, flow.on(FaceInput.WaitOver(1)))
        assertEquals(REMOVE, flow.on(FaceInput.WaitOver(2)))
        assertEquals("iframe_load_failed", flow.code())
    },
    case("loads twice after the process of the page ended, and then gives up") {
        val flow = ready()
        val gone = FaceInput.ProcessGone(canReload = true)
        assertEquals(FaceEffect.Reload, flow.on(gone).first())
        assertEquals(FaceEffect.Reload, flow.on(gone).first())
        assertEquals(REMOVE, flow.on(gone))
    },
    case("settles at the decision, keeps a closing screen, and removes it when it is left") {
        val flow = ready()
        assertEquals(NOTHING, flow.on(completed(hold = true)))
        assertEquals(DONE, flow.ended())
        assertTrue(flow.mayLoad(URL))
        assertEquals(REMOVE, flow.on(CLOSE))
        assertEquals(DONE, flow.ended())
        // Without a closing screen the view goes at once.
        assertEquals(REMOVE, ready().on(completed(hold = false)))
    },
    case("removes a closing screen that crashes, that is left by back, and keeps the outcome") {
        for (input in listOf(
            FaceInput.ProcessGone(true), FaceInput.LoadFailed("x"), FaceInput.Back, FaceInput.Removed,
        )) {
            val flow = ready().also { it.on(completed(hold = true)) }
            flow.on(input)
            assertEquals(DONE, flow.ended())
            assertFalse(flow.mayUseCamera(ORIGIN))
            assertEquals(NOTHING, flow.on(CLOSE))
        }
    },
    case("loads a new address of the face page that it asked for") {
        val flow = ready()
        assertEquals(listOf(FaceEffect.AskForUrl), flow.on(TOKEN_NEEDED))
        val url = "$ORIGIN/face/wf_1#t=y"
        assertEquals(listOf(FaceEffect.Load(url), FaceEffect.Wait(2, 20_000)), flow.on(FaceInput.NewUrl(url)))
        // The page goes on with the token it has.
        flow.on(TOKEN_NEEDED)
        assertEquals(NOTHING, flow.on(FaceInput.NewUrl(null)))
        assertEquals(null, flow.ended())
    },
    case("never loads a new address elsewhere, and none that it did not ask for") {
        for (url in listOf(
            "https://evil.example/face", "http://id.example/face", "javascript:alert(1)", "https://id.example@evil.example",
            "file:///etc/passwd", "",
        )) {
            val flow = ready().also { it.on(TOKEN_NEEDED) }
            assertEquals(REMOVE, flow.on(FaceInput.NewUrl(url)), url)
            assertEquals("config_invalid", flow.code(), url)
        }
        assertEquals(NOTHING, ready().on(FaceInput.NewUrl("$ORIGIN/face/wf_1#t=y")))
        val done = ready().also { it.on(TOKEN_NEEDED) }.also { it.on(completed(hold = true)) }
        assertEquals(NOTHING, done.on(FaceInput.NewUrl("$ORIGIN/face/wf_1#t=y")))
    },
    case("asks the page before it leaves, once, and leaves at the second wish") {
        val flow = ready().also { it.on(said(""""type":"consent"""")) }
        val asked = flow.on(FaceInput.Back).single() as FaceEffect.Run
        assertTrue("\"cancel\"" in asked.script)
        assertEquals(REMOVE, flow.on(FaceInput.Back))
        assertEquals(FaceOutcome.Canceled("consent"), flow.ended())
        // A page that does not listen yet is asked nothing.
        val silent = FaceFlow(URL).also { it.start() }
        assertEquals(REMOVE, silent.on(FaceInput.Back))
        assertEquals(FaceOutcome.Canceled("loading"), silent.ended())
    },
    case("asks again before it leaves when the person stayed and went on") {
        val flow = ready().also { it.on(said(""""type":"consent"""")) }
        val asked = flow.on(FaceInput.Back)
        flow.on(said(""""type":"consent""""))
        assertEquals(asked, flow.on(FaceInput.Back))
        assertEquals(null, flow.ended())
        assertEquals(REMOVE, flow.on(FaceInput.Back))
    },
    case("hears nothing from elsewhere, and nothing once the view is gone") {
        val flow = ready()
        assertEquals(NOTHING, flow.on(said(""""type":"close"""", "https://evil.example")))
        assertEquals(NOTHING, flow.on(FaceInput.Removed))
        assertEquals(FaceOutcome.Canceled("closed"), flow.ended())
        for (input in listOf(READY, CLOSE, FaceInput.Back, FaceInput.LoadFailed("x")))
            assertEquals(NOTHING, flow.on(input))
    },
)
