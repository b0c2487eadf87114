package com.standpoint.face

import com.standpoint.net.BaseUrl
import com.standpoint.token.TokenReader
import java.net.URLEncoder

/**
 * @property returnUrl for a redirect; the workflow must list it. @property state the caller's own, for a
 * redirect.
 * @property parentOrigin for a frame: the origin of the page around it.
 */
public data class FaceUrlOptions(
    val locale: String? = null,
    val returnUrl: String? = null,
    val state: String? = null,
    val parentOrigin: String? = null,
)

/** The address of the face page. It holds the token: do not log it. */
public object FaceUrl {
    /**
     * @param faceBase the service's `STANDPOINT_FACE_BASE_URL`, by default `{baseUrl}/face`.
     * @throws com.standpoint.StandpointException as [TokenReader.portal] does.
     */
    public fun of(
        base: BaseUrl,
        faceBase: String,
        token: String,
        options: FaceUrlOptions = FaceUrlOptions(),
    ): String {
        val portal = TokenReader(base).portal(token)
        val fragment = listOf(
            "t" to token,
            "o" to options.parentOrigin,
            "r" to options.returnUrl,
            "s" to options.state,
            "l" to options.locale,
        )
            .filterNot { (_, value) -> value.isNullOrEmpty() }
            .joinToString("&") { (name, value) -> "$name=${encoded(value!!)}" }
        return "${faceBase.trimEnd('/')}/${encoded(portal.workflowId)}#$fragment"
    }

    /** As `encodeURIComponent` encodes. */
    private fun encoded(text: String): String =
        URLEncoder.encode(text, "UTF-8")
            .replace("+", "%20")
            .replace("%21", "!")
            .replace("%27", "'")
            .replace("%28", "(")
            .replace("%29", ")")
            .replace("%7E", "~")
}
