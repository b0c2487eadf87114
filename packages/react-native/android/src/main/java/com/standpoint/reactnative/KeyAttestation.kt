// Not compiled in our CI: there is no Android SDK in it.
package com.standpoint.reactnative

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.util.Base64
import org.json.JSONArray
import org.json.JSONObject
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.PrivateKey
import java.security.Signature
import java.security.cert.Certificate
import java.security.spec.ECGenParameterSpec

/**
 * One key of the app in the phone's hardware. Its first use sends the certificate chain, whose challenge is the
 * binding; afterwards the key signs each binding. A key is made again when the store has lost it.
 */
internal object KeyAttestation {
    private const val STORE = "AndroidKeyStore"
    private const val ALIAS = "standpoint.attestation.v1"

    private val store: KeyStore get() = KeyStore.getInstance(STORE).apply { load(null) }

    /** JSON text of the fields of `integrity`: `key_id`, and `chain` or `signature`. */
    @Synchronized
    fun attest(binding: ByteArray): String {
        val known = store.getCertificate(ALIAS)
        if (known == null) return chainOf(makeKey(binding))
        return try {
            signed(known, binding)
        } catch (lost: Exception) {
            store.deleteEntry(ALIAS)
            chainOf(makeKey(binding))
        }
    }

    private fun makeKey(challenge: ByteArray): Array<Certificate> {
        val spec = KeyGenParameterSpec.Builder(ALIAS, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
            .setDigests(KeyProperties.DIGEST_SHA256)
            .setAttestationChallenge(challenge)
            .build()
        KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE).apply { initialize(spec) }
            .generateKeyPair()
        return store.getCertificateChain(ALIAS)
    }

    private fun chainOf(chain: Array<Certificate>): String = JSONObject()
        .put("key_id", keyId(chain.first()))
        .put("chain", JSONArray(chain.map { encode(it.encoded) }))
        .toString()

    private fun signed(certificate: Certificate, binding: ByteArray): String {
        val signature = Signature.getInstance("SHA256withECDSA")
        signature.initSign(store.getKey(ALIAS, null) as PrivateKey)
        signature.update(binding)
        return JSONObject()
            .put("key_id", keyId(certificate))
            .put("signature", encode(signature.sign()))
            .toString()
    }

    private fun keyId(certificate: Certificate): String =
        encode(MessageDigest.getInstance("SHA-256").digest(certificate.publicKey.encoded))

    private fun encode(bytes: ByteArray): String = Base64.encodeToString(bytes, Base64.NO_WRAP)
}
