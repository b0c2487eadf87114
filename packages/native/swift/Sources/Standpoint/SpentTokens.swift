import Foundation

/// The tokens of this process that were spent, or may have been: a second tap must not send one again.
final class SpentTokens: @unchecked Sendable {
    static let shared = SpentTokens()
    private let lock = NSLock()
    private var seen = Set<String>()

    /// False when the token was taken before.
    func take(_ jti: String) -> Bool {
        lock.withLock { seen.insert(jti).inserted }
    }

    /// The token was certainly not spent, and may be used again.
    func giveBack(_ jti: String) {
        lock.withLock { _ = seen.remove(jti) }
    }
}
