import Foundation
@testable import Standpoint

private struct FixedPlace: LocationProvider {
    var isDenied = false

    func find(timeoutMs: Int) async throws -> Found {
        if isDenied { return Found(permission: Permission(.denied), positions: [], error: .permissionDenied) }
        let here = Position(
            latitude: 40.7128, longitude: -74.006, accuracyM: 12.5, measuredAt: Date(), source: "core_location")
        return Found(permission: Permission(.granted, precise: true), positions: [here])
    }
}

/// One call against a server, as an app makes it.
func call(_ line: JSONObject) async throws -> Told {
    if line["do"]?.text == "preflight" { return .skip("a backend mints") }
    let place = FixedPlace(isDenied: line["permission"]?.text == "denied")
    var options = Options(baseURL: line.need("base_url"), location: place, crypto: TestCrypto())
    if line["generation"]?.text == "0.3" {
        options.generation = .v03(Environment(rawValue: line.need("environment"))!)
    }
    let client = try StandpointClient(options)
    if line["do"]?.text == "collect" {
        let result = try await client.collect(line["token"]?.text)
        return .members([("payload", .text(result.payload)), ("has_public_ip", .bool(result.hasPublicIP))])
    }
    let result = try await client.verify(line.need("token"))
    let reasons = result.reasons.map {
        JSONValue.members([("code", .text($0.code)), ("message", .text($0.message)), ("remedy", .text($0.remedy))])
    }
    return .members([
        ("decision", .text(result.decision.rawValue)),
        ("reasons", .array(reasons)),
        ("verification_id", .text(result.verificationID)),
        ("next_token", .of(result.nextToken)),
    ])
}

/// A service that answers one call with given answers, and notes what was sent.
private actor Script: Transport {
    private let answers: [JSONObject]
    private(set) var sent: [HTTPRequest] = []
    private(set) var waits: [Int] = []

    init(_ answers: [JSONObject]) { self.answers = answers }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        sent.append(request)
        guard sent.count <= answers.count, answers[sent.count - 1]["lost"]?.bool != true else {
            throw URLError(.networkConnectionLost)
        }
        return response(answers[sent.count - 1])
    }

    func waited(_ milliseconds: Int) { waits.append(milliseconds) }
}

func retry(_ input: JSONObject) async throws -> Told {
    let token = input.need("token")
    let attemptID = input.need("attempt_id")
    let base = try BaseURL(input.need("base_url"))
    SpentTokens.shared.giveBack(try TokenReader(base: base).preflight(token).jti)
    let script = Script(input["answers"]!.array!.compactMap(\.object))
    var options = Options(baseURL: base.text, location: FixedPlace(), crypto: TestCrypto())
    options.transport = script
    let seams = Seams(attemptID: { attemptID }, pause: { await script.waited($0) })
    let client = try StandpointClient(options, seams: seams)
    let end = try await outcome(client, input)
    let (sent, waits) = (await script.sent, await script.waits)
    let again = try await outcome(client, input)
    let isRefused = again.contains { $0.1 == .text("token_already_used") }
    let isSent = await script.sent.count > sent.count
    let marks = sent.map { $0.headers["Standpoint-Retry"].map(JSONValue.text) ?? .null }
    return .members(end + [
        ("standpoint_retry", isOneRequest(sent, token) ? .array(marks) : .text("another request")),
        ("waits_ms", sent.count > 1 ? .array(waits.map { .number(Double($0)) }) : nil),
        ("token_reusable", .bool(!isRefused || isSent)),
    ])
}

private func outcome(_ client: StandpointClient, _ input: JSONObject) async throws -> [(String, JSONValue?)] {
    do {
        if input["call"]?.text == "collect" {
            _ = try await client.collect(input.need("token"))
            return []
        }
        return [("decision", .text(try await client.verify(input.need("token")).decision.rawValue))]
    } catch let error as StandpointError {
        return [("error", .text(error.code.rawValue))]
    }
}

private func isOneRequest(_ sent: [HTTPRequest], _ token: String) -> Bool {
    sent.allSatisfy {
        $0.body == sent[0].body && $0.url == sent[0].url && $0.headers["Authorization"] == "Bearer \(token)"
    }
}
