import Foundation

/// Verifies where a device stands.
///
/// ```swift
/// let standpoint = try StandpointClient(Options(baseURL: "https://id.example.com", location: location))
/// switch try await standpoint.verify(token).decision { case .pass: open() default: explain() }
/// ```
///
/// A decision is a value, also when the person denied the position. `StandpointError` alone says that a call
/// could not run. Calls end when their task is cancelled.
public struct StandpointClient: Sendable {
    private let options: Options
    private let seams: Seams
    private let tokens: TokenReader
    private let sender: Sender

    private static let verifyPath = "/geolocation/verify"
    private static let collectPath = "/geolocation/collect"
    private static let evaluatePath = "/geolocation/evaluate"

    /// - Throws: `StandpointError` `config_invalid` when the base address is none.
    public init(_ options: Options) throws {
        try self.init(options, seams: Seams())
    }

    init(_ options: Options, seams: Seams) throws {
        let base = try BaseURL(options.baseURL)
        self.options = options
        self.seams = seams
        tokens = TokenReader(base: base)
        sender = Sender(
            base: base, transport: options.transport, generation: options.generation.name, locale: options.locale,
            pause: seams.pause)
    }

    /// Spends a preflight token on one decision. Your backend gave the token; it is good for one call.
    ///
    /// - Throws: `StandpointError` `token_already_used` before anything is sent when this process has spent
    /// it.
    public func verify(_ token: String, _ call: CallOptions = CallOptions()) async throws -> VerifyResult {
        let preflight = try read(token)
        guard SpentTokens.shared.take(preflight.jti) else { throw spent() }
        let sent = Flag()
        do {
            return try await inTime(call) { try await spend(preflight, call, sent) }
        } catch {
            let leftUnspent = (error as? StandpointError)?.leftUnspent ?? false
            if !sent.isUp || leftUnspent { SpentTokens.shared.giveBack(preflight.jti) }
            throw error
        }
    }

    private func spend(_ preflight: PreflightToken, _ call: CallOptions, _ sent: Flag) async throws -> VerifyResult {
        var evidence = try await gather(.verify, call)
        evidence.jti = preflight.jti
        let core = evidence.core()
        let integrity = try await attested(preflight, core)
        let payload = try seal(core, integrity, preflight, Self.verifyPath)
        let body = JSONValue.members([("payload", .text(payload))]).written()
        try Task.checkCancellation()
        sent.raise()
        let sending = Sending(
            path: Self.verifyPath, token: preflight.text, body: body, attemptID: evidence.attemptID)
        return try VerifyResult(try await sender.send(sending))
    }

    /// Collects evidence that your backend has decided with `evaluate`. Without a token nothing is sent and
    /// nothing is sealed. With one, a single call stamps the public address; the token is not spent.
    public func collect(_ token: String? = nil, _ call: CallOptions = CallOptions()) async throws -> CollectResult {
        let preflight = try token.map(read)
        return try await inTime(call) {
            async let stamp = stamped(preflight)
            var evidence = try await gather(.collect, call)
            evidence.jti = preflight?.jti
            evidence.ipStamp = try await stamp
            evidence.nonce = Base64URL.encode(options.crypto.random(16))
            let core = evidence.core()
            let payload =
                try preflight.map { try seal(core, unattested, $0, Self.evaluatePath) }
                ?? "plain." + Base64URL.encode(core)
            return CollectResult(
                payload: payload, hasPublicIP: evidence.ipStamp != nil, collectedAt: evidence.collectedAt)
        }
    }

    private func stamped(_ preflight: PreflightToken?) async throws -> String? {
        guard let preflight else { return nil }
        let sending = Sending(path: Self.collectPath, token: preflight.text, body: "{}")
        return try await sender.send(sending).data["ip_stamp"]?.text
    }

    private func read(_ token: String) throws -> PreflightToken {
        let preflight = try tokens.preflight(token)
        guard case .v03(let environment) = options.generation else { return preflight }
        guard preflight.environment == environment else {
            let message = "The token is of the environment \(preflight.environment.rawValue)."
            throw StandpointError(.environmentMismatch, message)
        }
        guard preflight.attestationChallenge != nil else {
            throw StandpointError(.tokenInvalid, "The token has no attestation_challenge.")
        }
        return preflight
    }

    private func gather(_ purpose: Purpose, _ call: CallOptions) async throws -> Evidence {
        let found = try await options.location.find(timeoutMs: call.positionMs)
        let facts = await options.facts()
        return Evidence(
            attemptID: seams.attemptID(), purpose: purpose, collectedAt: Date(), platform: "ios",
            sdkName: "@standpoint/swift", sdkVersion: options.generation.sdkVersion, found: found, clock: readClock(),
            device: facts.device, signals: facts.signals)
    }

    /// A device that cannot attest is judged by the policy: it must not lock the person out here.
    private func attested(_ preflight: PreflightToken, _ core: String) async throws -> JSONObject {
        guard let attestation = options.attestation, let challenge = preflight.attestationChallenge else {
            return unattested
        }
        let binding = AttestationBinding(
            jti: preflight.jti, challenge: challenge, core: core, crypto: options.crypto)
        do {
            return try await attestation.attest(binding: binding.bytes)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return unattested
        }
    }

    private func seal(
        _ core: String, _ integrity: JSONObject, _ preflight: PreflightToken, _ path: String
    ) throws -> String {
        let target = SealFor(jti: preflight.jti, path: path, sdk: "swift/\(options.generation.sdkVersion)")
        return try Seal(crypto: options.crypto)
            .seal(core: core, integrity: integrity, key: preflight.key, target: target)
    }

    private func inTime<T: Sendable>(
        _ call: CallOptions, _ work: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let late = StandpointError(.timeout, "The call took longer than \(call.timeoutMs) ms.")
        return try await within(call.timeoutMs, orThrow: late, work)
    }

    private func spent() -> StandpointError {
        let code: ErrorCode = options.generation == .v05 ? .tokenAlreadyUsed : .attestationFailed
        let message = "The token was used for another verify(). Ask your backend for a new one."
        return StandpointError(code, message, docsURL: tokens.base.docs(code))
    }
}

/// Says across tasks that something happened.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var up = false

    var isUp: Bool { lock.withLock { up } }
    func raise() { lock.withLock { up = true } }
}
