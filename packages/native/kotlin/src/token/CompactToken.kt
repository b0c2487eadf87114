package com.standpoint.token

import com.standpoint.Base64Url
import com.standpoint.json.JsonObject
import com.standpoint.json.jsonObjectOrNull

/** The parts of a compact JWS (RFC 7515 §7.1), of which nothing is verified yet. */
internal class CompactToken(
    val header: JsonObject,
    /** Null when the payload is no JSON object. */
    val claims: JsonObject?,
    /** The text that was signed. */
    val signed: String,
    val signature: ByteArray,
) {
    companion object {
        /** Longer than any token of the service. */
        private const val MAX_LENGTH = 12_288

        /** Null unless the text has three parts in canonical base64url and a header that is an object. */
        fun parse(text: String): CompactToken? {
            if (text.length > MAX_LENGTH) return null
            val parts = text.split('.')
            if (parts.size != 3) return null
            val (header, claims, signature) = parts.map { Base64Url.decode(it) ?: return null }
            return CompactToken(
                header = jsonObjectOrNull(header.decodeToString()) ?: return null,
                claims = jsonObjectOrNull(claims.decodeToString()),
                signed = text.substringBeforeLast('.'),
                signature = signature,
            )
        }
    }
}
