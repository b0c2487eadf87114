// Not compiled in our CI.
package com.standpoint.android

import android.annotation.SuppressLint
import android.content.Intent
import android.net.Uri
import android.webkit.PermissionRequest
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import com.standpoint.face.FaceCheck
import com.standpoint.face.FaceCommand
import com.standpoint.face.FaceEvent
import com.standpoint.face.FaceOutcome
import com.standpoint.net.originOf

/**
 * Shows the face page in a WebView.
 *
 * @param askForCamera asks the person for `CAMERA` at run time, and says whether it was granted.
 * @param newUrl gets the address of a new portal token from your backend.
 */
public class FaceWebView(
    private val view: WebView,
    private val askForCamera: (answer: (Boolean) -> Unit) -> Unit,
    private val newUrl: (load: (String) -> Unit) -> Unit,
    private val onClose: () -> Unit,
) {
    /** Loads the address from your backend and waits for the end. The decision is read by your backend. */
    @SuppressLint("SetJavaScriptEnabled")
    public suspend fun run(url: String): FaceOutcome {
        val speaks = WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)
        require(speaks) { "This WebView is too old." }
        val check = FaceCheck(url)
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true
        view.settings.mediaPlaybackRequiresUserGesture = false
        view.settings.allowFileAccess = false
        view.webViewClient = links(check)
        view.webChromeClient = camera(check)
        val origins = setOf(originOf(url)!!)
        WebViewCompat.addWebMessageListener(view, BRIDGE, origins) { _, message, origin, isMain, _ ->
            val text = message.data ?: return@addWebMessageListener
            check.hear(origin.toString(), isMain, text)?.let { obey(it.event) }
        }
        view.loadUrl(url)
        return try {
            check.outcome.await()
        } finally {
            WebViewCompat.removeWebMessageListener(view, BRIDGE)
        }
    }

    private fun obey(event: FaceEvent) {
        when (event) {
            FaceEvent.Ready -> view.evaluateJavascript(FaceCommand.Init("kotlin/0.5.0").script, null)
            FaceEvent.TokenNeeded -> newUrl { view.loadUrl(it) }
            FaceEvent.ReloadNeeded -> view.reload()
            FaceEvent.Close -> onClose()
            is FaceEvent.Ended -> if (!event.hold) onClose()
            else -> Unit
        }
    }

    private fun links(check: FaceCheck) = object : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (check.mayLoad(request.url.toString())) return false
            if (request.url.scheme == "https") open(request.url)
            return true
        }
    }

    private fun open(url: Uri) {
        runCatching { view.context.startActivity(Intent(Intent.ACTION_VIEW, url)) }
    }

    private fun camera(check: FaceCheck) = object : WebChromeClient() {
        override fun onPermissionRequest(request: PermissionRequest) {
            val wanted = PermissionRequest.RESOURCE_VIDEO_CAPTURE
            val mayHave = check.mayUseCamera(request.origin.toString()) && wanted in request.resources
            if (!mayHave) return request.deny()
            askForCamera { granted -> if (granted) request.grant(arrayOf(wanted)) else request.deny() }
        }
    }

    private companion object {
        const val BRIDGE = "facecheck"
    }
}
