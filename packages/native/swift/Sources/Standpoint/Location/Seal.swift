import Foundation

/// The call that will open a payload. The header binds the payload to it and to one token.
public struct SealFor: Sendable {
    public var jti: String
    public var path: String
    /// Name and version, e.g. `swift/0.5.0`.
    public var sdk: String
    /// Of a page; an app has none.
    public var origin: String?
}

/// Seals evidence to the service: compact JWE (RFC 7516), ECDH-ES on P-256 directly, A256GCM.
public struct Seal: Sendable {
    private static let algorithm = "A256GCM"
    let crypto: any Crypto

    /// - Throws: `StandpointError` `token_invalid` when the service's key is no point on the curve.
    public func seal(core: String, integrity: JSONObject, key: PayloadKey, target: SealFor) throws -> String {
        try seal(
            core: core, integrity: integrity, key: key, target: target, ephemeral: crypto.ephemeral(),
            iv: crypto.random(12))
    }

    /// The ephemeral key and `iv` are drawn anew for every payload: used twice, they break AES-GCM.
    func seal(
        core: String, integrity: JSONObject, key: PayloadKey, target: SealFor, ephemeral: Ephemeral, iv: Data
    ) throws -> String {
        guard let x = coordinate(key.x), let y = coordinate(key.y), let secret = ephemeral.agree(x, y) else {
            throw StandpointError(.tokenInvalid, "The token's key `enc` is no point on P-256.")
        }
        let header = Base64URL.encode(header(key, target, ephemeral))
        let content = JSONValue.members([("core", .text(core)), ("integrity", .object(integrity))]).written()
        let (ciphertext, tag) = try crypto.seal(
            Data(content.utf8), key: derive(secret), iv: iv, authenticating: Data(header.utf8))
        return [header, "", Base64URL.encode(iv), Base64URL.encode(ciphertext), Base64URL.encode(tag)]
            .joined(separator: ".")
    }

    private func coordinate(_ text: String) -> Data? {
        Base64URL.decode(text).flatMap { $0.count == 32 ? $0 : nil }
    }

    private func header(_ key: PayloadKey, _ target: SealFor, _ ephemeral: Ephemeral) -> String {
        JSONValue.members([
            ("alg", .text("ECDH-ES")),
            ("enc", .text(Self.algorithm)),
            ("kid", .text(key.kid)),
            ("epk", .members([
                ("kty", .text("EC")),
                ("crv", .text("P-256")),
                ("x", .text(Base64URL.encode(ephemeral.x))),
                ("y", .text(Base64URL.encode(ephemeral.y))),
            ])),
            ("sp_jti", .text(target.jti)),
            ("sp_htm", .text("POST")),
            ("sp_path", .text(target.path)),
            ("sp_origin", .of(target.origin)),
            ("sp_sdk", .text(target.sdk)),
        ]).written()
    }

    /// One round of the Concat KDF (NIST SP 800-56A §5.8.1) with the fields of RFC 7518 §4.6.2.
    private func derive(_ secret: Data) -> Data {
        let algorithm = Data(Self.algorithm.utf8)
        let fields = [word(1), secret, word(algorithm.count), algorithm, word(0), word(0), word(256)]
        return crypto.sha256(fields.reduce(Data(), +))
    }

    private func word(_ value: Int) -> Data {
        withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) }
    }
}
