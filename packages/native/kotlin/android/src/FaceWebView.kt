// Not compiled in our CI.
package com.standpoint.android

import android.annotation.SuppressLint
import android.content.Intent
import android.net.Uri
import android.net.http.SslError
import android.webkit.PermissionRequest
import android.webkit.RenderProcessGoneDetail
import android.webkit.SslErrorHandler
import android.webkit.WebChromeClient
import android.webkit.WebResourceError
import android.webkit.WebResourceRequest
import android.webkit.WebResourceResponse
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import com.standpoint.face.FaceEffect
import com.standpoint.face.FaceFlow
import com.standpoint.face.FaceInput
import com.standpoint.face.FaceOutcome
import com.standpoint.net.originOf
import kotlin.coroutines.cancellation.CancellationException

/**
 * Shows the face page in a WebView, for one check. What happens when is [FaceFlow]'s.
 *
 * @param askForCamera asks the person for `CAMERA` at run time, and says whether it was granted.
 * @param newUrl gets the address of a new portal token from your backend; null where there is none.
 * @param onClose the view may go. After a completed check it comes later than the outcome, when the person leaves the
 * closing screen.
 */
public class FaceWebView(
    private val view: WebView,
    private val askForCamera: (answer: (Boolean) -> Unit) -> Unit,
    private val newUrl: (answer: (String?) -> Unit) -> Unit,
    private val onClose: () -> Unit,
) {
    private var flow: FaceFlow? = null
    private var late: Runnable? = null

    /** Loads the address from your backend and waits for the outcome. The decision is read by your backend. */
    @SuppressLint("SetJavaScriptEnabled")
    public suspend fun run(url: String): FaceOutcome {
        val speaks = WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)
        require(speaks) { "This WebView is too old." }
        val flow = FaceFlow(url).also { flow = it }
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true
        view.settings.mediaPlaybackRequiresUserGesture = false
        view.settings.allowFileAccess = false
        view.webViewClient = Page(flow)
        view.webChromeClient = camera(flow)
        WebViewCompat.addWebMessageListener(view, BRIDGE, setOf(originOf(url)!!)) { _, message, origin, isMain, _ ->
            message.data?.let { tell(FaceInput.Message(origin.toString(), isMain, it)) }
        }
        obey(flow.start())
        return try {
            flow.outcome.await()
        } catch (stopped: CancellationException) {
            removed()
            throw stopped
        }
    }

    /** The person pressed back: the page asks first when progress would be lost. */
    public fun back(): Unit = tell(FaceInput.Back)

    /** You removed the view yourself. */
    public fun removed() {
        tell(FaceInput.Removed)
        leave()
    }

    private fun tell(input: FaceInput) {
        flow?.let { obey(it.on(input)) }
    }

    private fun obey(effects: List<FaceEffect>) {
        for (effect in effects) when (effect) {
            is FaceEffect.Load -> view.loadUrl(effect.url)
            FaceEffect.Reload -> view.reload()
            is FaceEffect.Wait -> {
                late?.let(view::removeCallbacks)
                late = Runnable { tell(FaceInput.WaitOver(effect.load)) }.also { view.postDelayed(it, effect.ms) }
            }
            is FaceEffect.Run -> view.evaluateJavascript(effect.script, null)
            FaceEffect.AskForUrl -> newUrl { answer -> view.post { tell(FaceInput.NewUrl(answer)) } }
            FaceEffect.Remove -> {
                leave()
                onClose()
            }
        }
    }

    private fun leave() {
        late?.let(view::removeCallbacks)
        WebViewCompat.removeWebMessageListener(view, BRIDGE)
    }

    private inner class Page(private val flow: FaceFlow) : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (flow.mayLoad(request.url.toString())) return false
            if (request.url.scheme == "https") open(request.url)
            return true
        }

        override fun onReceivedError(view: WebView, request: WebResourceRequest, error: WebResourceError) {
            if (request.isForMainFrame) tell(FaceInput.LoadFailed("${error.description}"))
        }

        override fun onReceivedHttpError(view: WebView, request: WebResourceRequest, answer: WebResourceResponse) {
            if (request.isForMainFrame) tell(FaceInput.LoadFailed("HTTP ${answer.statusCode}"))
        }

        override fun onReceivedSslError(view: WebView, handler: SslErrorHandler, error: SslError) {
            handler.cancel()
            if (flow.mayLoad(error.url)) tell(FaceInput.LoadFailed("its certificate is not valid"))
        }

        // A WebView whose process is gone loads nothing again, and the app would end if nothing handled it.
        override fun onRenderProcessGone(view: WebView, detail: RenderProcessGoneDetail): Boolean {
            tell(FaceInput.ProcessGone(canReload = false))
            return true
        }
    }

    private fun open(url: Uri) {
        runCatching { view.context.startActivity(Intent(Intent.ACTION_VIEW, url)) }
    }

    private fun camera(flow: FaceFlow) = object : WebChromeClient() {
        override fun onPermissionRequest(request: PermissionRequest) {
            val wanted = PermissionRequest.RESOURCE_VIDEO_CAPTURE
            val mayHave = flow.mayUseCamera(request.origin.toString()) && wanted in request.resources
            if (!mayHave) return request.deny()
            askForCamera { granted -> if (granted) request.grant(arrayOf(wanted)) else request.deny() }
        }
    }

    private companion object {
        const val BRIDGE = "facecheck"
    }
}
