import Foundation

/// The service's signing keys (`/.well-known/jwks.json`). Keys for other uses are left out.
public struct KeySet: Sendable {
    private let keys: [String: Data]

    /// - Throws: `RefusedToken` `.malformed` when the text is no key set.
    public init(_ text: String) throws {
        guard let listed = JSONObject.parse(text)?["keys"]?.array else { throw RefusedToken(.malformed) }
        let signing = listed.compactMap(\.object).compactMap { jwk -> (String, Data)? in
            guard jwk["use"]?.text == "sig", jwk["alg"]?.text == "EdDSA", jwk["crv"]?.text == "Ed25519",
                let kid = jwk["kid"]?.text, let point = jwk["x"]?.text.flatMap(Base64URL.decode), point.count == 32
            else { return nil }
            return (kid, point)
        }
        keys = Dictionary(signing) { first, _ in first }
    }

    func find(_ kid: String) -> Data? { keys[kid] }
}

/// Why a result token or a receipt is refused.
public enum Fault: String, Sendable {
    case malformed
    case wrongType = "wrong_type"
    case unknownKey = "unknown_key"
    case badSignature = "bad_signature"
    case wrongIssuer = "wrong_issuer"
    case expired
    case tooOld = "too_old"
    case wrongAudience = "wrong_audience"
    case sandbox
    case wrongCustomer = "wrong_customer"
    case wrongTransactionType = "wrong_transaction_type"
    case wrongTransaction = "wrong_transaction"
    case wrongWorkflow = "wrong_workflow"
    case wrongDecision = "wrong_decision"
    case consumed
}

/// The token proves nothing for this purpose: treat it as if there were none.
public struct RefusedToken: Error, Sendable {
    public let fault: Fault
    init(_ fault: Fault) { self.fault = fault }
}
