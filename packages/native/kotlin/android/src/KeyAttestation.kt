// Not compiled in our CI.
package com.standpoint.android

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import com.standpoint.Base64Url
import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.location.AttestationProvider
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.spec.ECGenParameterSpec
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * Android Key Attestation. Each call makes a key in the secure hardware whose certificate carries the binding
 * as its challenge, and sends the chain. The key signs nothing afterwards, so the same alias is made anew.
 */
public class KeyAttestation : AttestationProvider {
    override suspend fun attest(binding: ByteArray): JsonObject = withContext(Dispatchers.IO) {
        KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE).run {
            val key = KeyGenParameterSpec.Builder(ALIAS, KeyProperties.PURPOSE_SIGN)
                .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
                .setDigests(KeyProperties.DIGEST_SHA256)
                .setAttestationChallenge(binding)
                .build()
            initialize(key)
            generateKeyPair()
        }
        val chain = KeyStore.getInstance(STORE).apply { load(null) }.getCertificateChain(ALIAS)
        val keyId = MessageDigest.getInstance("SHA-256").digest(chain.first().publicKey.encoded)
        jsonObject(
            "kind" to "android_key_attestation".json,
            "key_id" to Base64Url.encode(keyId).json,
            "chain" to chain.map { Base64Url.encode(it.encoded) }.json,
        )
    }

    private companion object {
        const val STORE = "AndroidKeyStore"
        const val ALIAS = "standpoint"
    }
}
