import Foundation

/// What a test replaces: the name of an attempt and the waits between tries.
struct Seams: Sendable {
    var attemptID: @Sendable () -> String = { UUID().uuidString.lowercased() }
    var pause: @Sendable (_ milliseconds: Int) async throws -> Void = { milliseconds in
        try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }
}

func readClock() -> DeviceClock {
    let now = Date()
    return DeviceClock(
        epochMs: Int(now.timeIntervalSince1970 * 1_000),
        monotonicMs: Int(ProcessInfo.processInfo.systemUptime * 1_000),
        timeZone: TimeZone.current.identifier,
        utcOffsetMin: TimeZone.current.secondsFromGMT(for: now) / 60,
        locale: Locale.preferredLanguages.first,
        languages: Array(Locale.preferredLanguages.prefix(20)))
}
