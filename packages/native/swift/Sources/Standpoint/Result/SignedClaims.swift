import Foundation

/// Who signs and for whom.
public struct Trust: Sendable {
    /// The service's base address.
    public var issuer: String
    /// Your organization's id.
    public var organization: String
    public var crypto: any Crypto
    /// Where keys come from. `refresh` asks the service again: a token may be signed by a key that is new.
    public var keys: @Sendable (_ refresh: Bool) async throws -> KeySet
    public var now: @Sendable () -> Date = { Date() }

    public init(
        issuer: String, organization: String, crypto: any Crypto,
        keys: @escaping @Sendable (_ refresh: Bool) async throws -> KeySet
    ) {
        self.issuer = issuer
        self.organization = organization
        self.crypto = crypto
        self.keys = keys
    }

    static let skewS = 30

    /// Opens what the service signed: form, type, key, signature, issuer, times, organization (RFC 7519, RFC
    /// 8725).
    ///
    /// - Throws: `RefusedToken` with the first fault in this order.
    func open(_ text: String, type: String, maxAgeS: Int? = nil) async throws -> JSONObject {
        guard let token = CompactToken(text) else { throw RefusedToken(.malformed) }
        let kid = try kid(of: token.header, type: type)
        var key = try await keys(false).find(kid)
        if key == nil { key = try await keys(true).find(kid) }
        guard let key else { throw RefusedToken(.unknownKey) }
        guard crypto.isSigned(Data(token.signed.utf8), by: key, with: token.signature) else {
            throw RefusedToken(.badSignature)
        }
        guard let claims = token.claims, let jti = claims["jti"]?.text, !jti.isEmpty else {
            throw RefusedToken(.malformed)
        }
        guard claims["iss"]?.text == issuer else { throw RefusedToken(.wrongIssuer) }
        try checkTimes(claims, maxAgeS)
        guard claims["aud"]?.text == organization else { throw RefusedToken(.wrongAudience) }
        return claims
    }

    /// The header is exactly {alg, typ, kid}: no key and no extension is ever taken from a token.
    private func kid(of header: JSONObject, type: String) throws -> String {
        let known: Set = ["alg", "typ", "kid"]
        guard header["alg"]?.text == "EdDSA", let kid = header["kid"]?.text,
            header.members.allSatisfy({ known.contains($0.name) })
        else { throw RefusedToken(.malformed) }
        guard header["typ"]?.text == type else { throw RefusedToken(.wrongType) }
        return kid
    }

    private func checkTimes(_ claims: JSONObject, _ maxAgeS: Int?) throws {
        // Without an end it would live for ever.
        guard let exp = claims["exp"]?.whole else { throw RefusedToken(.expired) }
        guard let iat = claims["iat"]?.whole else { throw RefusedToken(.malformed) }
        let nowS = Int(now().timeIntervalSince1970)
        if exp <= nowS - Self.skewS { throw RefusedToken(.expired) }
        if iat > nowS + Self.skewS { throw RefusedToken(.malformed) }
        if let maxAgeS, nowS - iat > maxAgeS + Self.skewS { throw RefusedToken(.tooOld) }
    }
}
