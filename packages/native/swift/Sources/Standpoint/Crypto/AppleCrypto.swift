#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// CryptoKit: iOS 14 or newer.
public struct AppleCrypto: Crypto {
    public init() {}

    public func sha256(_ bytes: Data) -> Data { Data(SHA256.hash(data: bytes)) }

    public func random(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    public func ephemeral() -> Ephemeral {
        let key = P256.KeyAgreement.PrivateKey()
        let point = key.publicKey.rawRepresentation
        return Ephemeral(x: point.prefix(32), y: point.suffix(32)) { x, y in
            // CryptoKit refuses a point that is not on the curve.
            guard let theirs = try? P256.KeyAgreement.PublicKey(rawRepresentation: x + y),
                let secret = try? key.sharedSecretFromKeyAgreement(with: theirs)
            else { return nil }
            return secret.withUnsafeBytes { Data($0) }
        }
    }

    public func seal(_ bytes: Data, key: Data, iv: Data, authenticating: Data) throws -> (ciphertext: Data, tag: Data) {
        let nonce = try AES.GCM.Nonce(data: iv)
        let box = try AES.GCM.seal(bytes, using: SymmetricKey(data: key), nonce: nonce, authenticating: authenticating)
        return (box.ciphertext, box.tag)
    }

    public func isSigned(_ bytes: Data, by publicKey: Data, with signature: Data) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
#endif
