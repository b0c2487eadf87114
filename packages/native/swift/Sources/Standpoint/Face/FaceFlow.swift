/// What happened around the face page.
public enum FaceInput: Equatable, Sendable {
    /// The page said something.
    case message(pageOrigin: String, isMainFrame: Bool, text: String)
    /// The page itself could not be loaded; a picture or script of it does not count.
    case loadFailed(String)
    /// `canReload`: whether this view can load a page again.
    case processGone(canReload: Bool)
    /// The time of a `FaceEffect.wait` is over.
    case waitOver(load: Int)
    /// The answer to `FaceEffect.askForURL`; nil when your backend gave no other token.
    case newURL(String?)
    /// The person pressed back.
    case back
    /// The app removed the view.
    case removed
}

/// What the app does with its view, in this order.
public enum FaceEffect: Equatable, Sendable {
    case load(String)
    /// Load the page that is shown again.
    case reload
    /// After `milliseconds`, say `FaceInput.waitOver` with the same `load`; an earlier wait may be forgotten.
    case wait(load: Int, milliseconds: Int)
    /// Run this in the page.
    case run(script: String)
    /// Get the address of a new portal token from your backend, and say `FaceInput.newURL`.
    case askForURL
    /// The view may go: nothing comes after it.
    case remove
}

/// The run of the face page in a view: inputs in, effects out, without a clock and without a view. The outcome
/// settles once; after a completed check the view stays until the page's closing screen is left. Call it on one
/// thread.
public final class FaceFlow {
    private static let loadMilliseconds = 20_000
    /// A system that is short of memory ends the process of a page; one that never stops would load for ever.
    private static let reloadsMax = 2

    /// Has the outcome; the decision is read by your backend.
    public let check: FaceCheck
    private let url: String
    private let sdk: String
    private var load = 0
    private var waiting = false
    private var askedForURL = false
    private var askedToLeave = false
    private var step = "loading"
    private var reloads = 0
    private var removed = false

    /// - Throws: `StandpointError` `config_invalid` when it is no http(s) address.
    public init(url: String, sdk: String = "swift/0.5.0") throws {
        self.url = url
        self.sdk = sdk
        check = try FaceCheck(faceURL: url)
    }

    public func mayLoad(_ address: String) -> Bool { !removed && check.mayLoad(address) }

    public func mayUseCamera(pageOrigin: String) -> Bool { !removed && check.mayUseCamera(pageOrigin: pageOrigin) }

    public func start() -> [FaceEffect] { shown(.load(url)) }

    public func on(_ input: FaceInput) -> [FaceEffect] {
        if removed { return [] }
        switch input {
        case .message(let origin, let isMainFrame, let text):
            let heard = check.hear(pageOrigin: origin, isMainFrame: isMainFrame, text: text)
            return heard.map { obey($0.event) } ?? []
        case .loadFailed(let detail): return failed(detail)
        case .processGone(let canReload): return processGone(canReload)
        case .waitOver(let over): return waiting && over == load ? failed("no answer of the page") : []
        case .newURL(let address): return renewed(address)
        case .back: return back()
        case .removed:
            removed = true
            check.end(.canceled(step: "closed"))
            return []
        }
    }

    private func obey(_ event: FaceEvent) -> [FaceEffect] {
        switch event {
        case .ready: return ready()
        case .progress(let reached):
            step = reached
            // A person who goes on has stayed: the page asks again at the next wish to leave.
            askedToLeave = false
        case .tokenNeeded:
            askedForURL = true
            return [.askForURL]
        case .reloadNeeded: return shown(.reload)
        // It keeps the page that shows a closing screen.
        case .ended(_, let hold): return hold ? [] : remove()
        case .close: return remove()
        case .problem, .unknown: break
        }
        return []
    }

    private func ready() -> [FaceEffect] {
        waiting = false
        if step == "loading" { step = "ready" }
        return [.run(script: FaceCommand.start(sdk: sdk).script)]
    }

    /// A page that stays silent ends the check.
    private func shown(_ effect: FaceEffect) -> [FaceEffect] {
        waiting = true
        load += 1
        return [effect, .wait(load: load, milliseconds: Self.loadMilliseconds)]
    }

    private func renewed(_ address: String?) -> [FaceEffect] {
        guard askedForURL, !check.hasEnded else { return [] }
        askedForURL = false
        // The page tells the person that its time is over.
        guard let address else { return [] }
        if check.mayLoad(address) { return shown(.load(address)) }
        return ended(ErrorCode.configInvalid.rawValue, "The new address is not one of the face page.")
    }

    private func processGone(_ canReload: Bool) -> [FaceEffect] {
        guard canReload, !check.hasEnded, reloads < Self.reloadsMax else { return failed("its process ended") }
        reloads += 1
        return shown(.reload)
    }

    /// The first wish goes to the page, which asks when progress would be lost.
    private func back() -> [FaceEffect] {
        if !askedToLeave, !waiting, !check.hasEnded {
            askedToLeave = true
            return [.run(script: FaceCommand.cancel.script)]
        }
        check.end(.canceled(step: step))
        return remove()
    }

    /// `iframe_load_failed` is the name that all clients have for it.
    private func failed(_ detail: String) -> [FaceEffect] {
        ended("iframe_load_failed", "The face page was not loaded: \(detail).")
    }

    private func ended(_ code: String, _ message: String) -> [FaceEffect] {
        check.end(.failed(code: code, message: message))
        return remove()
    }

    private func remove() -> [FaceEffect] {
        removed = true
        return [.remove]
    }
}
