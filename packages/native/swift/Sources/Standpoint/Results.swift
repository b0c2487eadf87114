import Foundation

public enum Decision: String, Sendable { case pass, fail, review, retry }

/// Something that the person can act on; `message` and `remedy` are in the language of the call.
public struct Reason: Sendable {
    public let code: String
    public let message: String
    public let remedy: String
}

/// A phone may take over: show `url` as a QR code, and verify with the result's `nextToken` afterwards.
public struct Handoff: Sendable {
    public let code: String
    public let url: String
    public let expiresAt: Date?
}

public struct VerifyResult: Sendable {
    public let verificationID: String
    public let decision: Decision
    public let livemode: Bool
    public let reasons: [Reason]
    /// Signed; for your backend. Nil for `.retry`.
    public let resultToken: String?
    /// A new single-use token of the same transaction; only with `.retry`.
    public let nextToken: String?
    public let handoff: Handoff?
    public let expiresAt: Date?
    public let softExpiresAt: Date?
    /// Seconds until the next check, when one is due.
    public let nextCheckInS: Int?
    public let recheckOn: [String]
    public let requestID: String

    /// - Throws: `StandpointError` `bad_response` when the answer holds no decision that this version knows.
    init(_ answer: Answer) throws {
        let data = answer.data
        guard let decision = data["decision"]?.text.flatMap(Decision.init) else {
            throw StandpointError(.badResponse, "The answer holds no known decision.", requestID: answer.requestID)
        }
        verificationID = data["verification_id"]?.text ?? ""
        self.decision = decision
        livemode = data["livemode"]?.bool ?? true
        reasons = (data["reasons"]?.array ?? []).compactMap(\.object).map {
            Reason(
                code: $0["code"]?.text ?? "", message: $0["message"]?.text ?? "", remedy: $0["remedy"]?.text ?? "")
        }
        resultToken = data["result_token"]?.text
        nextToken = data["next_token"]?.text
        handoff = data["handoff"]?.object.flatMap {
            guard let code = $0["code"]?.text, let url = $0["url"]?.text else { return nil }
            return Handoff(code: code, url: url, expiresAt: date($0["expires_at"]))
        }
        expiresAt = date(data["expires_at"])
        softExpiresAt = date(data["soft_expires_at"])
        nextCheckInS = data["next_check_in_s"]?.whole
        recheckOn = data["recheck_on"]?.texts ?? []
        requestID = answer.requestID
    }
}

public struct CollectResult: Sendable {
    /// For `evaluate` in your backend: sealed with a token, `plain.` and base64url without one.
    public let payload: String
    /// Whether the service stamped the public address into the payload.
    public let hasPublicIP: Bool
    public let collectedAt: Date
}

private func date(_ value: JSONValue?) -> Date? {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return value?.text.flatMap(formatter.date)
}
