package com.standpoint.test

import com.standpoint.face.FaceCheck
import com.standpoint.face.FaceCommand
import com.standpoint.face.FaceEvent
import com.standpoint.face.FaceOutcome
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

private const val ORIGIN = "https://id.example"

private fun said(members: String) = """{"ns":"facecheck","v":1,$members}"""

internal val faceCases = listOf(
    case("settles once, by the first end that the face page tells") {
        val check = FaceCheck("$ORIGIN/face/wf_1#t=x")
        val completed = """"type":"completed","session_id":"fcs_1","status":"completed","hold":true"""
        check.hear(ORIGIN, true, said(completed))
        check.hear(ORIGIN, true, said(""""type":"canceled","step":"consent""""))
        check.close()
        assertEquals(FaceOutcome.Completed("fcs_1", "completed", true), check.outcome.await())
    },
    case("goes on after an error that is not fatal") {
        val check = FaceCheck("$ORIGIN/face/wf_1#t=x")
        val heard = check.hear(ORIGIN, true, said(""""type":"error","code":"camera_in_use""""))
        assertTrue(heard!!.event is FaceEvent.Problem)
        assertFalse(check.outcome.isCompleted)
        check.hear(ORIGIN, true, said(""""type":"error","code":"internal","fatal":true"""))
        assertEquals(FaceOutcome.Failed("internal", null), check.outcome.await())
    },
    case("gives the camera and a place to the face origin alone") {
        val check = FaceCheck("$ORIGIN:443/face/wf_1#t=x")
        assertTrue(check.mayUseCamera("$ORIGIN/"))
        assertTrue(check.mayLoad("$ORIGIN/face/wf_1"))
        for (url in listOf(
            "http://id.example", "https://id.example.evil.example", "https://evil.example/#https://id.example",
            "https://id.example@evil.example", "https://id.example:8443", "null", "", "javascript:1",
        )) {
            assertFalse(check.mayUseCamera(url), url)
            assertFalse(check.mayLoad(url), url)
            assertNull(check.hear(url, true, said(""""type":"ready"""")), url)
        }
    },
    case("writes commands that cannot break out of their script") {
        val script = FaceCommand.Locale("\");alert(1);//\u2028").script
        assertEquals(
            """window.facecheckReceive?.({"type":"locale","locale":"\");alert(1);//\u2028"})""",
            script,
        )
    },
)
