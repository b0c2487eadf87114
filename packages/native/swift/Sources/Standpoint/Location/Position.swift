import Foundation

/// What `accuracyM` means: the share of readings that lie within the radius. iOS reports rms.
public enum AccuracyBasis: String, Sendable { case p95, p68, rms }

/// One reading of a position source. Degrees, metres, metres per second.
public struct Position: Sendable {
    public var latitude: Double
    public var longitude: Double
    public var accuracyM: Double
    public var accuracyBasis: AccuracyBasis
    public var measuredAt: Date
    public var altitudeM: Double?
    public var headingDeg: Double?
    public var speedMps: Double?
    public var source: String?

    public init(
        latitude: Double, longitude: Double, accuracyM: Double, accuracyBasis: AccuracyBasis = .rms, measuredAt: Date,
        altitudeM: Double? = nil, headingDeg: Double? = nil, speedMps: Double? = nil, source: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracyM = accuracyM
        self.accuracyBasis = accuracyBasis
        self.measuredAt = measuredAt
        self.altitudeM = altitudeM
        self.headingDeg = headingDeg
        self.speedMps = speedMps
        self.source = source
    }

    /// JSON has no NaN, and the service refuses all evidence for one position that cannot be.
    var isOnGlobe: Bool {
        latitude.magnitude <= 90 && longitude.magnitude <= 180 && accuracyM >= 0 && accuracyM.isFinite
    }
}

public enum PermissionState: String, Sendable { case granted, denied, prompt, dismissed, unknown }

public struct Permission: Sendable {
    public var state: PermissionState
    /// Whether the person allows more than an approximate position; nil when that is not known.
    public var precise: Bool?

    public init(_ state: PermissionState, precise: Bool? = nil) {
        self.state = state
        self.precise = precise
    }
}

public enum PositionError: String, Sendable {
    case permissionDenied = "permission_denied"
    case positionUnavailable = "position_unavailable"
    case positionTimeout = "position_timeout"
    case unsupported
}

/// The outcome of a search for positions. A denial and a missing position are outcomes too: they are sent as
/// evidence, and the service answers with a decision.
public struct Found: Sendable {
    public var permission: Permission
    public var positions: [Position]
    public var error: PositionError?

    public init(permission: Permission, positions: [Position], error: PositionError? = nil) {
        self.permission = permission
        self.positions = positions
        self.error = error
    }
}
