package com.standpoint.location

import java.security.MessageDigest

/**
 * The 32 bytes that a device attests or signs: SHA-256 of `sp-geo-v1`, the token's `jti`, its
 * `attestation_challenge` and the digest of `core`. They are spent with the token, so a recording proves
 * nothing.
 */
public object AttestationBinding {
    public fun text(jti: String, challenge: String, core: String): String =
        listOf("sp-geo-v1", jti, challenge, sha256(core).hex()).joinToString("\n")

    public fun of(jti: String, challenge: String, core: String): ByteArray =
        sha256(text(jti, challenge, core))

    internal fun sha256(text: String): ByteArray =
        MessageDigest.getInstance("SHA-256").digest(text.toByteArray())
}

internal fun ByteArray.hex(): String = joinToString("") { "%02x".format(it) }
