import Foundation
@testable import Standpoint

/// Stands in for CryptoKit where there is none: OpenSSL 3, loaded while the tests run. No app gets it.
struct TestCrypto: Crypto {
    func sha256(_ bytes: Data) -> Data {
        output(32) { _ = OpenSSL.sha256([UInt8](bytes), bytes.count, $0) }
    }

    func random(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: .min ... .max) })
    }

    func ephemeral() -> Ephemeral { pair(scalar: random(32)) }

    /// The pair of a given scalar, for the vectors.
    func pair(scalar: Data) -> Ephemeral {
        let point = OpenSSL.multiply(nil, by: scalar)!
        return Ephemeral(x: point.prefix(32), y: point.suffix(32)) { x, y in
            OpenSSL.multiply(x + y, by: scalar)?.prefix(32)
        }
    }

    func seal(_ bytes: Data, key: Data, iv: Data, authenticating: Data) throws -> (ciphertext: Data, tag: Data) {
        let context = OpenSSL.newCipher()
        defer { OpenSSL.freeCipher(context) }
        var length: Int32 = 0
        _ = OpenSSL.startSealing(context, OpenSSL.aes256gcm(), nil, [UInt8](key), [UInt8](iv))
        _ = OpenSSL.update(context, nil, &length, [UInt8](authenticating), Int32(authenticating.count))
        let ciphertext = output(bytes.count) {
            _ = OpenSSL.update(context, $0, &length, [UInt8](bytes), Int32(bytes.count))
            _ = OpenSSL.finish(context, $0, &length)
        }
        let getTag: Int32 = 0x10
        return (ciphertext, output(16) { _ = OpenSSL.control(context, getTag, 16, $0) })
    }

    func isSigned(_ bytes: Data, by publicKey: Data, with signature: Data) -> Bool {
        let ed25519: Int32 = 1_087
        guard let key = OpenSSL.rawKey(ed25519, nil, [UInt8](publicKey), publicKey.count) else { return false }
        defer { OpenSSL.freeKey(key) }
        let context = OpenSSL.newDigest()
        defer { OpenSSL.freeDigest(context) }
        guard OpenSSL.startVerifying(context, nil, nil, nil, key) == 1 else { return false }
        return OpenSSL.verify(context, [UInt8](signature), signature.count, [UInt8](bytes), bytes.count) == 1
    }
}

private func output(_ count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) -> Data {
    var bytes = [UInt8](repeating: 0, count: count + 16)
    bytes.withUnsafeMutableBufferPointer { fill($0.baseAddress!) }
    return Data(bytes.prefix(count))
}
