import Foundation

/// One run of the face page in a WebView: which messages are heard, where the page may go, who may have the
/// camera, and how it ended. The WebView itself is the platform's.
public final class FaceCheck: @unchecked Sendable {
    private let origin: String
    private let lock = NSLock()
    private var ended: FaceOutcome?
    private var waiting: [CheckedContinuation<FaceOutcome, Never>] = []

    /// - Parameter faceURL: the address that is loaded.
    /// - Throws: `StandpointError` `config_invalid` when it is no http(s) address.
    public init(faceURL: String) throws {
        guard let origin = originOf(faceURL) else {
            throw StandpointError(.configInvalid, "The face page has an http(s) address.")
        }
        self.origin = origin
    }

    /// Settles exactly once.
    public var outcome: FaceOutcome {
        get async {
            await withCheckedContinuation { continuation in
                let known = lock.withLock {
                    if ended == nil { waiting.append(continuation) }
                    return ended
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    /// Hears one message. Nil for everything that is not of the main frame of the face page: the WebView may
    /// have gone elsewhere, and a frame inside it speaks for itself.
    public func hear(pageOrigin: String, isMainFrame: Bool, text: String) -> FaceMessage? {
        guard isMainFrame, isFacePage(pageOrigin), let message = FaceMessage(text) else { return nil }
        switch message.event {
        case .ended(let outcome, _): end(outcome)
        case .close: close()
        default: break
        }
        return message
    }

    /// The app removed the page. Unless the check has ended, the outcome is a cancellation.
    public func close() { end(.canceled(step: "closed")) }

    /// Whether the WebView itself may load the address; open any other in the browser.
    public func mayLoad(_ url: String) -> Bool { originOf(url) == origin }

    /// Whether a page that asks may have the camera; no page gets the microphone.
    public func mayUseCamera(pageOrigin: String) -> Bool { isFacePage(pageOrigin) }

    private func isFacePage(_ pageOrigin: String) -> Bool { originOf(withoutSlash(pageOrigin)) == origin }

    var hasEnded: Bool { lock.withLock { ended != nil } }

    /// The first end counts.
    func end(_ outcome: FaceOutcome) {
        let told = lock.withLock {
            guard ended == nil else { return [CheckedContinuation<FaceOutcome, Never>]() }
            ended = outcome
            defer { waiting = [] }
            return waiting
        }
        for continuation in told { continuation.resume(returning: outcome) }
    }
}
