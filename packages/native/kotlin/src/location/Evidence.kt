package com.standpoint.location

import com.standpoint.json.JsonArray
import com.standpoint.json.JsonObject
import com.standpoint.json.JsonValue
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.json.write
import java.time.Instant
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter

public enum class Purpose { VERIFY, COLLECT }

/** @property monotonicMs since the device started: it shows a clock that was set meanwhile. */
public data class DeviceClock(
    val epochMs: Long,
    val monotonicMs: Long? = null,
    val timeZone: String? = null,
    val utcOffsetMin: Int? = null,
    val locale: String? = null,
    val languages: List<String>? = null,
)

/**
 * The facts of one attempt. Null is not known, and is left out.
 *
 * @property ipStamp the service's own statement of the public address that it saw.
 * @property nonce made by the client, for `collect()`.
 */
public data class Evidence(
    val attemptId: String,
    val purpose: Purpose?,
    val collectedAt: Instant,
    val platform: String,
    val sdkName: String,
    val sdkVersion: String,
    val found: Found,
    val clock: DeviceClock? = null,
    val device: JsonObject? = null,
    val signals: JsonObject? = null,
    val jti: String? = null,
    val installId: String? = null,
    val ipStamp: String? = null,
    val nonce: String? = null,
) {
    /** `core`: the text that is sealed, and that an attestation binds byte for byte. */
    public fun core(): String = toJson().write()

    private fun toJson(): JsonObject = jsonObject(
        "attempt_id" to attemptId.json,
        "purpose" to purpose?.name?.lowercase()?.json,
        "collected_at" to timestamp(collectedAt).json,
        "platform" to platform.json,
        "sdk" to jsonObject("name" to sdkName.json, "version" to sdkVersion.json),
        "permission" to found.permission.toJson(),
        "positions" to
            JsonArray(found.positions.filter { it.isOnGlobe }.take(MOST_POSITIONS).map { it.toJson() }),
        "position_error" to found.error?.name?.lowercase()?.json,
        "clock" to clock?.toJson(),
        "device" to device,
        "signals" to signals,
        "jti" to jti?.json,
        "install_id" to installId?.json,
        "ip_stamp" to ipStamp?.json,
        "nonce" to nonce?.json,
    )

    private companion object {
        const val MOST_POSITIONS = 5
    }
}

private fun Permission.toJson(): JsonValue =
    jsonObject("state" to state.name.lowercase().json, "precise" to precise?.json)

private fun Position.toJson(): JsonValue = jsonObject(
    "lat" to latitude.json,
    "lng" to longitude.json,
    "accuracy_m" to accuracyM.json,
    "accuracy_basis" to accuracyBasis.name.lowercase().json,
    "altitude_m" to altitudeM?.known(),
    "heading_deg" to headingDeg?.known(),
    "speed_mps" to speedMps?.known(),
    "measured_at" to timestamp(measuredAt).json,
    "source" to source?.json,
)

/** Platforms report NaN for a heading at rest. */
private fun Double.known(): JsonValue? = takeIf { it.isFinite() }?.json

private fun DeviceClock.toJson(): JsonValue = jsonObject(
    "epoch_ms" to epochMs.json,
    "monotonic_ms" to monotonicMs?.json,
    "time_zone" to timeZone?.json,
    "utc_offset_min" to utcOffsetMin?.json,
    "locale" to locale?.json,
    "languages" to languages?.json,
)

private val TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC)

/** RFC 3339 in UTC with milliseconds. */
private fun timestamp(at: Instant): String = TIMESTAMP.format(at)
