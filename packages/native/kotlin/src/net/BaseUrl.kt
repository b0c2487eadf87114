package com.standpoint.net

import com.standpoint.ErrorCode
import com.standpoint.StandpointException
import java.net.URI
import java.net.URISyntaxException

/** The base address of the service, `https://…`, or `http://…` on the device itself. */
public class BaseUrl private constructor(
    /** Without a slash at its end. */
    public val text: String,
    /** Scheme, host and port, as the origins of pages are written. */
    public val origin: String,
) {
    public fun at(path: String): String = text + path

    internal fun docs(code: ErrorCode): String = at("/docs/errors#$code")

    public companion object {
        private val LOOPBACK = setOf("localhost", "127.0.0.1", "[::1]", "10.0.2.2")

        /** @throws StandpointException `config_invalid`, also for http to another device. */
        public fun of(text: String): BaseUrl {
            val uri = uriOf(text)
            val origin = originOf(text)
            val safe = uri?.scheme.equals("https", ignoreCase = true) || uri?.host in LOOPBACK
            if (uri == null || origin == null || uri.query != null || uri.fragment != null || !safe) {
                val message =
                    "The base address is https:// without a query or fragment, or http:// on this device."
                throw StandpointException(ErrorCode.CONFIG_INVALID, message)
            }
            return BaseUrl(text.trimEnd('/'), origin)
        }
    }
}

private fun uriOf(text: String): URI? =
    try {
        URI(text)
    } catch (_: URISyntaxException) {
        null
    }

/**
 * `https://host:port` of an http(s) address, the port only where it is not the usual one; null for other
 * text.
 */
public fun originOf(address: String): String? {
    val uri = uriOf(address) ?: return null
    val scheme = uri.scheme?.lowercase()?.takeIf { it == "https" || it == "http" } ?: return null
    val host = uri.host?.lowercase() ?: return null
    if (uri.rawUserInfo != null) return null
    val usual = if (scheme == "https") 443 else 80
    return "$scheme://$host" + if (uri.port == -1 || uri.port == usual) "" else ":${uri.port}"
}
