import Foundation

/// Remembers used tokens: one result pays for one action.
public protocol TokenStore: Sendable {
    /// True exactly once for each `jti`; it may be forgotten after `expiresAt`.
    func consume(_ jti: String, expiresAt: Date) async throws -> Bool
}

public struct Expected: Sendable {
    public var customerID: String
    public var store: any TokenStore
    public var maxAgeS: Int?
    /// Only in a test system: the outcome of a sandbox result can be chosen.
    public var acceptSandbox = false

    public init(customerID: String, store: any TokenStore) {
        self.customerID = customerID
        self.store = store
    }
}

/// The claims of a result token that a backend acts on.
public struct SignedResult: Sendable {
    /// Of the verification or of the face session.
    public let id: String
    public let jti: String
    public let customerID: String
    public let decision: String
    public let environment: Environment
    public let issuedAt: Date
    public let expiresAt: Date
    public let transactionType: String?
    public let transactionID: String?
    public let workflowID: String?
    public let reasonCodes: [String]
}

/// Checks result tokens offline, each for one purpose and one use. For backends in Swift: an app sends them
/// on.
public struct ResultTokens: Sendable {
    private let trust: Trust

    public init(_ trust: Trust) { self.trust = trust }

    /// The result of a `verify()`.
    ///
    /// - Parameter transactionType: what this action is; a login must not pay for a deposit. Its case does
    /// not count.
    /// - Throws: `RefusedToken` for anything else; a refused token stays unused.
    public func verification(
        _ token: String, _ expected: Expected, transactionType: String, transactionID: String? = nil,
        decisions: Set<String> = ["pass"]
    ) async throws -> SignedResult {
        let claims = try await open(token, "verification+jwt", expected)
        guard claims["transaction_type"]?.text?.lowercased() == transactionType.lowercased() else {
            throw RefusedToken(.wrongTransactionType)
        }
        if let transactionID, claims["transaction_id"]?.text != transactionID {
            throw RefusedToken(.wrongTransaction)
        }
        return try await accept(claims, "verification_id", decisions, expected)
    }

    /// The result of a face session whose workflow says `client_result: decision`.
    public func faceResult(
        _ token: String, _ expected: Expected, workflowID: String, decisions: Set<String> = ["approved"]
    ) async throws -> SignedResult {
        let claims = try await open(token, "face-result+jwt", expected)
        guard claims["workflow_id"]?.text == workflowID else { throw RefusedToken(.wrongWorkflow) }
        return try await accept(claims, "session_id", decisions, expected)
    }

    private func open(_ token: String, _ type: String, _ expected: Expected) async throws -> JSONObject {
        let claims = try await trust.open(token, type: type, maxAgeS: expected.maxAgeS)
        switch claims["env"]?.text.flatMap(Environment.init) {
        case .production: break
        case .sandbox where expected.acceptSandbox: break
        default: throw RefusedToken(.sandbox)
        }
        guard claims["sub"]?.text == expected.customerID else { throw RefusedToken(.wrongCustomer) }
        return claims
    }

    /// Consuming comes last, so that a refused token stays unused.
    private func accept(
        _ claims: JSONObject, _ id: String, _ decisions: Set<String>, _ expected: Expected
    ) async throws -> SignedResult {
        guard let decision = claims["decision"]?.text, decisions.contains(decision) else {
            throw RefusedToken(.wrongDecision)
        }
        guard let exp = claims["exp"]?.whole, let iat = claims["iat"]?.whole, let jti = claims["jti"]?.text,
            let environment = claims["env"]?.text.flatMap(Environment.init)
        else { throw RefusedToken(.malformed) }
        let forgotten = Date(timeIntervalSince1970: Double(exp + Trust.skewS))
        guard try await expected.store.consume(jti, expiresAt: forgotten) else { throw RefusedToken(.consumed) }
        return SignedResult(
            id: claims[id]?.text ?? "", jti: jti, customerID: expected.customerID, decision: decision,
            environment: environment, issuedAt: Date(timeIntervalSince1970: Double(iat)),
            expiresAt: Date(timeIntervalSince1970: Double(exp)), transactionType: claims["transaction_type"]?.text,
            transactionID: claims["transaction_id"]?.text, workflowID: claims["workflow_id"]?.text,
            reasonCodes: claims["reason_codes"]?.texts ?? [])
    }
}

/// For one process and for tests. Several processes need a store that they share.
public actor MemoryTokenStore: TokenStore {
    private var used: [String: Date] = [:]

    public init() {}

    public func consume(_ jti: String, expiresAt: Date) -> Bool {
        used = used.filter { $0.value > Date() }
        guard used[jti] == nil else { return false }
        used[jti] = expiresAt
        return true
    }
}
