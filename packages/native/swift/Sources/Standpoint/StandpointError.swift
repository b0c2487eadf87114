/// The code of an error: one of the service's list, passed on unchanged, or one of the client's own below.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let configInvalid = ErrorCode(rawValue: "config_invalid")
    public static let baseURLMismatch = ErrorCode(rawValue: "base_url_mismatch")
    public static let environmentMismatch = ErrorCode(rawValue: "environment_mismatch")
    public static let tokenMissing = ErrorCode(rawValue: "token_missing")
    public static let tokenInvalid = ErrorCode(rawValue: "token_invalid")
    public static let tokenExpired = ErrorCode(rawValue: "token_expired")
    public static let tokenAlreadyUsed = ErrorCode(rawValue: "token_already_used")
    public static let tokenWrongPurpose = ErrorCode(rawValue: "token_wrong_purpose")
    public static let attestationFailed = ErrorCode(rawValue: "attestation_failed")
    public static let shortCodeNotFound = ErrorCode(rawValue: "short_code_not_found")
    public static let offline = ErrorCode(rawValue: "offline")
    public static let network = ErrorCode(rawValue: "network")
    public static let timeout = ErrorCode(rawValue: "timeout")
    public static let rateLimited = ErrorCode(rawValue: "rate_limited")
    public static let serverError = ErrorCode(rawValue: "server_error")
    public static let badResponse = ErrorCode(rawValue: "bad_response")
}

/// Advice to the person about an error; `none` when only the developer can do something.
public enum UserAction: Sendable { case retry, retryLater, contactSupport, none }

/// The only error of this library besides `CancellationError`: a call could not run. A negative decision, a
/// denied permission and a missing position are values, never errors.
public struct StandpointError: Error, Sendable, CustomStringConvertible {
    public let code: ErrorCode
    public let message: String
    /// Whether the same call may succeed later. A call with a spent token never does: fetch a new token
    /// first.
    public let retryable: Bool
    /// HTTP status, when the service answered.
    public let status: Int?
    /// Names the request in the service's log.
    public let requestID: String?
    public let docsURL: String?
    /// The time to wait before another call, in milliseconds.
    public let retryAfterMs: Int?

    init(
        _ code: ErrorCode, _ message: String, retryable: Bool? = nil, status: Int? = nil, requestID: String? = nil,
        docsURL: String? = nil, retryAfterMs: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.retryable = retryable ?? Self.fleeting.contains(code)
        self.status = status
        self.requestID = requestID
        self.docsURL = docsURL
        self.retryAfterMs = retryAfterMs
    }

    public var userAction: UserAction {
        if Self.fleeting.contains(code) || Self.needsNewToken.contains(code) { return .retry }
        if code == .badResponse { return .contactSupport }
        return retryable ? .retryLater : .none
    }

    public var description: String { "\(code): \(message)" }

    private static let fleeting: Set<ErrorCode> = [.offline, .network, .timeout]
    private static let needsNewToken: Set<ErrorCode> = [.tokenExpired, .tokenAlreadyUsed, .attestationFailed]
}
