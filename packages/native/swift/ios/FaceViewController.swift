// Not compiled in our CI.
#if canImport(WebKit) && os(iOS)
import Standpoint
import UIKit
import WebKit

/// Shows the face page in a WKWebView, for one check: iOS 15 or newer, with `NSCameraUsageDescription` in
/// `Info.plist`. What happens when is `FaceFlow`'s.
@MainActor
public final class FaceViewController: UIViewController {
    private let flow: FaceFlow
    private let newURL: () async -> String?
    private var late: Task<Void, Never>?
    private var webView: WKWebView!

    /// - Parameters:
    ///   - url: the address that your backend got with the portal token.
    ///   - newURL: gets the address of a new portal token from your backend; nil where there is none.
    public init(url: String, newURL: @escaping () async -> String? = { nil }) throws {
        self.newURL = newURL
        flow = try FaceFlow(url: url)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("The controller is made in code.") }

    /// Settles once. The decision is read by your backend. After a completed check the controller stays until the
    /// person leaves the closing screen.
    public var outcome: FaceOutcome { get async { await flow.check.outcome } }

    /// The person pressed back: the page asks first when progress would be lost.
    public func back() { tell(.back) }

    public override func viewDidLoad() {
        super.viewDidLoad()
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.userContentController.add(self, name: "facecheck")
        webView = WKWebView(frame: view.bounds, configuration: configuration)
        webView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        webView.uiDelegate = self
        webView.navigationDelegate = self
        view.addSubview(webView)
        obey(flow.start())
    }

    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        guard isBeingDismissed || isMovingFromParent else { return }
        tell(.removed)
        leave()
    }

    private func tell(_ input: FaceInput) { obey(flow.on(input)) }

    private func obey(_ effects: [FaceEffect]) {
        for effect in effects {
            switch effect {
            case .load(let address): if let url = URL(string: address) { webView.load(URLRequest(url: url)) }
            case .reload: webView.reload()
            case .wait(let load, let milliseconds): wait(load, milliseconds)
            case .run(let script): webView.evaluateJavaScript(script)
            case .askForURL: Task { tell(.newURL(await newURL())) }
            case .remove:
                leave()
                dismiss(animated: true)
            }
        }
    }

    private func wait(_ load: Int, _ milliseconds: Int) {
        late?.cancel()
        late = Task { [weak self] in
            try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
            if !Task.isCancelled { self?.tell(.waitOver(load: load)) }
        }
    }

    // The page's handler holds this controller. If it is not removed, the page and the camera stay on.
    private func leave() {
        late?.cancel()
        webView.configuration.userContentController.removeScriptMessageHandler(forName: "facecheck")
    }

    private func origin(_ of: WKSecurityOrigin) -> String {
        "\(of.protocol)://\(of.host)" + (of.port == 0 ? "" : ":\(of.port)")
    }
}

extension FaceViewController: WKScriptMessageHandler {
    public func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let text = message.body as? String else { return }
        let frame = message.frameInfo
        tell(.message(pageOrigin: origin(frame.securityOrigin), isMainFrame: frame.isMainFrame, text: text))
    }
}

extension FaceViewController: WKUIDelegate {
    // Without this, WebKit asks the person a second time, after the system has asked.
    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor asking: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
    ) {
        let mayHave = type == .camera && frame.isMainFrame && flow.mayUseCamera(pageOrigin: origin(asking))
        decisionHandler(mayHave ? .grant : .deny)
    }
}

extension FaceViewController: WKNavigationDelegate {
    public func webView(
        _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        let isMain = action.targetFrame?.isMainFrame ?? true
        guard isMain, let url = action.request.url, !flow.mayLoad(url.absoluteString) else {
            return decisionHandler(.allow)
        }
        decisionHandler(.cancel)
        if url.scheme == "https" { UIApplication.shared.open(url) }
    }

    public func webView(
        _ webView: WKWebView, decidePolicyFor answer: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        let status = (answer.response as? HTTPURLResponse)?.statusCode ?? 200
        guard answer.isForMainFrame, status >= 400 else { return decisionHandler(.allow) }
        decisionHandler(.cancel)
        tell(.loadFailed("HTTP \(status)"))
    }

    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { failed(error) }

    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        failed(error)
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { tell(.processGone(canReload: true)) }

    /// A load that another one replaces, or that this controller refused, is no failure.
    private func failed(_ error: any Error) {
        let error = error as NSError
        let replaced = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
        let refused = error.domain == "WebKitErrorDomain" && error.code == 102
        if !replaced && !refused { tell(.loadFailed(error.localizedDescription)) }
    }
}
#endif
