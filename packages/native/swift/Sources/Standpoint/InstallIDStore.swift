import Foundation

/// Keeps the install id that your backend got from preflight, so that the app can send it back with its next
/// request for a token. The library itself never puts it into evidence: the claim in the token is for the web
/// alone.
public protocol InstallIDStore: Sendable {
    /// Nil on the first visit, and when what is kept is no install id.
    func read() -> String?
    /// - Throws: `StandpointError` `config_invalid` unless the id is 1 to 128 visible ASCII characters.
    func write(_ installID: String) throws
}

/// One file, replaced as a whole: a crash leaves the old id or the new one.
public struct FileInstallIDStore: InstallIDStore {
    private let file: URL

    public init(file: URL) { self.file = file }

    public func read() -> String? {
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return isInstallID(text) ? text : nil
    }

    public func write(_ installID: String) throws {
        guard isInstallID(installID) else {
            throw StandpointError(.configInvalid, "An install id is 1 to 128 visible ASCII characters.")
        }
        try Data(installID.utf8).write(to: file, options: .atomic)
    }

    private func isInstallID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
