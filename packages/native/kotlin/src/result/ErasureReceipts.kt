package com.standpoint.result

import java.time.Instant

/** What was deleted. @property templates null in receipts of versions that had none. */
public data class ErasureReceipt(
    val jti: String,
    val customerId: String,
    val erasedAt: String,
    val verifications: Long,
    val sessions: Long,
    val frames: Long,
    val templates: Long?,
)

/**
 * Checks the signed proof that a person was erased. It holds for years and may be shown any number of times.
 */
public class ErasureReceipts(trust: Trust, now: () -> Instant = Instant::now) {
    private val signed = SignedClaims(trust, now)

    /** @throws RefusedTokenException */
    public suspend fun check(receipt: String, customerId: String): ErasureReceipt {
        val claims = signed.open(receipt, "erasure-receipt+jwt")
        if (claims.text("sub") != customerId) refuse(Fault.WRONG_CUSTOMER)
        return ErasureReceipt(
            jti = claims.text("jti")!!,
            customerId = customerId,
            erasedAt = claims.text("erased_at") ?: refuse(Fault.MALFORMED),
            verifications = claims.whole("verifications") ?: refuse(Fault.MALFORMED),
            sessions = claims.whole("sessions") ?: refuse(Fault.MALFORMED),
            frames = claims.whole("frames") ?: refuse(Fault.MALFORMED),
            templates = claims.whole("templates"),
        )
    }
}
