import Foundation

/// The parts of a compact JWS (RFC 7515 §7.1), of which nothing is verified yet.
struct CompactToken {
    let header: JSONObject
    /// Nil when the payload is no JSON object.
    let claims: JSONObject?
    /// The text that was signed.
    let signed: String
    let signature: Data

    /// Longer than any token of the service.
    private static let longest = 12_288

    /// Nil unless the text has three parts in canonical base64url and a header that is an object.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3,
            let header = Base64URL.decode(parts[0]),
            let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]),
            let read = JSONObject.parse(String(decoding: header, as: UTF8.self))
        else { return nil }
        self.header = read
        self.claims = JSONObject.parse(String(decoding: claims, as: UTF8.self))
        self.signature = signature
        signed = "\(parts[0]).\(parts[1])"
    }
}
