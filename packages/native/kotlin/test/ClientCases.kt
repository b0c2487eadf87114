package com.standpoint.test

import com.standpoint.Base64Url
import com.standpoint.CallOptions
import com.standpoint.Decision
import com.standpoint.Generation
import com.standpoint.Options
import com.standpoint.StandpointClient
import com.standpoint.StandpointException
import com.standpoint.jvm.HttpClientTransport
import com.standpoint.location.AttestationProvider
import com.standpoint.location.Found
import com.standpoint.location.LocationProvider
import com.standpoint.location.Permission
import com.standpoint.location.PermissionState
import com.standpoint.net.HttpRequest
import com.standpoint.net.HttpResponse
import com.standpoint.net.Transport
import com.standpoint.token.Environment
import java.io.IOException
import java.net.ServerSocket
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield

private const val BASE = "https://id.example"
/** A point on P-256 (its generator). */
private const val ENC = """{"kid":"k","x":"axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY",""" +
    """"y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}"""

private var made = 0

private fun token(challenge: String? = "c", environment: String = "production", enc: String = ENC): String {
    val claim = challenge?.let { ""","attestation_challenge":"$it"""" }.orEmpty()
    val claims = """{"iss":"$BASE","jti":"jti-${made++}","env":"$environment","sdk":"0.5","enc":$enc$claim}"""
    return listOf("""{"alg":"EdDSA","typ":"preflight+jwt","kid":"k"}""", claims, "s")
        .joinToString(".", transform = Base64Url::encode)
}

private val denied = LocationProvider { Found(Permission(PermissionState.DENIED), emptyList()) }
private val pass = HttpResponse(200, emptyMap(), """{"data":{"decision":"pass"}}""")

private fun client(location: LocationProvider = denied, transport: Transport = Transport { pass }) =
    StandpointClient(Options(BASE, location, transport))

private suspend fun codeOf(run: suspend () -> Unit): String =
    assertFailsWith<StandpointException> { run() }.code.value

internal val clientCases = listOf(
    case("sends a token once when the person taps twice") {
        val sent = mutableListOf<HttpRequest>()
        val gate = CompletableDeferred<Unit>()
        val client = client(transport = { sent += it; gate.await(); pass })
        val token = token()
        coroutineScope {
            val first = launch { assertEquals(Decision.PASS, client.verify(token).decision) }
            while (sent.isEmpty()) yield()
            assertEquals("token_already_used", codeOf { client.verify(token) })
            gate.complete(Unit)
            first.join()
        }
        assertEquals(1, sent.size)
    },
    case("gives the token back when the call is cancelled before anything was sent") {
        val token = token()
        coroutineScope {
            val waiting = launch { client(location = { awaitCancellation() }).verify(token) }
            yield()
            waiting.cancelAndJoin()
        }
        assertEquals(Decision.PASS, client().verify(token).decision)
    },
    case("keeps the token when the call is cancelled after it was sent") {
        val token = token()
        val sent = CompletableDeferred<Unit>()
        coroutineScope {
            val client = client(transport = { sent.complete(Unit); awaitCancellation() })
            val waiting = launch { client.verify(token) }
            sent.await()
            waiting.cancelAndJoin()
        }
        assertEquals("token_already_used", codeOf { client().verify(token) })
    },
    case("ends with timeout when the position never comes, and leaves the token unspent") {
        val token = token()
        val slow = client(location = { awaitCancellation() })
        assertEquals("timeout", codeOf { slow.verify(token, CallOptions(timeoutMs = 30)) })
        assertEquals(Decision.PASS, client().verify(token).decision)
    },
    case("names a secret that was given as a token") {
        for (secret in listOf("sp_live_x", "sp_test_x", "sr_live_x", "whsec_x", "pkg_x")) {
            val error = assertFailsWith<StandpointException> { client().verify(secret) }
            assertEquals("token_invalid", error.code.value)
            assertTrue("must never be in an app" in error.message!!, error.message)
        }
    },
    case("refuses a base address that is not https") {
        val wrong = listOf("http://id.example", "ftp://id.example", "id.example", "https://id.example?a=1", "")
        for (text in wrong) {
            assertEquals("config_invalid", codeOf { StandpointClient(Options(text, denied, { pass })) })
        }
    },
    case("goes on without an attestation when the device cannot attest") {
        val broken = AttestationProvider { error("no key") }
        val client = StandpointClient(Options(BASE, denied, { pass }, attestation = broken))
        assertEquals(Decision.PASS, client.verify(token()).decision)
    },
    case("refuses a token of the other environment, or without a challenge, in generation 0.3") {
        val line = Generation.V03(Environment.PRODUCTION)
        val client = StandpointClient(Options(BASE, denied, { pass }, line))
        assertEquals("environment_mismatch", codeOf { client.verify(token(environment = "sandbox")) })
        assertEquals("token_invalid", codeOf { client.verify(token(challenge = null)) })
        val spent = token()
        assertEquals(Decision.PASS, client.verify(spent).decision)
        assertEquals("attestation_failed", codeOf { client.verify(spent) })
    },
    case("sends nothing and gives the token back when the key is not on the curve") {
        val coordinate = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY"
        val off = token(enc = """{"kid":"k","x":"$coordinate","y":"$coordinate"}""")
        val mute = client(transport = { throw IOException("something was sent") })
        repeat(2) { assertEquals("token_invalid", codeOf { mute.verify(off) }) }
    },
    case("stops waiting for a silent server as soon as the call is cancelled") {
        ServerSocket(0).use { silent ->
            val url = "http://127.0.0.1:${silent.localPort}/"
            coroutineScope {
                val waiting = launch { HttpClientTransport().send(HttpRequest(url, emptyMap(), "{}")) }
                Thread.sleep(200)
                withTimeout(2_000) { waiting.cancelAndJoin() }
            }
        }
    },
)
