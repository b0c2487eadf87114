package com.standpoint

import java.util.Base64

/** base64url without padding (RFC 4648 §5). */
public object Base64Url {
    private val encoder = Base64.getUrlEncoder().withoutPadding()
    private val decoder = Base64.getUrlDecoder()

    public fun encode(bytes: ByteArray): String = encoder.encodeToString(bytes)

    public fun encode(text: String): String = encode(text.toByteArray())

    /**
     * The bytes of the only spelling that they have; null for padding, white space or unused bits that are
     * set. Other decoders accept several spellings of one token, so that one token would look like many.
     */
    public fun decode(text: String): ByteArray? =
        try {
            decoder.decode(text).takeIf { encode(it) == text }
        } catch (_: IllegalArgumentException) {
            null
        }
}
