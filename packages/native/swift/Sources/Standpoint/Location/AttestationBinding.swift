import Foundation

/// The 32 bytes that a device attests or signs: SHA-256 of `sp-geo-v1`, the token's `jti`, its
/// `attestation_challenge` and the digest of `core`. They are spent with the token, so a recording proves
/// nothing.
public struct AttestationBinding: Sendable {
    public let text: String
    public let bytes: Data

    public init(jti: String, challenge: String, core: String, crypto: any Crypto) {
        let digest = crypto.sha256(Data(core.utf8)).hex
        text = ["sp-geo-v1", jti, challenge, digest].joined(separator: "\n")
        bytes = crypto.sha256(Data(text.utf8))
    }
}

extension Data {
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
