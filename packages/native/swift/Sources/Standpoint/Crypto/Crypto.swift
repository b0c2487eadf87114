import Foundation

/// A key pair on P-256 that is used for one payload.
public struct Ephemeral: Sendable {
    /// Coordinates of the public point, 32 bytes each.
    public let x: Data
    public let y: Data
    /// The x coordinate of the point shared with another public key; nil when that key is not on the curve.
    public let agree: @Sendable (_ x: Data, _ y: Data) -> Data?

    public init(x: Data, y: Data, agree: @escaping @Sendable (Data, Data) -> Data?) {
        self.x = x
        self.y = y
        self.agree = agree
    }
}

/// The primitives that the platform gives. On Apple they are CryptoKit's (`AppleCrypto`).
public protocol Crypto: Sendable {
    func sha256(_ bytes: Data) -> Data
    func random(_ count: Int) -> Data
    func ephemeral() -> Ephemeral
    /// AES-256-GCM: the ciphertext and its tag of 16 bytes.
    func seal(_ bytes: Data, key: Data, iv: Data, authenticating: Data) throws -> (ciphertext: Data, tag: Data)
    /// Ed25519 (RFC 8032); false also for a key that is none.
    func isSigned(_ bytes: Data, by publicKey: Data, with signature: Data) -> Bool
}
