import Foundation

/// What an app says to the face page. No token is among it: another token is another address.
public enum FaceCommand: Sendable {
    case start(sdk: String, locale: String? = nil, dark: Bool? = nil)
    case locale(String)
    /// The person pressed back. The page asks first if progress would be lost, then says `canceled`.
    case cancel

    /// The script to run in the page.
    public var script: String {
        let safe = message.written()
            .replacingOccurrences(of: "\u{2028}", with: "\\u2028")
            .replacingOccurrences(of: "\u{2029}", with: "\\u2029")
        return "window.facecheckReceive?.(\(safe))"
    }

    private var message: JSONValue {
        switch self {
        case .start(let sdk, let locale, let dark):
            let theme = dark.map { JSONValue.members([("mode", .text($0 ? "dark" : "light"))]) }
            return .members([
                ("type", .text("init")), ("sdk", .text(sdk)), ("surface", .text("dialog")), ("locale", .of(locale)),
                ("theme", theme),
            ])
        case .locale(let locale): return .members([("type", .text("locale")), ("locale", .text(locale))])
        case .cancel: return .members([("type", .text("cancel"))])
        }
    }
}
