import Foundation
@testable import Standpoint

private let base = "https://id.example"
private let coordinate = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY"
/// The generator of P-256.
private let generator = #"{"kid":"k","x":"\#(coordinate)","y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}"#

private func token(challenge: String? = "c", environment: String = "production", enc: String = generator) -> String {
    let claim = challenge.map { #","attestation_challenge":"\#($0)""# } ?? ""
    let claims =
        #"{"iss":"\#(base)","jti":"\#(UUID())","env":"\#(environment)","sdk":"0.5","enc":\#(enc)\#(claim)}"#
    return [#"{"alg":"EdDSA","typ":"preflight+jwt","kid":"k"}"#, claims, "s"].map { Base64URL.encode($0) }
        .joined(separator: ".")
}

private struct Place: LocationProvider {
    var act: @Sendable () async throws -> Void = {}

    func find(timeoutMs: Int) async throws -> Found {
        try await act()
        return Found(permission: Permission(.denied), positions: [], error: .permissionDenied)
    }
}

private let never = Place { try await Task.sleep(nanoseconds: 60_000_000_000) }

private actor Service: Transport {
    private(set) var requests = 0
    let act: @Sendable () async throws -> Void

    init(_ act: @escaping @Sendable () async throws -> Void = {}) { self.act = act }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests += 1
        try await act()
        return HTTPResponse(status: 200, headers: [:], body: #"{"data":{"decision":"pass"}}"#)
    }
}

private struct Broken: AttestationProvider {
    func attest(binding: Data) async throws -> JSONObject { throw URLError(.unknown) }
}

private func client(
    _ location: Place = Place(), _ service: Service = Service(), _ change: (inout Options) -> Void = { _ in }
) throws -> StandpointClient {
    var options = Options(baseURL: base, location: location, crypto: TestCrypto())
    options.transport = service
    change(&options)
    return try StandpointClient(options)
}

private func code(_ run: () async throws -> Void) async throws -> String {
    do {
        try await run()
    } catch let error as StandpointError {
        return error.code.rawValue
    }
    throw Failure(description: "nothing was thrown")
}

/// Waits until something holds, for two seconds at most.
private func until(_ holds: () async -> Bool) async throws {
    for _ in 0..<200 where await !holds() { try await Task.sleep(nanoseconds: 10_000_000) }
    try expect(await holds())
}

func clientCases() -> [Case] { [
    Case("sends a token once when the person taps twice") {
        let service = Service { try await Task.sleep(nanoseconds: 300_000_000) }
        let client = try client(Place(), service)
        let token = token()
        let first = Task { try await client.verify(token).decision }
        try await until { await service.requests == 1 }
        try expect(try await code { _ = try await client.verify(token) } == "token_already_used")
        try expect(try await first.value == .pass)
        try expect(await service.requests == 1)
    },
    Case("gives the token back when the call is cancelled before anything was sent") {
        let token = token()
        let waiting = Task { try await client(never).verify(token) }
        try await Task.sleep(nanoseconds: 50_000_000)
        waiting.cancel()
        _ = await waiting.result
        try expect(try await client().verify(token).decision == .pass)
    },
    Case("keeps the token when the call is cancelled after it was sent") {
        let token = token()
        let service = Service { try await Task.sleep(nanoseconds: 60_000_000_000) }
        let waiting = Task { try await client(Place(), service).verify(token) }
        try await until { await service.requests == 1 }
        waiting.cancel()
        _ = await waiting.result
        try expect(await service.requests == 1)
        try expect(try await code { _ = try await client().verify(token) } == "token_already_used")
    },
    Case("ends with timeout when the position never comes, and leaves the token unspent") {
        let token = token()
        var call = CallOptions()
        call.timeoutMs = 30
        try expect(try await code { _ = try await client(never).verify(token, call) } == "timeout")
        try expect(try await client().verify(token).decision == .pass)
    },
    Case("names a secret that was given as a token") {
        for secret in ["sp_live_x", "sp_test_x", "sr_live_x", "whsec_x", "pkg_x"] {
            do {
                _ = try await client().verify(secret)
                throw Failure(description: "\(secret) was taken")
            } catch let error as StandpointError {
                try expect(error.code == .tokenInvalid && error.message.contains("must never be in an app"))
            }
        }
    },
    Case("refuses a base address that is not https") {
        for text in ["http://id.example", "ftp://id.example", "id.example", "https://id.example?a=1", ""] {
            try expect(try await code { _ = try client { $0.baseURL = text } } == "config_invalid", text)
        }
    },
    Case("goes on without an attestation when the device cannot attest") {
        try expect(try await client { $0.attestation = Broken() }.verify(token()).decision == .pass)
    },
    Case("refuses a token of the other environment, or without a challenge, in generation 0.3") {
        let client = try client { $0.generation = .v03(.production) }
        try expect(try await code { _ = try await client.verify(token(environment: "sandbox")) } == "environment_mismatch")
        try expect(try await code { _ = try await client.verify(token(challenge: nil)) } == "token_invalid")
        let spent = token()
        try expect(try await client.verify(spent).decision == .pass)
        try expect(try await code { _ = try await client.verify(spent) } == "attestation_failed")
    },
    Case("sends nothing and gives the token back when the key is not on the curve") {
        let off = token(enc: #"{"kid":"k","x":"\#(coordinate)","y":"\#(coordinate)"}"#)
        let service = Service()
        let client = try client(Place(), service)
        for _ in 0..<2 { try expect(try await code { _ = try await client.verify(off) } == "token_invalid") }
        try expect(await service.requests == 0)
    },
] }
