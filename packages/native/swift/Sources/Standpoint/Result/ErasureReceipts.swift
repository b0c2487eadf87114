import Foundation

/// What was deleted.
public struct ErasureReceipt: Sendable {
    public let jti: String
    public let customerID: String
    public let erasedAt: String
    public let verifications: Int
    public let sessions: Int
    public let frames: Int
    /// Nil in receipts of versions that had none.
    public let templates: Int?
}

/// Checks the signed proof that a person was erased. It holds for years and may be shown any number of times.
///
/// - Throws: `RefusedToken`
public func checkErasureReceipt(_ receipt: String, customerID: String, _ trust: Trust) async throws -> ErasureReceipt {
    let claims = try await trust.open(receipt, type: "erasure-receipt+jwt")
    guard claims["sub"]?.text == customerID else { throw RefusedToken(.wrongCustomer) }
    guard let jti = claims["jti"]?.text, let erasedAt = claims["erased_at"]?.text,
        let verifications = claims["verifications"]?.whole, let sessions = claims["sessions"]?.whole,
        let frames = claims["frames"]?.whole
    else { throw RefusedToken(.malformed) }
    return ErasureReceipt(
        jti: jti, customerID: customerID, erasedAt: erasedAt, verifications: verifications, sessions: sessions,
        frames: frames, templates: claims["templates"]?.whole)
}
