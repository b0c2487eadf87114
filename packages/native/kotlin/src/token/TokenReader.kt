package com.standpoint.token

import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import com.standpoint.json.JsonObject
import com.standpoint.net.BaseUrl
import com.standpoint.net.originOf

/** Reads tokens before anything is sent, so that a mistake is named here and a token reaches no stranger. */
public class TokenReader(private val base: BaseUrl) {
    /**
     * @throws StandpointException with `token_missing`, `token_invalid`, `token_wrong_purpose` or
     * `base_url_mismatch`.
     */
    public fun preflight(text: String): PreflightToken {
        val claims = claims(text, "preflight+jwt")
        val key = claims.child("enc") ?: invalid("it names no key to seal to")
        return PreflightToken(
            text = text,
            issuer = claims.text("iss")!!,
            jti = claims.text("jti")!!,
            environment = Environment.of(claims.text("env")) ?: invalid("it names no environment"),
            sdk = claims.text("sdk"),
            attestationChallenge = claims.text("attestation_challenge"),
            key = PayloadKey(key.need("kid"), key.need("x"), key.need("y")),
        )
    }

    /** @throws StandpointException as [preflight] does. */
    public fun portal(text: String): PortalToken {
        val claims = claims(text, "portal+jwt")
        return PortalToken(text, claims.text("iss")!!, claims.text("jti")!!, claims.need("workflow_id"))
    }

    private fun claims(text: String, type: String): JsonObject {
        if (text.isEmpty()) fail(ErrorCode.TOKEN_MISSING, "There is no token. Ask your backend for one.")
        SECRETS.find { (prefix) -> text.startsWith(prefix) }?.let { (_, name) ->
            invalid("it is $name, which must never be in an app")
        }
        val token = CompactToken.parse(text) ?: invalid("it is no compact JWS")
        val claims = token.claims ?: invalid("its claims are no JSON object")
        claims.need("jti")
        val issuer = originOf(claims.need("iss")) ?: invalid("its issuer is no address")
        val found = token.header.text("typ")
        if (found != type) fail(ErrorCode.TOKEN_WRONG_PURPOSE, "This call needs a token of type $type, not $found.")
        if (issuer != base.origin) {
            val message = "The token was minted on $issuer, but this client calls ${base.origin}."
            fail(ErrorCode.BASE_URL_MISMATCH, message)
        }
        return claims
    }

    private fun JsonObject.need(name: String): String =
        text(name)?.takeIf { it.isNotEmpty() } ?: invalid("it has no $name")

    private fun invalid(why: String): Nothing =
        fail(ErrorCode.TOKEN_INVALID, "The token cannot be used: $why. Ask your backend for a new one.")

    private fun fail(code: ErrorCode, message: String): Nothing =
        throw StandpointException(code, message, docsUrl = base.docs(code))

    private companion object {
        val SECRETS = listOf(
            "sp_live_" to "an API key",
            "sp_test_" to "an API key",
            "sr_live_" to "a results key",
            "sr_test_" to "a results key",
            "whsec_" to "a webhook secret",
            "pkg_" to "a package token",
        )
    }
}
