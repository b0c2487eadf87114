public enum Environment: String, Sendable { case production, sandbox }

/// The service's payload key, a point on P-256; both coordinates in base64url.
public struct PayloadKey: Equatable, Sendable {
    public let kid: String
    public let x: String
    public let y: String

    public init(kid: String, x: String, y: String) {
        self.kid = kid
        self.x = x
        self.y = y
    }
}

/// The claims of a preflight token that a client reads. They are not trusted: only the service checks the
/// signature, and only the service judges `exp`, because the clock of a device may be wrong.
public struct PreflightToken: Sendable {
    public let text: String
    public let issuer: String
    public let jti: String
    public let environment: Environment
    /// Generation of the client for which it was minted: `0.3` or `0.5`.
    public let sdk: String?
    public let attestationChallenge: String?
    public let key: PayloadKey
}

/// The claims of a portal token that the face flow reads.
public struct PortalToken: Sendable {
    public let text: String
    public let issuer: String
    public let jti: String
    public let workflowID: String
}
