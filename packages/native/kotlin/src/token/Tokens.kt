package com.standpoint.token

public enum class Environment {
    PRODUCTION,
    SANDBOX;

    internal companion object {
        fun of(name: String?): Environment? = entries.find { it.name.lowercase() == name }
    }
}

/** The service's payload key, a point on P-256; both coordinates in base64url. */
public data class PayloadKey(val kid: String, val x: String, val y: String)

/**
 * The claims of a preflight token that a client reads. They are not trusted: only the service checks the
 * signature, and only the service judges `exp`, because the clock of a device may be wrong.
 */
public data class PreflightToken(
    val text: String,
    val issuer: String,
    val jti: String,
    val environment: Environment,
    /** Generation of the client for which it was minted: `0.3` or `0.5`. */
    val sdk: String?,
    val attestationChallenge: String?,
    val key: PayloadKey,
) {
    override fun toString(): String = "PreflightToken($jti)"
}

/** The claims of a portal token that the face flow reads. */
public data class PortalToken(
    val text: String,
    val issuer: String,
    val jti: String,
    val workflowId: String,
) {
    override fun toString(): String = "PortalToken($jti)"
}
