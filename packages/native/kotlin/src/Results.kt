package com.standpoint

import com.standpoint.json.JsonObject
import com.standpoint.net.Answer
import java.time.DateTimeException
import java.time.Instant

public enum class Decision { PASS, FAIL, REVIEW, RETRY }

/** Something that the person can act on; `message` and `remedy` are in the language of the call. */
public data class Reason(val code: String, val message: String, val remedy: String)

/** A phone may take over: show [url] as a QR code, and verify with the result's `nextToken` afterwards. */
public data class Handoff(val code: String, val url: String, val expiresAt: Instant?)

/**
 * @property resultToken signed; for your backend. Null for [Decision.RETRY].
 * @property nextToken a new single-use token of the same transaction; only with [Decision.RETRY].
 * @property nextCheckInS seconds until the next check, when one is due.
 */
public data class VerifyResult(
    val verificationId: String,
    val decision: Decision,
    val livemode: Boolean,
    val reasons: List<Reason>,
    val resultToken: String?,
    val nextToken: String?,
    val handoff: Handoff?,
    val expiresAt: Instant?,
    val softExpiresAt: Instant?,
    val nextCheckInS: Long?,
    val recheckOn: List<String>,
    val requestId: String,
)

/**
 * @property payload for `evaluate` in your backend: sealed with a token, `plain.` and base64url without one.
 * @property hasPublicIp whether the service stamped the public address into the payload.
 */
public data class CollectResult(val payload: String, val hasPublicIp: Boolean, val collectedAt: Instant)

/** @throws StandpointException `bad_response` when the answer holds no decision that this version knows. */
internal fun verifyResult(answer: Answer): VerifyResult {
    val data = answer.data
    val named = data.text("decision")
    val decision = Decision.entries.find { it.name.lowercase() == named } ?: throw StandpointException(
        ErrorCode.BAD_RESPONSE,
        "The answer holds no known decision: $named.",
        requestId = answer.requestId,
    )
    return VerifyResult(
        verificationId = data.text("verification_id").orEmpty(),
        decision = decision,
        livemode = data.boolean("livemode") ?: true,
        reasons = data.list("reasons").orEmpty().mapNotNull { (it as? JsonObject)?.let(::reason) },
        resultToken = data.text("result_token"),
        nextToken = data.text("next_token"),
        handoff = data.child("handoff")?.let(::handoff),
        expiresAt = data.instant("expires_at"),
        softExpiresAt = data.instant("soft_expires_at"),
        nextCheckInS = data.whole("next_check_in_s"),
        recheckOn = data.texts("recheck_on").orEmpty(),
        requestId = answer.requestId,
    )
}

private fun reason(from: JsonObject) =
    Reason(from.text("code").orEmpty(), from.text("message").orEmpty(), from.text("remedy").orEmpty())

private fun handoff(from: JsonObject): Handoff? =
    Handoff(from.text("code") ?: return null, from.text("url") ?: return null, from.instant("expires_at"))

private fun JsonObject.instant(name: String): Instant? =
    try {
        text(name)?.let(Instant::parse)
    } catch (_: DateTimeException) {
        null
    }
