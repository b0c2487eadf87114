// Not compiled in our CI.
#if canImport(WebKit) && os(iOS)
import Standpoint
import UIKit
import WebKit

/// Shows the face page in a WKWebView: iOS 15 or newer, with `NSCameraUsageDescription` in `Info.plist`.
@MainActor
public final class FaceViewController: UIViewController {
    private let url: String
    private let check: FaceCheck
    private let newURL: () async -> String?
    private var webView: WKWebView!

    /// - Parameters:
    ///   - url: the address that your backend got with the portal token.
    ///   - newURL: gets the address of a new portal token from your backend.
    public init(url: String, newURL: @escaping () async -> String? = { nil }) throws {
        self.url = url
        self.newURL = newURL
        check = try FaceCheck(faceURL: url)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("The controller is made in code.") }

    /// Settles once. The decision is read by your backend.
    public var outcome: FaceOutcome { get async { await check.outcome } }

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
        load(url)
    }

    // The page's handler holds this controller. If it is not removed, the page and the camera stay on.
    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        guard isBeingDismissed || isMovingFromParent else { return }
        webView.configuration.userContentController.removeScriptMessageHandler(forName: "facecheck")
        check.close()
    }

    private func load(_ address: String) {
        guard check.mayLoad(address), let url = URL(string: address) else { return }
        webView.load(URLRequest(url: url))
    }

    private func obey(_ event: FaceEvent) {
        switch event {
        case .ready: webView.evaluateJavaScript(FaceCommand.start(sdk: "swift/0.5.0").script)
        case .tokenNeeded: Task { if let address = await newURL() { load(address) } }
        case .reloadNeeded: webView.reload()
        case .close, .ended(_, hold: false): dismiss(animated: true)
        default: break
        }
    }

    private func origin(_ of: WKSecurityOrigin) -> String {
        "\(of.protocol)://\(of.host)" + (of.port == 0 ? "" : ":\(of.port)")
    }
}

extension FaceViewController: WKScriptMessageHandler {
    public func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let text = message.body as? String else { return }
        let frame = message.frameInfo
        let heard = check.hear(pageOrigin: origin(frame.securityOrigin), isMainFrame: frame.isMainFrame, text: text)
        if let heard { obey(heard.event) }
    }
}

extension FaceViewController: WKUIDelegate {
    // Without this, WebKit asks the person a second time, after the system has asked.
    public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor asking: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
    ) {
        let mayHave = type == .camera && frame.isMainFrame && check.mayUseCamera(pageOrigin: origin(asking))
        decisionHandler(mayHave ? .grant : .deny)
    }
}

extension FaceViewController: WKNavigationDelegate {
    public func webView(
        _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        let isMain = action.targetFrame?.isMainFrame ?? true
        guard isMain, let url = action.request.url, !check.mayLoad(url.absoluteString) else {
            return decisionHandler(.allow)
        }
        decisionHandler(.cancel)
        if url.scheme == "https" { UIApplication.shared.open(url) }
    }
}
#endif
