package com.standpoint

import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.write
import com.standpoint.location.AttestationBinding
import com.standpoint.location.AttestationProvider
import com.standpoint.location.Evidence
import com.standpoint.location.Purpose
import com.standpoint.location.Seal
import com.standpoint.location.SealFor
import com.standpoint.net.BaseUrl
import com.standpoint.net.Sender
import com.standpoint.net.Sending
import com.standpoint.token.Environment
import com.standpoint.token.PreflightToken
import com.standpoint.token.TokenReader
import java.security.SecureRandom
import java.time.Instant
import kotlin.coroutines.cancellation.CancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withTimeoutOrNull

/**
 * Verifies where a device stands.
 *
 * ```
 * val standpoint = StandpointClient(Options("https://id.example.com", location, HttpClientTransport()))
 * when (standpoint.verify(token).decision) { Decision.PASS -> open(); else -> explain() }
 * ```
 *
 * A decision is a value, also when the person denied the position. [StandpointException] alone says that a
 * call could not run. The functions may be called from any thread, and end when their coroutine is cancelled.
 */
public class StandpointClient internal constructor(private val options: Options, private val seams: Seams) {
    public constructor(options: Options) : this(options, Seams())

    private val base = BaseUrl.of(options.baseUrl)
    private val tokens = TokenReader(base)
    private val sender =
        Sender(base, options.transport, options.generation.name, options.locale, seams.pause)

    /**
     * Spends a preflight token on one decision. Your backend gave the token; it is good for one call.
     *
     * @throws StandpointException `token_already_used` before anything is sent when this process has spent
     * it.
     */
    public suspend fun verify(token: String, call: CallOptions = CallOptions()): VerifyResult {
        val preflight = read(token)
        if (!SpentTokens.take(preflight.jti)) throw spent()
        var sent = false
        try {
            return inTime(call) {
                val evidence = gather(Purpose.VERIFY, call).copy(jti = preflight.jti)
                val core = evidence.core()
                val target = SealFor(preflight.jti, VERIFY, SDK)
                val payload = Seal.seal(core, attested(preflight, core), preflight.key, target)
                val body = jsonObject("payload" to payload.json).write()
                sent = true
                verifyResult(sender.send(Sending(VERIFY, token, body, evidence.attemptId)))
            }
        } catch (error: StandpointException) {
            if (!sent || Sender.leftUnspent(error)) SpentTokens.giveBack(preflight.jti)
            throw error
        } catch (stopped: CancellationException) {
            if (!sent) SpentTokens.giveBack(preflight.jti)
            throw stopped
        }
    }

    /**
     * Collects evidence that your backend has decided with `evaluate`. Without a token nothing is sent and
     * nothing is sealed. With one, a single call stamps the public address; the token is not spent.
     */
    public suspend fun collect(token: String? = null, call: CallOptions = CallOptions()): CollectResult {
        val preflight = token?.let(::read)
        return inTime(call) {
            coroutineScope {
                val stamp = preflight?.let { async { sender.send(Sending(COLLECT, it.text, "{}")) } }
                val gathered = gather(Purpose.COLLECT, call)
                val evidence = gathered.copy(
                    jti = preflight?.jti,
                    ipStamp = stamp?.await()?.data?.text("ip_stamp"),
                    nonce = nonce(),
                )
                val core = evidence.core()
                val payload = if (preflight == null) "plain.${Base64Url.encode(core)}" else {
                    val target = SealFor(preflight.jti, EVALUATE, SDK)
                    Seal.seal(core, AttestationProvider.UNATTESTED, preflight.key, target)
                }
                CollectResult(payload, evidence.ipStamp != null, evidence.collectedAt)
            }
        }
    }

    private fun read(token: String): PreflightToken {
        val preflight = tokens.preflight(token)
        val line = options.generation as? Generation.V03 ?: return preflight
        if (preflight.environment != line.environment) {
            val message = "The token is of the environment ${preflight.environment.name.lowercase()}."
            throw StandpointException(ErrorCode.ENVIRONMENT_MISMATCH, message)
        }
        if (preflight.attestationChallenge == null) {
            throw StandpointException(ErrorCode.TOKEN_INVALID, "The token has no attestation_challenge.")
        }
        return preflight
    }

    private suspend fun gather(purpose: Purpose, call: CallOptions): Evidence {
        val found = options.location.find(call.positionMs)
        val facts = options.facts.read()
        return Evidence(
            attemptId = seams.attemptId(),
            purpose = purpose,
            collectedAt = Instant.ofEpochMilli(System.currentTimeMillis()),
            platform = "android",
            sdkName = "@standpoint/kotlin",
            sdkVersion = options.generation.sdkVersion,
            found = found,
            clock = readClock(),
            device = facts.device,
            signals = facts.signals,
        )
    }

    /** A device that cannot attest is judged by the policy: it must not lock the person out here. */
    private suspend fun attested(preflight: PreflightToken, core: String) =
        try {
            val challenge = preflight.attestationChallenge
            if (challenge == null) AttestationProvider.UNATTESTED
            else options.attestation.attest(AttestationBinding.of(preflight.jti, challenge, core))
        } catch (stopped: CancellationException) {
            throw stopped
        } catch (_: Exception) {
            AttestationProvider.UNATTESTED
        }

    private suspend fun <T : Any> inTime(call: CallOptions, run: suspend () -> T): T =
        withTimeoutOrNull(call.timeoutMs) { run() }
            ?: throw StandpointException(ErrorCode.TIMEOUT, "The call took longer than ${call.timeoutMs} ms.")

    private fun spent(): StandpointException {
        val isOld = options.generation is Generation.V03
        val code = if (isOld) ErrorCode.ATTESTATION_FAILED else ErrorCode.TOKEN_ALREADY_USED
        val message = "The token was used for another verify(). Ask your backend for a new one."
        return StandpointException(code, message, docsUrl = base.docs(code))
    }

    private fun nonce(): String = Base64Url.encode(ByteArray(16).also { SecureRandom().nextBytes(it) })

    private val SDK = "kotlin/${options.generation.sdkVersion}"

    private companion object {
        const val VERIFY = "/geolocation/verify"
        const val COLLECT = "/geolocation/collect"
        const val EVALUATE = "/geolocation/evaluate"
    }
}
