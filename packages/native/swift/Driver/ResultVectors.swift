import Foundation
@testable import Standpoint

private struct UsedUp: TokenStore {
    func consume(_ jti: String, expiresAt: Date) -> Bool { false }
}

private func trust(_ input: JSONObject) throws -> Trust {
    let keys = try KeySet(input["jwks"]!.written())
    let now = Date(timeIntervalSince1970: input["now_ms"]!.number! / 1_000)
    var trust = Trust(
        issuer: input.need("issuer"), organization: input.need("organization"), crypto: TestCrypto()
    ) { _ in keys }
    trust.now = { now }
    return trust
}

func resultToken(_ input: JSONObject) async throws -> Told {
    let tokens = ResultTokens(try trust(input))
    let wanted = input["expected"]!.object!
    let isUsed = input["used"]?.bool == true
    var expected = Expected(customerID: wanted.need("customer_id"), store: isUsed ? UsedUp() : MemoryTokenStore())
    expected.maxAgeS = wanted["max_age_s"]?.whole
    expected.acceptSandbox = wanted["accept_sandbox"]?.bool == true
    let token = input.need("token")
    let decisions = wanted["decision"]?.texts.map(Set.init)
    if input["kind"]?.text == "face_result" {
        let result = try await tokens.faceResult(
            token, expected, workflowID: wanted.need("workflow_id"), decisions: decisions ?? ["approved"])
        return .members([("claims", claims(result, "session_id"))])
    }
    let result = try await tokens.verification(
        token, expected, transactionType: wanted.need("transaction_type"),
        transactionID: wanted["transaction_id"]?.text, decisions: decisions ?? ["pass"])
    return .members([("claims", claims(result, "verification_id"))])
}

private func claims(_ result: SignedResult, _ id: String) -> JSONValue {
    .members([
        (id, .text(result.id)),
        ("jti", .text(result.jti)),
        ("sub", .text(result.customerID)),
        ("decision", .text(result.decision)),
        ("env", .text(result.environment.rawValue)),
        ("iat", .number(result.issuedAt.timeIntervalSince1970)),
        ("exp", .number(result.expiresAt.timeIntervalSince1970)),
        ("transaction_type", .of(result.transactionType)),
        ("transaction_id", .of(result.transactionID)),
        ("workflow_id", .of(result.workflowID)),
        ("reason_codes", id == "verification_id" ? .of(result.reasonCodes) : nil),
    ])
}

func erasureReceipt(_ input: JSONObject) async throws -> Told {
    let receipt = try await checkErasureReceipt(
        input.need("receipt"), customerID: input.need("customer_id"), trust(input))
    return .members([
        ("claims", .members([
            ("jti", .text(receipt.jti)),
            ("sub", .text(receipt.customerID)),
            ("erased_at", .text(receipt.erasedAt)),
            ("verifications", .of(receipt.verifications)),
            ("sessions", .of(receipt.sessions)),
            ("frames", .of(receipt.frames)),
            ("templates", .of(receipt.templates)),
        ]))
    ])
}
