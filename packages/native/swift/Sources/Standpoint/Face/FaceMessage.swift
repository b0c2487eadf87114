public enum FaceOutcome: Equatable, Sendable {
    /// `status` is `completed`, `processing` or `failed`: the decision is read by your backend.
    case completed(sessionID: String, status: String, livemode: Bool)
    case expired(sessionID: String?)
    /// The person gave up; `step` names the screen.
    case canceled(step: String)
    case failed(code: String, message: String?)
}

public enum FaceEvent: Equatable, Sendable {
    /// The page listens: send it `FaceCommand.start`.
    case ready
    case progress(step: String)
    /// Shown to the person by the page, which goes on.
    case problem(code: String, message: String?)
    /// With `hold`, keep the page until `.close`: it shows a closing screen.
    case ended(FaceOutcome, hold: Bool)
    /// Load the page again with the address of a new portal token.
    case tokenNeeded
    /// Load the page again: iOS keeps a denied camera until then.
    case reloadNeeded
    case close
    /// Of a later version of the page.
    case unknown(String)
}

/// One message of the face page. Messages are hints for the app: your backend alone reads the result.
public struct FaceMessage: Sendable {
    public let type: String
    public let members: JSONObject

    init?(_ text: String) {
        guard let said = JSONObject.parse(text), said["ns"]?.text == "facecheck", said["v"]?.number == 1,
            let type = said["type"]?.text
        else { return nil }
        self.type = type
        members = JSONObject(said.members.filter { $0.name != "ns" && $0.name != "v" }.map { ($0.name, $0.value) })
    }

    public var event: FaceEvent {
        let sessionID = members["session_id"]?.text
        switch type {
        case "ready": return .ready
        case "started", "consent", "permission", "handoff", "capture", "submitted": return .progress(step: type)
        case "completed":
            let outcome = FaceOutcome.completed(
                sessionID: sessionID ?? "", status: members["status"]?.text ?? "",
                livemode: members["livemode"]?.bool ?? true)
            return .ended(outcome, hold: members["hold"]?.bool == true)
        case "expired": return .ended(.expired(sessionID: sessionID), hold: false)
        case "canceled": return .ended(.canceled(step: members["step"]?.text ?? ""), hold: false)
        case "error": return failure
        case "token_needed": return .tokenNeeded
        case "reload_needed": return .reloadNeeded
        case "close": return .close
        default: return .unknown(type)
        }
    }

    private var failure: FaceEvent {
        let code = members["code"]?.text ?? ""
        let message = members["message"]?.text
        guard members["fatal"]?.bool == true else { return .problem(code: code, message: message) }
        return .ended(.failed(code: code, message: message), hold: false)
    }
}
