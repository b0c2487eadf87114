package com.standpoint.net

import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import java.io.IOException
import java.net.SocketTimeoutException
import kotlin.random.Random
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeoutOrNull

/** The body that must arrive once, and the attempt that it holds. */
internal class Sending(val path: String, val token: String, val body: String, val attemptId: String? = null)

/**
 * Posts, and posts the same bytes again when the reply was lost. A lost reply must not lock a person out of a
 * single-use token: marked with `Standpoint-Retry`, the service gives the stored answer for 120 s.
 */
internal class Sender(
    private val base: BaseUrl,
    private val transport: Transport,
    private val generation: String,
    private val locale: String?,
    private val pause: suspend (milliseconds: Long) -> Unit = { delay(it) },
) {
    private val answers = Answers(base)

    suspend fun send(sending: Sending): Answer {
        var headers = headersOf(sending)
        for (tries in 1..TRIES) {
            try {
                return once(HttpRequest(base.at(sending.path), headers, sending.body))
            } catch (error: StandpointException) {
                // Another layer may have repeated the request by itself, and then finds its own token spent.
                val ownEcho = tries == 1 && sending.attemptId != null && saysSpent(error)
                if (tries == TRIES || !(ownEcho || isFateUnknown(error))) throw error
                pause(waitAfter(tries, error))
                if (sending.attemptId != null) headers = headers + ("Standpoint-Retry" to sending.attemptId)
            }
        }
        error("The last try returns or throws.")
    }

    private fun headersOf(sending: Sending): Map<String, String> = buildMap {
        put("Authorization", "Bearer ${sending.token}")
        put("Content-Type", "application/json")
        put("Standpoint-SDK", generation)
        if (locale != null) put("Accept-Language", locale)
    }

    private suspend fun once(request: HttpRequest): Answer {
        val response = try {
            withTimeoutOrNull(TRY_MS) { transport.send(request) }
        } catch (lost: SocketTimeoutException) {
            throw lateAnswer(lost)
        } catch (lost: IOException) {
            throw StandpointException(ErrorCode.NETWORK, "No answer came: ${lost.message}", cause = lost)
        }
        return answers.read(response ?: throw lateAnswer())
    }

    private fun lateAnswer(cause: Throwable? = null) =
        StandpointException(ErrorCode.TIMEOUT, "No answer came within ${TRY_MS / 1_000} s.", cause = cause)

    private fun waitAfter(tries: Int, error: StandpointException): Long {
        val least = maxOf(PAUSES_MS[tries - 1], minOf(error.retryAfterMs ?: 0, LONGEST_WAIT_MS))
        return least + Random.nextLong(least / 4 + 1)
    }

    companion object {
        private const val TRIES = 3
        /** Three tries and their pauses take less than the 120 s for which the service keeps the answer. */
        private const val TRY_MS = 20_000L
        private val PAUSES_MS = listOf(500L, 2_000L)
        private const val LONGEST_WAIT_MS = 10_000L
        /** Statuses of a proxy or a busy service: the request may or may not have been processed. */
        private val UNKNOWN_FATE = setOf(502, 503, 504)

        /** For 0.3 tokens the service answers a reuse with `attestation_failed`. */
        fun saysSpent(error: StandpointException): Boolean =
            error.code == ErrorCode.TOKEN_ALREADY_USED || error.code == ErrorCode.ATTESTATION_FAILED

        fun isFateUnknown(error: StandpointException): Boolean =
            error.status == null || error.status in UNKNOWN_FATE

        /** Whether the refusal certainly left the token unspent, so that it may be used again. */
        fun leftUnspent(error: StandpointException): Boolean =
            !isFateUnknown(error) && !saysSpent(error) && error.code != ErrorCode.BAD_RESPONSE
    }
}
