package com.standpoint.driver

import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.write
import com.standpoint.result.ErasureReceipts
import com.standpoint.result.Expected
import com.standpoint.result.KeySet
import com.standpoint.result.MemoryTokenStore
import com.standpoint.result.ResultTokens
import com.standpoint.result.SignedResult
import com.standpoint.result.TokenStore
import com.standpoint.result.Trust
import java.time.Instant

private fun trustOf(input: JsonObject): Trust {
    val keys = KeySet.parse(input.child("jwks")!!.write())
    return Trust(input.text("issuer")!!, input.text("organization")!!) { keys }
}

private fun clockOf(input: JsonObject): () -> Instant =
    { Instant.ofEpochMilli(input.whole("now_ms")!!) }

internal suspend fun resultToken(input: JsonObject): Told {
    val tokens = ResultTokens(trustOf(input), clockOf(input))
    val wanted = input.child("expected")!!
    val expected = Expected(
        customerId = wanted.text("customer_id")!!,
        store = if (input.boolean("used") == true) TokenStore { _, _ -> false } else MemoryTokenStore(),
        maxAgeS = wanted.whole("max_age_s"),
        acceptSandbox = wanted.boolean("accept_sandbox") == true,
    )
    val token = input.text("token")!!
    val decisions = wanted.texts("decision")?.toSet()
    if (input.text("kind") == "face_result") {
        val workflow = wanted.text("workflow_id")!!
        val result = tokens.faceResult(token, expected, workflow, decisions ?: setOf("approved"))
        return told("claims" to claimsOf(result, "session_id"))
    }
    val type = wanted.text("transaction_type")!!
    val result =
        tokens.verification(token, expected, type, wanted.text("transaction_id"), decisions ?: setOf("pass"))
    return told("claims" to claimsOf(result, "verification_id"))
}

private fun claimsOf(result: SignedResult, id: String) = jsonObject(
    id to result.id.json,
    "jti" to result.jti.json,
    "sub" to result.customerId.json,
    "decision" to result.decision.json,
    "env" to result.environment.name.lowercase().json,
    "iat" to result.issuedAt.epochSecond.json,
    "exp" to result.expiresAt.epochSecond.json,
    "transaction_type" to result.transactionType?.json,
    "transaction_id" to result.transactionId?.json,
    "workflow_id" to result.workflowId?.json,
    "reason_codes" to result.reasonCodes.json.takeIf { id == "verification_id" },
)

internal suspend fun erasureReceipt(input: JsonObject): Told {
    val receipt = ErasureReceipts(trustOf(input), clockOf(input))
        .check(input.text("receipt")!!, input.text("customer_id")!!)
    return told(
        "claims" to jsonObject(
            "jti" to receipt.jti.json,
            "sub" to receipt.customerId.json,
            "erased_at" to receipt.erasedAt.json,
            "verifications" to receipt.verifications.json,
            "sessions" to receipt.sessions.json,
            "frames" to receipt.frames.json,
            "templates" to receipt.templates?.json,
        ),
    )
}
