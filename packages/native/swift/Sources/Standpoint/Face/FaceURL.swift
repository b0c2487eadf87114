import Foundation

public struct FaceURLOptions: Sendable {
    public var locale: String?
    /// For a redirect; the workflow must list it.
    public var returnURL: String?
    /// The caller's own, for a redirect.
    public var state: String?
    /// For a frame: the origin of the page around it.
    public var parentOrigin: String?

    public init() {}
}

/// The address of the face page. It holds the token: do not log it.
///
/// - Parameter faceBase: the service's `STANDPOINT_FACE_BASE_URL`, by default `{baseURL}/face`.
/// - Throws: as `TokenReader.portal(_:)` does.
public func faceURL(
    base: BaseURL, faceBase: String, token: String, options: FaceURLOptions = FaceURLOptions()
) throws -> String {
    let portal = try TokenReader(base: base).portal(token)
    let parts: [(String, String?)] = [
        ("t", token), ("o", options.parentOrigin), ("r", options.returnURL), ("s", options.state),
        ("l", options.locale),
    ]
    let fragment = parts.compactMap { name, value in
        value.flatMap { $0.isEmpty ? nil : "\(name)=\(encoded($0))" }
    }
    return "\(withoutSlash(faceBase))/\(encoded(portal.workflowID))#\(fragment.joined(separator: "&"))"
}

/// As `encodeURIComponent` encodes.
private func encoded(_ text: String) -> String {
    var plain = CharacterSet(charactersIn: "-_.!~*'()")
    plain.insert(charactersIn: "a"..."z")
    plain.insert(charactersIn: "A"..."Z")
    plain.insert(charactersIn: "0"..."9")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
}
