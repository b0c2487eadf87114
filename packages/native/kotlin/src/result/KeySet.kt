package com.standpoint.result

import com.standpoint.Base64Url
import com.standpoint.json.JsonObject
import com.standpoint.json.jsonObjectOrNull
import java.security.GeneralSecurityException
import java.security.KeyFactory
import java.security.PublicKey
import java.security.Signature
import java.security.spec.X509EncodedKeySpec

/** The service's signing keys (`/.well-known/jwks.json`). Keys for other uses are left out. */
public class KeySet private constructor(private val keys: Map<String, PublicKey>) {
    internal fun find(kid: String): PublicKey? = keys[kid]

    public companion object {
        /** The fixed beginning of an Ed25519 public key in SubjectPublicKeyInfo (RFC 8410). */
        private val PREFIX = byteArrayOf(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

        /** @throws IllegalArgumentException when the text is no key set. */
        public fun parse(text: String): KeySet {
            val keys = requireNotNull(jsonObjectOrNull(text)?.list("keys")) { "This is no key set." }
            return KeySet(keys.filterIsInstance<JsonObject>().mapNotNull(::signingKey).toMap())
        }

        private fun signingKey(jwk: JsonObject): Pair<String, PublicKey>? {
            val signs = jwk.text("use") == "sig" && jwk.text("alg") == "EdDSA" && jwk.text("crv") == "Ed25519"
            val point = jwk.text("x")?.let(Base64Url::decode)?.takeIf { it.size == 32 }
            val kid = jwk.text("kid")
            if (!signs || point == null || kid == null) return null
            return kid to KeyFactory.getInstance("Ed25519").generatePublic(X509EncodedKeySpec(PREFIX + point))
        }
    }
}

/** Where keys come from. [refresh] asks the service again: a token may be signed by a key that is new. */
public fun interface KeySource {
    public suspend fun keys(refresh: Boolean): KeySet
}

internal fun PublicKey.verifies(text: String, signature: ByteArray): Boolean =
    try {
        Signature.getInstance("Ed25519").run {
            initVerify(this@verifies)
            update(text.toByteArray())
            verify(signature)
        }
    } catch (_: GeneralSecurityException) {
        false
    }
