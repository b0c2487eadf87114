import Foundation

/// base64url without padding (RFC 4648 §5).
public enum Base64URL {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    public static func encode(_ text: String) -> String { encode(text.utf8) }

    /// The bytes of the only spelling that they have; nil for padding, white space or unused bits that are
    /// set. Other decoders accept several spellings of one token, so that one token would look like many.
    public static func decode(_ text: String) -> Data? {
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: standard + padding), encode(bytes) == text else { return nil }
        return bytes
    }
}
