package com.standpoint.net

/** One POST. The body is sent as it is: a repetition must have the same bytes. */
public data class HttpRequest(val url: String, val headers: Map<String, String>, val body: String)

/** @property headers with names in small letters. */
public data class HttpResponse(val status: Int, val headers: Map<String, String>, val body: String)

/** Carries requests. Replace it to use the HTTP stack of your app. */
public fun interface Transport {
    /**
     * Sends the request once: no repetition of its own, no redirect, no cache, no cookie.
     *
     * @throws java.io.IOException when no answer arrives.
     */
    public suspend fun send(request: HttpRequest): HttpResponse
}
