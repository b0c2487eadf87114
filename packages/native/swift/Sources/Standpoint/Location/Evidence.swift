import Foundation

public enum Purpose: String, Sendable { case verify, collect }

public struct DeviceClock: Sendable {
    public var epochMs: Int
    /// Since the device started: it shows a clock that was set meanwhile.
    public var monotonicMs: Int?
    public var timeZone: String?
    public var utcOffsetMin: Int?
    public var locale: String?
    public var languages: [String]?
}

/// The facts of one attempt. Nil is not known, and is left out.
public struct Evidence: Sendable {
    public var attemptID: String
    public var purpose: Purpose?
    public var collectedAt: Date
    public var platform: String
    public var sdkName: String
    public var sdkVersion: String
    public var found: Found
    public var clock: DeviceClock?
    public var device: JSONObject?
    public var signals: JSONObject?
    public var jti: String?
    public var installID: String?
    /// The service's own statement of the public address that it saw.
    public var ipStamp: String?
    /// Made by the client, for `collect()`.
    public var nonce: String?

    private static let mostPositions = 5

    /// `core`: the text that is sealed, and that an attestation binds byte for byte.
    public func core() -> String {
        JSONValue.members([
            ("attempt_id", .text(attemptID)),
            ("purpose", .of(purpose?.rawValue)),
            ("collected_at", .text(timestamp(collectedAt))),
            ("platform", .text(platform)),
            ("sdk", .members([("name", .text(sdkName)), ("version", .text(sdkVersion))])),
            ("permission", found.permission.json),
            ("positions", .array(found.positions.filter(\.isOnGlobe).prefix(Self.mostPositions).map(\.json))),
            ("position_error", .of(found.error?.rawValue)),
            ("clock", clock?.json),
            ("device", device.map(JSONValue.object)),
            ("signals", signals.map(JSONValue.object)),
            ("jti", .of(jti)),
            ("install_id", .of(installID)),
            ("ip_stamp", .of(ipStamp)),
            ("nonce", .of(nonce)),
        ]).written()
    }
}

extension Permission {
    fileprivate var json: JSONValue { .members([("state", .text(state.rawValue)), ("precise", .of(precise))]) }
}

extension Position {
    fileprivate var json: JSONValue {
        .members([
            ("lat", .number(latitude)),
            ("lng", .number(longitude)),
            ("accuracy_m", .number(accuracyM)),
            ("accuracy_basis", .text(accuracyBasis.rawValue)),
            ("altitude_m", .of(known(altitudeM))),
            ("heading_deg", .of(known(headingDeg))),
            ("speed_mps", .of(known(speedMps))),
            ("measured_at", .text(timestamp(measuredAt))),
            ("source", .of(source)),
        ])
    }

    private func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
}

extension DeviceClock {
    fileprivate var json: JSONValue {
        .members([
            ("epoch_ms", .of(epochMs)),
            ("monotonic_ms", .of(monotonicMs)),
            ("time_zone", .of(timeZone)),
            ("utc_offset_min", .of(utcOffsetMin)),
            ("locale", .of(locale)),
            ("languages", .of(languages)),
        ])
    }
}

/// RFC 3339 in UTC with milliseconds. The formatter of one platform cuts the fraction and that of another
/// rounds it, so it gets whole seconds.
private func timestamp(_ date: Date) -> String {
    let all = Int((date.timeIntervalSince1970 * 1_000).rounded())
    let (seconds, milliseconds) = (all / 1_000, all % 1_000)
    let whole = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds)))
    return "\(whole.dropLast()).\(String(1_000 + milliseconds).dropFirst())Z"
}
