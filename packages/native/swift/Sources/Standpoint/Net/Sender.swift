import Foundation

/// The body that must arrive once, and the attempt that it holds.
struct Sending {
    let path: String
    let token: String
    let body: String
    var attemptID: String?
}

/// Posts, and posts the same bytes again when the reply was lost. A lost reply must not lock a person out of
/// a single-use token: marked with `Standpoint-Retry`, the service gives the stored answer for 120 s.
struct Sender: Sendable {
    let base: BaseURL
    let transport: any Transport
    let generation: String
    let locale: String?
    let pause: @Sendable (_ milliseconds: Int) async throws -> Void

    private static let tries = 3
    /// Three tries and their pauses take less than the 120 s for which the service keeps the answer.
    private static let tryMs = 20_000
    private static let pausesMs = [500, 2_000]
    private static let longestWaitMs = 10_000

    func send(_ sending: Sending) async throws -> Answer {
        var request = HTTPRequest(url: base.at(sending.path), headers: headers(sending), body: sending.body)
        var tries = 1
        while true {
            do {
                return try await once(request)
            } catch let error as StandpointError {
                // Another layer may have repeated the request by itself, and then finds its own token spent.
                let ownEcho = tries == 1 && sending.attemptID != nil && error.saysSpent
                guard tries < Self.tries, ownEcho || error.isFateUnknown else { throw error }
                try await pause(wait(after: tries, error))
                request.headers["Standpoint-Retry"] = sending.attemptID
                tries += 1
            }
        }
    }

    private func headers(_ sending: Sending) -> [String: String] {
        var headers = [
            "Authorization": "Bearer \(sending.token)",
            "Content-Type": "application/json",
            "Standpoint-SDK": generation,
        ]
        headers["Accept-Language"] = locale
        return headers
    }

    private func once(_ request: HTTPRequest) async throws -> Answer {
        let response: HTTPResponse
        do {
            let late = StandpointError(.timeout, "No answer came within \(Self.tryMs / 1_000) s.")
            response = try await within(Self.tryMs, orThrow: late) { try await transport.send(request) }
        } catch let error where !(error is StandpointError || error is CancellationError) {
            throw StandpointError(.network, "No answer came: \(error)")
        }
        return try Answer(response, base: base)
    }

    private func wait(after tries: Int, _ error: StandpointError) -> Int {
        let least = max(Self.pausesMs[tries - 1], min(error.retryAfterMs ?? 0, Self.longestWaitMs))
        return least + Int.random(in: 0...least / 4)
    }
}

extension StandpointError {
    /// For 0.3 tokens the service answers a reuse with `attestation_failed`.
    var saysSpent: Bool { code == .tokenAlreadyUsed || code == .attestationFailed }

    /// No answer of the service arrived: the request may or may not have been processed.
    var isFateUnknown: Bool { status.map([502, 503, 504].contains) ?? (code != .configInvalid) }

    /// Whether the refusal certainly left the token unspent, so that it may be used again.
    var leftUnspent: Bool { !isFateUnknown && !saysSpent && code != .badResponse }
}

/// Runs the work with a time limit. The work is cancelled when the time is over.
func within<T: Sendable>(
    _ milliseconds: Int, orThrow late: StandpointError, _ work: @escaping @Sendable () async throws -> T
) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
            throw late
        }
        defer { group.cancelAll() }
        return try await group.next()!
    }
}
