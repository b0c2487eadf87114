import Foundation

/// Where positions come from. The app's own permission dialogue comes before or inside `find`.
public protocol LocationProvider: Sendable {
    /// Up to five readings, at the latest after the time limit. It throws `CancellationError` alone: a denial
    /// and a missing position are in the result.
    func find(timeoutMs: Int) async throws -> Found
}

/// Facts about the device that the service weighs. A fact that could not be read is left out: absent is not
/// false.
public struct DeviceFacts: Sendable {
    /// Open record, e.g. `model`, `os`.
    public var device: JSONObject?
    /// E.g. `rooted`.
    public var signals: JSONObject?

    public init(device: JSONObject? = nil, signals: JSONObject? = nil) {
        self.device = device
        self.signals = signals
    }
}

/// Attests or signs the 32 bytes that bind the evidence to one token (`attestationBinding`).
public protocol AttestationProvider: Sendable {
    /// The member `integrity` beside `core`. When the device cannot attest, `unattested`.
    func attest(binding: Data) async throws -> JSONObject
}

public let unattested = JSONObject([("kind", .text("none"))])
