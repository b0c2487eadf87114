// Not compiled in our CI.
package com.standpoint.android

import com.standpoint.net.HttpRequest
import com.standpoint.net.HttpResponse
import com.standpoint.net.Transport
import java.io.ByteArrayOutputStream
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withContext

/**
 * `HttpURLConnection`, because Android has no `java.net.http`. It may repeat a POST by itself when a connection
 * breaks; the client knows how to get the stored answer then. A streamed body would prevent that, but then the
 * body of a 401 is lost.
 */
public class UrlConnectionTransport(
    private val connectTimeoutMs: Int = 10_000,
    private val readTimeoutMs: Int = 20_000,
) : Transport {
    override suspend fun send(request: HttpRequest): HttpResponse = coroutineScope {
        val connection = open(request)
        val answer = CoroutineScope(Dispatchers.IO).async { exchange(connection, request.body.toByteArray()) }
        try {
            answer.await()
        } finally {
            // A blocked read ends only when its connection is closed.
            if (!answer.isCompleted) withContext(Dispatchers.IO) { connection.disconnect() }
            answer.cancel()
        }
    }

    private fun open(request: HttpRequest): HttpURLConnection {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        connection.connectTimeout = connectTimeoutMs
        connection.readTimeout = readTimeoutMs
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        connection.doOutput = true
        for ((name, value) in request.headers) connection.setRequestProperty(name, value)
        return connection
    }

    private fun exchange(connection: HttpURLConnection, body: ByteArray): HttpResponse {
        connection.outputStream.use { it.write(body) }
        val status = connection.responseCode
        val stream = if (status >= 400) connection.errorStream else connection.inputStream
        val text = stream?.use(::textOf).orEmpty()
        val headers = connection.headerFields.entries
            .filter { (name) -> name != null }
            .associate { (name, values) -> name.lowercase() to values.joinToString(", ") }
        return HttpResponse(status, headers, text)
    }

    /** Bounded, because a stranger on the network may answer without end. */
    private fun textOf(stream: InputStream): String {
        val out = ByteArrayOutputStream()
        val chunk = ByteArray(16_384)
        while (out.size() <= LARGEST_ANSWER) {
            val count = stream.read(chunk)
            if (count < 0) break
            out.write(chunk, 0, count)
        }
        return out.toByteArray().decodeToString()
    }

    private companion object {
        const val LARGEST_ANSWER = 1 shl 20
    }
}
