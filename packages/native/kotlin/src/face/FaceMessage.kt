package com.standpoint.face

import com.standpoint.json.JsonObject
import com.standpoint.json.jsonObjectOrNull

/** One message of the face page. Messages are hints for the app: your backend alone reads the result. */
public data class FaceMessage(val type: String, val members: JsonObject) {
    public val event: FaceEvent
        get() = when (type) {
            "ready" -> FaceEvent.Ready
            "started", "consent", "permission", "handoff", "capture", "submitted" -> FaceEvent.Progress(type)
            "completed" -> FaceEvent.Ended(outcome(), members.boolean("hold") == true)
            "expired" -> FaceEvent.Ended(FaceOutcome.Expired(members.text("session_id")), false)
            "canceled" -> FaceEvent.Ended(FaceOutcome.Canceled(members.text("step").orEmpty()), false)
            "error" -> failed()
            "token_needed" -> FaceEvent.TokenNeeded
            "reload_needed" -> FaceEvent.ReloadNeeded
            "close" -> FaceEvent.Close
            else -> FaceEvent.Unknown(type)
        }

    private fun outcome() = FaceOutcome.Completed(
        sessionId = members.text("session_id").orEmpty(),
        status = members.text("status").orEmpty(),
        livemode = members.boolean("livemode") ?: true,
    )

    private fun failed(): FaceEvent {
        val outcome = FaceOutcome.Failed(members.text("code").orEmpty(), members.text("message"))
        val isFatal = members.boolean("fatal") == true
        return if (isFatal) FaceEvent.Ended(outcome, false) else FaceEvent.Problem(outcome)
    }

    internal companion object {
        fun parse(text: String): FaceMessage? {
            val said = jsonObjectOrNull(text) ?: return null
            val ours = said.text("ns") == "facecheck" && said.number("v") == 1.0
            val type = said.text("type")
            if (!ours || type == null) return null
            return FaceMessage(type, JsonObject(said.members - setOf("ns", "v")))
        }
    }
}

public sealed interface FaceEvent {
    /** The page listens: send it [FaceCommand.Init]. */
    public data object Ready : FaceEvent

    public data class Progress(val step: String) : FaceEvent

    /** Shown to the person by the page, which goes on. */
    public data class Problem(val failure: FaceOutcome.Failed) : FaceEvent

    /** @property hold keep the page until [Close]: it shows a closing screen. */
    public data class Ended(val outcome: FaceOutcome, val hold: Boolean) : FaceEvent

    /** Load the page again with the address of a new portal token. */
    public data object TokenNeeded : FaceEvent

    /** Load the page again: iOS keeps a denied camera until then. */
    public data object ReloadNeeded : FaceEvent

    public data object Close : FaceEvent

    /** Of a later version of the page. */
    public data class Unknown(val type: String) : FaceEvent
}

public sealed interface FaceOutcome {
    /** @property status `completed`, `processing` or `failed`: the decision is read by your backend. */
    public data class Completed(
        val sessionId: String,
        val status: String,
        val livemode: Boolean,
    ) : FaceOutcome

    public data class Expired(val sessionId: String?) : FaceOutcome

    /** The person gave up; [step] names the screen. */
    public data class Canceled(val step: String) : FaceOutcome

    public data class Failed(val code: String, val message: String?) : FaceOutcome
}
