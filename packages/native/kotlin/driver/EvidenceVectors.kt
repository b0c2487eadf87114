package com.standpoint.driver

import com.standpoint.Base64Url
import com.standpoint.json.JsonObject
import com.standpoint.json.json
import com.standpoint.json.jsonObject
import com.standpoint.location.AccuracyBasis
import com.standpoint.location.AttestationBinding
import com.standpoint.location.DeviceClock
import com.standpoint.location.Evidence
import com.standpoint.location.Found
import com.standpoint.location.Fresh
import com.standpoint.location.P256
import com.standpoint.location.Permission
import com.standpoint.location.PermissionState
import com.standpoint.location.Position
import com.standpoint.location.PositionError
import com.standpoint.location.Purpose
import com.standpoint.location.Seal
import com.standpoint.location.SealFor
import com.standpoint.location.hex
import com.standpoint.token.PayloadKey
import java.math.BigInteger
import java.security.KeyFactory
import java.security.KeyPair
import java.security.spec.ECPrivateKeySpec
import java.time.Instant

private inline fun <reified E : Enum<E>> JsonObject.one(name: String): E? =
    text(name)?.let { enumValueOf<E>(it.uppercase()) }

internal fun evidence(input: JsonObject): Told {
    val core = evidenceOf(input.child("facts")!!).core()
    return told("core" to core.json, "sha256" to AttestationBinding.sha256(core).hex().json)
}

private fun evidenceOf(facts: JsonObject) = Evidence(
    attemptId = facts.text("attempt_id")!!,
    purpose = facts.one<Purpose>("purpose"),
    collectedAt = Instant.parse(facts.text("collected_at")),
    platform = facts.text("platform")!!,
    sdkName = facts.child("sdk")!!.text("name")!!,
    sdkVersion = facts.child("sdk")!!.text("version")!!,
    found = foundIn(facts),
    clock = facts.child("clock")?.let(::clockOf),
    device = facts.child("device"),
    signals = facts.child("signals"),
    jti = facts.text("jti"),
    installId = facts.text("install_id"),
    ipStamp = facts.text("ip_stamp"),
    nonce = facts.text("nonce"),
)

private fun foundIn(facts: JsonObject): Found {
    val permission = facts.child("permission")!!
    return Found(
        permission = Permission(permission.one<PermissionState>("state")!!, permission.boolean("precise")),
        positions = facts.list("positions").orEmpty().map { positionOf(it as JsonObject) },
        error = facts.one<PositionError>("position_error"),
    )
}

private fun positionOf(from: JsonObject) = Position(
    latitude = from.number("lat")!!,
    longitude = from.number("lng")!!,
    accuracyM = from.number("accuracy_m")!!,
    accuracyBasis = from.one<AccuracyBasis>("accuracy_basis")!!,
    measuredAt = Instant.parse(from.text("measured_at")),
    altitudeM = from.number("altitude_m"),
    headingDeg = from.number("heading_deg"),
    speedMps = from.number("speed_mps"),
    source = from.text("source"),
)

private fun clockOf(from: JsonObject) = DeviceClock(
    epochMs = from.whole("epoch_ms")!!,
    monotonicMs = from.whole("monotonic_ms"),
    timeZone = from.text("time_zone"),
    utcOffsetMin = from.whole("utc_offset_min")?.toInt(),
    locale = from.text("locale"),
    languages = from.texts("languages"),
)

internal fun sealing(input: JsonObject): Told {
    val enc = input.child("enc")!!
    val ephemeral = input.child("ephemeral")!!
    val scalar = BigInteger(1, Base64Url.decode(ephemeral.text("d")!!)!!)
    val private = KeyFactory.getInstance("EC").generatePrivate(ECPrivateKeySpec(scalar, P256.parameters))
    val public = P256.publicKey(ephemeral.text("x")!!, ephemeral.text("y")!!)
    val payload = Seal.seal(
        core = input.text("core")!!,
        integrity = input.child("integrity")!!,
        key = PayloadKey(enc.text("kid")!!, enc.text("x")!!, enc.text("y")!!),
        target = SealFor(
            jti = input.text("jti")!!,
            path = input.text("path")!!,
            sdk = input.text("sdk")!!,
            origin = input.text("origin"),
        ),
        fresh = Fresh(KeyPair(public, private), Base64Url.decode(input.text("iv")!!)!!),
    )
    return told("payload" to payload.json)
}

internal fun attestation(input: JsonObject): Told {
    val (jti, challenge, core) = listOf("jti", "attestation_challenge", "core").map { input.text(it)!! }
    val binding = AttestationBinding.of(jti, challenge, core)
    return told(
        "core_sha256" to AttestationBinding.sha256(core).hex().json,
        "text" to AttestationBinding.text(jti, challenge, core).json,
        "binding" to binding.hex().json,
        "android_key_attestation" to jsonObject("attestation_challenge" to binding.hex().json),
        "play_integrity" to jsonObject("request_hash" to Base64Url.encode(binding).json),
    )
}
