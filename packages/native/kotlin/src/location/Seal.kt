package com.standpoint.location

import com.standpoint.Base64Url
import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.write
import com.standpoint.token.PayloadKey
import java.nio.ByteBuffer
import java.security.KeyPair
import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Cipher
import javax.crypto.spec.GCMParameterSpec
import javax.crypto.spec.SecretKeySpec

/**
 * The call that will open a payload. The header binds the payload to it and to one token.
 *
 * @property origin of a page; an app has none.
 * @property sdk name and version, e.g. `kotlin/0.5.0`.
 */
public data class SealFor(val jti: String, val path: String, val sdk: String, val origin: String? = null)

/** Keys and bytes drawn anew for every payload: a key and iv that are used twice break AES-GCM. */
public class Fresh(public val ephemeral: KeyPair, public val iv: ByteArray) {
    public companion object {
        public fun draw(): Fresh =
            Fresh(P256.generate(), ByteArray(12).also { SecureRandom().nextBytes(it) })
    }
}

/** Seals evidence to the service: compact JWE (RFC 7516), ECDH-ES on P-256 directly, A256GCM. */
public object Seal {
    private const val ENC = "A256GCM"
    private const val KEY_BITS = 256
    private const val TAG_BYTES = 16

    /** @throws StandpointException `token_invalid` when the service's key is no point on the curve. */
    public fun seal(
        core: String,
        integrity: JsonObject,
        key: PayloadKey,
        target: SealFor,
        fresh: Fresh = Fresh.draw(),
    ): String {
        val theirs = P256.publicKey(key.x, key.y)
            ?: throw StandpointException(ErrorCode.TOKEN_INVALID, "The token's key `enc` is no point on P-256.")
        val header = Base64Url.encode(header(key, target, fresh))
        val secret = P256.agree(fresh.ephemeral.private, theirs)
        val cipher = Cipher.getInstance("AES/GCM/NoPadding").apply {
            val tag = GCMParameterSpec(TAG_BYTES * 8, fresh.iv)
            init(Cipher.ENCRYPT_MODE, SecretKeySpec(derive(secret), "AES"), tag)
            updateAAD(header.toByteArray())
        }
        val content = jsonObject("core" to core.json, "integrity" to integrity).write()
        val sealed = cipher.doFinal(content.toByteArray())
        val tagAt = sealed.size - TAG_BYTES
        return listOf(
            header,
            "",
            Base64Url.encode(fresh.iv),
            Base64Url.encode(sealed.copyOf(tagAt)),
            Base64Url.encode(sealed.copyOfRange(tagAt, sealed.size)),
        ).joinToString(".")
    }

    private fun header(key: PayloadKey, target: SealFor, fresh: Fresh): String = jsonObject(
        "alg" to "ECDH-ES".json,
        "enc" to ENC.json,
        "kid" to key.kid.json,
        "epk" to jsonObject(
            "kty" to "EC".json,
            "crv" to "P-256".json,
            "x" to P256.x(fresh.ephemeral.public).json,
            "y" to P256.y(fresh.ephemeral.public).json,
        ),
        "sp_jti" to target.jti.json,
        "sp_htm" to "POST".json,
        "sp_path" to target.path.json,
        "sp_origin" to target.origin?.json,
        "sp_sdk" to target.sdk.json,
    ).write()

    /** One round of the Concat KDF (NIST SP 800-56A §5.8.1) with the fields of RFC 7518 §4.6.2. */
    private fun derive(secret: ByteArray): ByteArray {
        val algorithm = ENC.toByteArray()
        val fields = ByteBuffer.allocate(4 + secret.size + 4 + algorithm.size + 12)
            .putInt(1)
            .put(secret)
            .putInt(algorithm.size)
            .put(algorithm)
            .putInt(0)
            .putInt(0)
            .putInt(KEY_BITS)
        return MessageDigest.getInstance("SHA-256").digest(fields.array())
    }
}
