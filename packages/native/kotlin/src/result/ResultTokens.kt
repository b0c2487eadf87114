package com.standpoint.result

import com.standpoint.json.JsonObject
import com.standpoint.token.Environment
import java.time.Instant

/** Remembers used tokens: one result pays for one action. */
public fun interface TokenStore {
    /** True exactly once for each [jti]; it may be forgotten after [expiresAt]. */
    public suspend fun consume(jti: String, expiresAt: Instant): Boolean
}

/** @property acceptSandbox only in a test system: the outcome of a sandbox result can be chosen. */
public data class Expected(
    val customerId: String,
    val store: TokenStore,
    val maxAgeS: Long? = null,
    val acceptSandbox: Boolean = false,
)

/** The claims of a result token that a backend acts on. */
public data class SignedResult(
    /** Of the verification or of the face session. */
    val id: String,
    val jti: String,
    val customerId: String,
    val decision: String,
    val environment: Environment,
    val issuedAt: Instant,
    val expiresAt: Instant,
    val transactionType: String?,
    val transactionId: String?,
    val workflowId: String?,
    val reasonCodes: List<String>,
)

/**
 * Checks result tokens offline, each for one purpose and one use. For backends on the JVM: an app sends them
 * on.
 */
public class ResultTokens(trust: Trust, now: () -> Instant = Instant::now) {
    private val signed = SignedClaims(trust, now)

    /**
     * The result of a `verify()`.
     *
     * @param transactionType what this action is; a login must not pay for a deposit. Its case does not
     * count.
     * @throws RefusedTokenException for anything else; a refused token stays unused.
     */
    public suspend fun verification(
        token: String,
        expected: Expected,
        transactionType: String,
        transactionId: String? = null,
        decisions: Set<String> = setOf("pass"),
    ): SignedResult {
        val claims = open(token, "verification+jwt", expected)
        if (claims.text("transaction_type")?.lowercase() != transactionType.lowercase()) {
            refuse(Fault.WRONG_TRANSACTION_TYPE)
        }
        if (transactionId != null && claims.text("transaction_id") != transactionId) {
            refuse(Fault.WRONG_TRANSACTION)
        }
        return accept(claims, "verification_id", decisions, expected)
    }

    /** The result of a face session whose workflow says `client_result: decision`. */
    public suspend fun faceResult(
        token: String,
        expected: Expected,
        workflowId: String,
        decisions: Set<String> = setOf("approved"),
    ): SignedResult {
        val claims = open(token, "face-result+jwt", expected)
        if (claims.text("workflow_id") != workflowId) refuse(Fault.WRONG_WORKFLOW)
        return accept(claims, "session_id", decisions, expected)
    }

    private suspend fun open(token: String, type: String, expected: Expected): JsonObject {
        val claims = signed.open(token, type, expected.maxAgeS)
        val environment = Environment.of(claims.text("env"))
        val wanted = environment == Environment.PRODUCTION ||
            (environment == Environment.SANDBOX && expected.acceptSandbox)
        if (!wanted) refuse(Fault.SANDBOX)
        if (claims.text("sub") != expected.customerId) refuse(Fault.WRONG_CUSTOMER)
        return claims
    }

    /** Consuming comes last, so that a refused token stays unused. */
    private suspend fun accept(
        claims: JsonObject,
        id: String,
        decisions: Set<String>,
        expected: Expected,
    ): SignedResult {
        val decision = claims.text("decision")
        if (decision == null || decision !in decisions) refuse(Fault.WRONG_DECISION)
        val expiresAt = Instant.ofEpochSecond(claims.whole("exp")!!)
        val jti = claims.text("jti")!!
        if (!expected.store.consume(jti, expiresAt.plusSeconds(SignedClaims.SKEW_S))) refuse(Fault.CONSUMED)
        return SignedResult(
            id = claims.text(id).orEmpty(),
            jti = jti,
            customerId = expected.customerId,
            decision = decision,
            environment = Environment.of(claims.text("env"))!!,
            issuedAt = Instant.ofEpochSecond(claims.whole("iat")!!),
            expiresAt = expiresAt,
            transactionType = claims.text("transaction_type"),
            transactionId = claims.text("transaction_id"),
            workflowId = claims.text("workflow_id"),
            reasonCodes = claims.texts("reason_codes").orEmpty(),
        )
    }
}
