import Foundation
@testable import Standpoint

private func date(_ text: String) -> Date {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.date(from: text)!
}

func evidence(_ input: JSONObject) -> Told {
    let facts = input["facts"]!.object!
    let evidence = Evidence(
        attemptID: facts.need("attempt_id"), purpose: facts["purpose"]?.text.flatMap(Purpose.init),
        collectedAt: date(facts.need("collected_at")), platform: facts.need("platform"),
        sdkName: facts["sdk"]!.object!.need("name"), sdkVersion: facts["sdk"]!.object!.need("version"),
        found: found(facts), clock: facts["clock"]?.object.map(clock), device: facts["device"]?.object,
        signals: facts["signals"]?.object, jti: facts["jti"]?.text, installID: facts["install_id"]?.text,
        ipStamp: facts["ip_stamp"]?.text, nonce: facts["nonce"]?.text)
    let core = evidence.core()
    return .members([("core", .text(core)), ("sha256", .text(TestCrypto().sha256(Data(core.utf8)).hex))])
}

private func found(_ facts: JSONObject) -> Found {
    let permission = facts["permission"]!.object!
    return Found(
        permission: Permission(
            PermissionState(rawValue: permission.need("state"))!, precise: permission["precise"]?.bool),
        positions: (facts["positions"]?.array ?? []).compactMap(\.object).map(position),
        error: facts["position_error"]?.text.flatMap(PositionError.init))
}

private func position(_ from: JSONObject) -> Position {
    Position(
        latitude: from["lat"]!.number!, longitude: from["lng"]!.number!, accuracyM: from["accuracy_m"]!.number!,
        accuracyBasis: AccuracyBasis(rawValue: from.need("accuracy_basis"))!,
        measuredAt: date(from.need("measured_at")), altitudeM: from["altitude_m"]?.number,
        headingDeg: from["heading_deg"]?.number, speedMps: from["speed_mps"]?.number, source: from["source"]?.text)
}

private func clock(_ from: JSONObject) -> DeviceClock {
    DeviceClock(
        epochMs: from["epoch_ms"]!.whole!, monotonicMs: from["monotonic_ms"]?.whole, timeZone: from["time_zone"]?.text,
        utcOffsetMin: from["utc_offset_min"]?.whole, locale: from["locale"]?.text, languages: from["languages"]?.texts)
}

func sealing(_ input: JSONObject) throws -> Told {
    let enc = input["enc"]!.object!
    let scalar = Base64URL.decode(input["ephemeral"]!.object!.need("d"))!
    let payload = try Seal(crypto: TestCrypto()).seal(
        core: input.need("core"), integrity: input["integrity"]!.object!,
        key: PayloadKey(kid: enc.need("kid"), x: enc.need("x"), y: enc.need("y")),
        target: SealFor(
            jti: input.need("jti"), path: input.need("path"), sdk: input.need("sdk"), origin: input["origin"]?.text),
        ephemeral: TestCrypto().pair(scalar: scalar), iv: Base64URL.decode(input.need("iv"))!)
    return .members([("payload", .text(payload))])
}

func attestation(_ input: JSONObject) -> Told {
    let core = input.need("core")
    let binding = AttestationBinding(
        jti: input.need("jti"), challenge: input.need("attestation_challenge"), core: core, crypto: TestCrypto())
    let hex = JSONValue.text(binding.bytes.hex)
    return .members([
        ("core_sha256", .text(TestCrypto().sha256(Data(core.utf8)).hex)),
        ("text", .text(binding.text)),
        ("binding", hex),
        ("app_attest", .members([("client_data_hash", hex)])),
    ])
}
