package com.standpoint.location

import java.time.Instant

/** What `accuracyM` means: the share of readings that lie within the radius. Android reports P68, iOS RMS. */
public enum class AccuracyBasis { P95, P68, RMS }

/** One reading of a position source. Degrees, metres, metres per second. */
public data class Position(
    val latitude: Double,
    val longitude: Double,
    val accuracyM: Double,
    val accuracyBasis: AccuracyBasis,
    val measuredAt: Instant,
    val altitudeM: Double? = null,
    val headingDeg: Double? = null,
    val speedMps: Double? = null,
    val source: String? = null,
) {
    /** JSON has no NaN, and the service refuses all evidence for one position that cannot be. */
    internal val isOnGlobe: Boolean
        get() = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && accuracyM >= 0 && accuracyM.isFinite()
}

public enum class PermissionState { GRANTED, DENIED, PROMPT, DISMISSED, UNKNOWN }

/**
 * @property precise whether the person allows more than an approximate position; null when that is not known.
 */
public data class Permission(val state: PermissionState, val precise: Boolean? = null)

public enum class PositionError { PERMISSION_DENIED, POSITION_UNAVAILABLE, POSITION_TIMEOUT, UNSUPPORTED }

/**
 * The outcome of a search for positions. A denial and a missing position are outcomes too: they are sent as
 * evidence, and the service answers with a decision.
 */
public data class Found(
    val permission: Permission,
    val positions: List<Position>,
    val error: PositionError? = null,
)
