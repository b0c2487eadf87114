import Foundation

/// The base address of the service, `https://…`, or `http://…` on the device itself.
public struct BaseURL: Sendable {
    /// Without a slash at its end.
    public let text: String
    /// Scheme, host and port, as the origins of pages are written.
    public let origin: String

    /// - Throws: `StandpointError` `config_invalid`, also for http to another device.
    public init(_ text: String) throws {
        let parts = URLComponents(string: text)
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(parts?.host ?? "")
        guard let parts, let origin = originOf(text), parts.query == nil, parts.fragment == nil,
            parts.scheme?.lowercased() == "https" || isLocal
        else {
            let message = "The base address must be https:// without a query or fragment; http:// only on this device."
            throw StandpointError(.configInvalid, message)
        }
        self.origin = origin
        self.text = withoutSlash(text)
    }

    public func at(_ path: String) -> String { text + path }

    func docs(_ code: ErrorCode) -> String { at("/docs/errors#\(code)") }
}

/// `https://host:port` of an http(s) address, the port only where it is not the usual one; nil for other
/// text.
public func originOf(_ address: String) -> String? {
    guard let parts = URLComponents(string: address), parts.user == nil, parts.password == nil,
        let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
        let host = parts.host?.lowercased(), !host.isEmpty
    else { return nil }
    let usual = scheme == "https" ? 443 : 80
    let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    return "\(scheme)://\(host)\(port)"
}
