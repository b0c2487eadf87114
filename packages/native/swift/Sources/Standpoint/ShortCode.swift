/// A hand-off code, as a person typed it or a camera read it, in its one form: 16 Crockford symbols.
public struct ShortCode: Equatable, Sendable {
    public let value: String

    private static let symbols = Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ".unicodeScalars)

    /// - Throws: `StandpointError` `short_code_not_found` when it can be no code, so that nothing is sent.
    public init(_ text: String) throws {
        let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar {
            case "-", " ": nil
            case "o", "O": "0"
            case "i", "I", "l", "L": "1"
            case "a"..."z": Unicode.Scalar(scalar.value - 32)
            default: scalar
            }
        }
        guard scalars.count == 16, scalars.allSatisfy(Self.symbols.contains) else {
            throw StandpointError(.shortCodeNotFound, "A code has 16 digits and letters.")
        }
        value = String(String.UnicodeScalarView(scalars))
    }

    /// The address of the face page for this code; the fragment never reaches a log or a link preview.
    public func url(faceBase: String) -> String { withoutSlash(faceBase) + "/h#" + value }
}

func withoutSlash(_ address: String) -> String {
    var trimmed = address
    while trimmed.hasSuffix("/") { trimmed.removeLast() }
    return trimmed
}
