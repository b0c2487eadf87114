package com.standpoint.net

import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import com.standpoint.json.JsonObject
import com.standpoint.json.jsonObjectOrNull

/** @property requestId names the request in the service's log; empty when a proxy removed it. */
internal class Answer(val data: JsonObject, val requestId: String)

/** Reads answers: the service's envelope, or what a proxy put in its place. */
internal class Answers(private val base: BaseUrl) {
    /** @throws StandpointException for everything that is no success of the service. */
    fun read(response: HttpResponse): Answer {
        val data = jsonObjectOrNull(response.body)?.child("data")
        val error = data?.child("error")
        if (response.status in 200..299 && data != null && error == null) {
            return Answer(data, response.headers["x-request-id"].orEmpty())
        }
        throw refusal(response, error)
    }

    private fun refusal(response: HttpResponse, error: JsonObject?): StandpointException {
        val own = when {
            response.status == 429 -> ErrorCode.RATE_LIMITED
            response.status >= 500 -> ErrorCode.SERVER_ERROR
            else -> ErrorCode.BAD_RESPONSE
        }
        val code = error?.text("code")?.let { ErrorCode(it) } ?: own
        val seconds = error?.number("retry_after_s") ?: response.headers["retry-after"]?.toDoubleOrNull()
        return StandpointException(
            code = code,
            message = error?.text("message") ?: "HTTP ${response.status}: the answer is not one of the service.",
            retryable =
                if (error == null) own != ErrorCode.BAD_RESPONSE else error.boolean("retryable") == true,
            status = response.status,
            requestId = error?.text("request_id") ?: response.headers["x-request-id"],
            docsUrl = error?.text("docs_url") ?: base.docs(code),
            retryAfterMs = seconds?.takeIf { it >= 0 }?.let { (it * 1_000).toLong() },
        )
    }
}
