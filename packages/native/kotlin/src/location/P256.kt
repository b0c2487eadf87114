package com.standpoint.location

import com.standpoint.Base64Url
import java.math.BigInteger
import java.security.AlgorithmParameters
import java.security.KeyFactory
import java.security.KeyPair
import java.security.KeyPairGenerator
import java.security.PrivateKey
import java.security.PublicKey
import java.security.interfaces.ECPublicKey
import java.security.spec.ECFieldFp
import java.security.spec.ECGenParameterSpec
import java.security.spec.ECParameterSpec
import java.security.spec.ECPoint
import java.security.spec.ECPublicKeySpec
import javax.crypto.KeyAgreement

/** P-256 by java.security, with coordinates of 32 bytes as a JWK has them (RFC 7518 §6.2.1.2). */
internal object P256 {
    private const val COORDINATE_BYTES = 32
    val parameters: ECParameterSpec =
        AlgorithmParameters.getInstance("EC")
            .apply { init(ECGenParameterSpec("secp256r1")) }
            .getParameterSpec(ECParameterSpec::class.java)

    fun generate(): KeyPair =
        KeyPairGenerator.getInstance("EC")
            .apply { initialize(ECGenParameterSpec("secp256r1")) }
            .generateKeyPair()

    /**
     * Null when a coordinate is malformed or the point is not on the curve: agreeing with it would leak the
     * key.
     */
    fun publicKey(x: String, y: String): PublicKey? {
        val point = ECPoint(coordinate(x) ?: return null, coordinate(y) ?: return null)
        if (!isOnCurve(point)) return null
        return KeyFactory.getInstance("EC").generatePublic(ECPublicKeySpec(point, parameters))
    }

    fun x(key: PublicKey): String = Base64Url.encode(bytes((key as ECPublicKey).w.affineX))

    fun y(key: PublicKey): String = Base64Url.encode(bytes((key as ECPublicKey).w.affineY))

    /** The x coordinate of the shared point, all 32 bytes of it. */
    fun agree(own: PrivateKey, theirs: PublicKey): ByteArray =
        KeyAgreement.getInstance("ECDH").run {
            init(own)
            doPhase(theirs, true)
            generateSecret()
        }

    private fun coordinate(text: String): BigInteger? =
        Base64Url.decode(text)?.takeIf { it.size == COORDINATE_BYTES }?.let { BigInteger(1, it) }

    private fun isOnCurve(point: ECPoint): Boolean {
        val p = (parameters.curve.field as ECFieldFp).p
        val (x, y) = point.affineX to point.affineY
        if (x >= p || y >= p) return false
        val right = x.pow(3) + parameters.curve.a * x + parameters.curve.b
        return (y * y - right).mod(p).signum() == 0
    }

    private fun bytes(number: BigInteger): ByteArray {
        val minimal = number.toByteArray().dropWhile { it == 0.toByte() }.toByteArray()
        return ByteArray(COORDINATE_BYTES - minimal.size) + minimal
    }
}
