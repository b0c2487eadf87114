package com.standpoint.result

import com.standpoint.json.JsonObject
import com.standpoint.token.CompactToken
import java.time.Instant

/** Who signs and for whom: the service's base address and your organization's id. */
public data class Trust(val issuer: String, val organization: String, val keys: KeySource)

/**
 * Opens what the service signed: form, type, key, signature, issuer, times, organization (RFC 7519, RFC
 * 8725).
 */
internal class SignedClaims(private val trust: Trust, private val now: () -> Instant) {
    /** @throws RefusedTokenException with the first fault in this order. */
    suspend fun open(text: String, type: String, maxAgeS: Long? = null): JsonObject {
        val token = CompactToken.parse(text) ?: refuse(Fault.MALFORMED)
        val kid = kidOf(token.header, type)
        val key = trust.keys.keys(refresh = false).find(kid)
            ?: trust.keys.keys(refresh = true).find(kid)
            ?: refuse(Fault.UNKNOWN_KEY)
        if (!key.verifies(token.signed, token.signature)) refuse(Fault.BAD_SIGNATURE)
        val claims = token.claims ?: refuse(Fault.MALFORMED)
        if (claims.text("jti").isNullOrEmpty()) refuse(Fault.MALFORMED)
        if (claims.text("iss") != trust.issuer) refuse(Fault.WRONG_ISSUER)
        checkTimes(claims, maxAgeS)
        if (claims.text("aud") != trust.organization) refuse(Fault.WRONG_AUDIENCE)
        return claims
    }

    /** The header is exactly {alg, typ, kid}: no key and no extension is ever taken from a token. */
    private fun kidOf(header: JsonObject, type: String): String {
        val kid = header.text("kid")
        if (header.text("alg") != "EdDSA" || kid == null || header.members.keys.any { it !in MEMBERS }) {
            refuse(Fault.MALFORMED)
        }
        if (header.text("typ") != type) refuse(Fault.WRONG_TYPE)
        return kid
    }

    private fun checkTimes(claims: JsonObject, maxAgeS: Long?) {
        // Without an end it would live for ever.
        val exp = claims.whole("exp") ?: refuse(Fault.EXPIRED)
        val iat = claims.whole("iat") ?: refuse(Fault.MALFORMED)
        val nowS = now().epochSecond
        if (exp <= nowS - SKEW_S) refuse(Fault.EXPIRED)
        if (iat > nowS + SKEW_S) refuse(Fault.MALFORMED)
        if (maxAgeS != null && nowS - iat > maxAgeS + SKEW_S) refuse(Fault.TOO_OLD)
    }

    companion object {
        const val SKEW_S = 30L
        private val MEMBERS = setOf("alg", "typ", "kid")
    }
}
