/// Reads tokens before anything is sent, so that a mistake is named here and a token reaches no stranger.
public struct TokenReader: Sendable {
    let base: BaseURL

    public init(base: BaseURL) { self.base = base }

    /// - Throws: `StandpointError` with `token_missing`, `token_invalid`, `token_wrong_purpose` or
    /// `base_url_mismatch`.
    public func preflight(_ text: String) throws -> PreflightToken {
        let claims = try claims(text, type: "preflight+jwt")
        guard let key = claims["enc"]?.object else { throw invalid("it names no key to seal to") }
        guard let environment = claims["env"]?.text.flatMap(Environment.init) else {
            throw invalid("it names no environment")
        }
        return PreflightToken(
            text: text,
            issuer: try need("iss", in: claims),
            jti: try need("jti", in: claims),
            environment: environment,
            sdk: claims["sdk"]?.text,
            attestationChallenge: claims["attestation_challenge"]?.text,
            key: PayloadKey(kid: try need("kid", in: key), x: try need("x", in: key), y: try need("y", in: key)))
    }

    /// - Throws: as `preflight(_:)` does.
    public func portal(_ text: String) throws -> PortalToken {
        let claims = try claims(text, type: "portal+jwt")
        return PortalToken(
            text: text,
            issuer: try need("iss", in: claims),
            jti: try need("jti", in: claims),
            workflowID: try need("workflow_id", in: claims))
    }

    private func claims(_ text: String, type: String) throws -> JSONObject {
        if text.isEmpty { throw failure(.tokenMissing, "There is no token. Ask your backend for one.") }
        if let secret = Self.secrets.first(where: { text.hasPrefix($0.prefix) }) {
            throw invalid("it is \(secret.name), which must never be in an app")
        }
        guard let token = CompactToken(text) else { throw invalid("it is no compact JWS") }
        guard let claims = token.claims else { throw invalid("its claims are no JSON object") }
        _ = try need("jti", in: claims)
        guard let issuer = originOf(try need("iss", in: claims)) else { throw invalid("its issuer is no address") }
        let found = token.header["typ"]?.text ?? "none"
        guard found == type else {
            throw failure(.tokenWrongPurpose, "This call needs a token of type \(type), not \(found).")
        }
        guard issuer == base.origin else {
            let message = "The token was minted on \(issuer), but this client calls \(base.origin)."
            throw failure(.baseURLMismatch, message)
        }
        return claims
    }

    private func need(_ name: String, in object: JSONObject) throws -> String {
        guard let text = object[name]?.text, !text.isEmpty else { throw invalid("it has no \(name)") }
        return text
    }

    private func invalid(_ why: String) -> StandpointError {
        failure(.tokenInvalid, "The token cannot be used: \(why). Ask your backend for a new one.")
    }

    private func failure(_ code: ErrorCode, _ message: String) -> StandpointError {
        StandpointError(code, message, docsURL: base.docs(code))
    }

    private static let secrets: [(prefix: String, name: String)] = [
        ("sp_live_", "an API key"),
        ("sp_test_", "an API key"),
        ("sr_live_", "a results key"),
        ("sr_test_", "a results key"),
        ("whsec_", "a webhook secret"),
        ("pkg_", "a package token"),
    ]
}
