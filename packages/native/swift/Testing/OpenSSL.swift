import Foundation

/// The functions of libcrypto 3 that `TestCrypto` calls.
enum OpenSSL {
    typealias Pointer = OpaquePointer?
    typealias Bytes = UnsafePointer<UInt8>
    typealias Out = UnsafeMutablePointer<UInt8>

    nonisolated(unsafe) private static let library: UnsafeMutableRawPointer = {
        guard let found = dlopen("libcrypto.so.3", RTLD_NOW) else { fatalError("The tests need OpenSSL 3.") }
        return found
    }()

    private static func function<F>(_ name: String, as type: F.Type) -> F {
        unsafeBitCast(dlsym(library, name)!, to: type)
    }

    static let sha256 = function("SHA256", as: (@convention(c) (Bytes, Int, Out) -> Out?).self)

    static let newCipher = function("EVP_CIPHER_CTX_new", as: (@convention(c) () -> Pointer).self)
    static let freeCipher = function("EVP_CIPHER_CTX_free", as: (@convention(c) (Pointer) -> Void).self)
    static let aes256gcm = function("EVP_aes_256_gcm", as: (@convention(c) () -> Pointer).self)
    static let startSealing = function(
        "EVP_EncryptInit_ex", as: (@convention(c) (Pointer, Pointer, Pointer, Bytes, Bytes) -> Int32).self)
    static let update = function(
        "EVP_EncryptUpdate",
        as: (@convention(c) (Pointer, Out?, UnsafeMutablePointer<Int32>, Bytes, Int32) -> Int32).self)
    static let finish = function(
        "EVP_EncryptFinal_ex", as: (@convention(c) (Pointer, Out, UnsafeMutablePointer<Int32>) -> Int32).self)
    static let control = function(
        "EVP_CIPHER_CTX_ctrl", as: (@convention(c) (Pointer, Int32, Int32, Out) -> Int32).self)

    static let rawKey = function(
        "EVP_PKEY_new_raw_public_key", as: (@convention(c) (Int32, Pointer, Bytes, Int) -> Pointer).self)
    static let freeKey = function("EVP_PKEY_free", as: (@convention(c) (Pointer) -> Void).self)
    static let newDigest = function("EVP_MD_CTX_new", as: (@convention(c) () -> Pointer).self)
    static let freeDigest = function("EVP_MD_CTX_free", as: (@convention(c) (Pointer) -> Void).self)
    static let startVerifying = function(
        "EVP_DigestVerifyInit", as: (@convention(c) (Pointer, Pointer, Pointer, Pointer, Pointer) -> Int32).self)
    static let verify = function(
        "EVP_DigestVerify", as: (@convention(c) (Pointer, Bytes, Int, Bytes, Int) -> Int32).self)

    private static let newGroup = function("EC_GROUP_new_by_curve_name", as: (@convention(c) (Int32) -> Pointer).self)
    private static let newPoint = function("EC_POINT_new", as: (@convention(c) (Pointer) -> Pointer).self)
    private static let readPoint = function(
        "EC_POINT_oct2point", as: (@convention(c) (Pointer, Pointer, Bytes, Int, Pointer) -> Int32).self)
    private static let writePoint = function(
        "EC_POINT_point2oct", as: (@convention(c) (Pointer, Pointer, Int32, Out, Int, Pointer) -> Int).self)
    private static let timesPoint = function(
        "EC_POINT_mul",
        as: (@convention(c) (Pointer, Pointer, Pointer, Pointer, Pointer, Pointer) -> Int32).self)
    private static let bigNumber = function("BN_bin2bn", as: (@convention(c) (Bytes, Int32, Pointer) -> Pointer).self)
    nonisolated(unsafe) private static let p256 = newGroup(415)

    /// A point on P-256, both coordinates, times a scalar; of the generator when none is given. Nil when the
    /// point is not on the curve.
    static func multiply(_ point: Data?, by scalar: Data) -> Data? {
        let number = bigNumber([UInt8](scalar), Int32(scalar.count), nil)
        let product = newPoint(p256)
        if let point {
            let read = newPoint(p256)
            guard readPoint(p256, read, [4] + [UInt8](point), point.count + 1, nil) == 1 else { return nil }
            guard timesPoint(p256, product, nil, read, number, nil) == 1 else { return nil }
        } else {
            guard timesPoint(p256, product, number, nil, nil, nil) == 1 else { return nil }
        }
        var bytes = [UInt8](repeating: 0, count: 65)
        let uncompressed: Int32 = 4
        guard writePoint(p256, product, uncompressed, &bytes, 65, nil) == 65 else { return nil }
        return Data(bytes.dropFirst())
    }
}
