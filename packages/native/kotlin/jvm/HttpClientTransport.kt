package com.standpoint.jvm

import com.standpoint.net.HttpRequest
import com.standpoint.net.HttpResponse
import com.standpoint.net.Transport
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.time.Duration
import kotlinx.coroutines.future.await

/**
 * `java.net.http`, without redirects and cookies. Unlike `HttpURLConnection` it never repeats a POST by itself.
 * Android has none: there it is `UrlConnectionTransport`.
 */
public class HttpClientTransport(private val client: HttpClient = plain()) : Transport {
    override suspend fun send(request: HttpRequest): HttpResponse {
        val carried = java.net.http.HttpRequest.newBuilder(URI(request.url))
            .POST(BodyPublishers.ofString(request.body))
        for ((name, value) in request.headers) carried.header(name, value)
        // A cancelled coroutine cancels the exchange.
        val answer = client.sendAsync(carried.build(), BodyHandlers.ofString()).await()
        val headers = answer.headers().map().entries
            .associate { (name, values) -> name.lowercase() to values.joinToString(", ") }
        return HttpResponse(answer.statusCode(), headers, answer.body())
    }

    private companion object {
        /** HTTP/1.1: the upgrade to HTTP/2 over http would add headers that proxies refuse. */
        fun plain(): HttpClient = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build()
    }
}
