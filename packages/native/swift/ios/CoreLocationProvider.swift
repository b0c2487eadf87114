// Not compiled in our CI.
#if canImport(CoreLocation) && os(iOS)
import CoreLocation
import Standpoint

/// Core Location. Put `NSLocationWhenInUseUsageDescription` into `Info.plist`; the person is asked when
/// needed.
@MainActor
public final class CoreLocationProvider: NSObject, LocationProvider, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var readings: [CLLocation] = []
    private var failure: PositionError?
    private var finished: CheckedContinuation<Void, Never>?

    public override init() {
        super.init()
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.delegate = self
    }

    public func find(timeoutMs: Int) async throws -> Found {
        readings = []
        failure = nil
        let timer = Task {
            try await Task.sleep(nanoseconds: UInt64(timeoutMs) * 1_000_000)
            end(.positionTimeout)
        }
        defer {
            timer.cancel()
            manager.stopUpdatingLocation()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                finished = continuation
                begin()
            }
        } onCancel: {
            Task { @MainActor in self.end(nil) }
        }
        try Task.checkCancellation()
        let error = readings.isEmpty ? failure ?? .positionUnavailable : nil
        return Found(permission: permission, positions: readings.suffix(5).map(position), error: error)
    }

    private func begin() {
        switch manager.authorizationStatus {
        case .notDetermined: manager.requestWhenInUseAuthorization()
        case .denied, .restricted: end(.permissionDenied)
        default: manager.startUpdatingLocation()
        }
    }

    /// Ends the search once.
    private func end(_ error: PositionError?) {
        if failure == nil { failure = error }
        finished?.resume()
        finished = nil
    }

    private var permission: Permission {
        let isPrecise = manager.accuracyAuthorization == .fullAccuracy
        return switch manager.authorizationStatus {
        case .authorizedAlways, .authorizedWhenInUse: Permission(.granted, precise: isPrecise)
        case .notDetermined: Permission(.prompt)
        default: Permission(.denied)
        }
    }

    private func position(_ reading: CLLocation) -> Position {
        Position(
            latitude: reading.coordinate.latitude, longitude: reading.coordinate.longitude,
            accuracyM: reading.horizontalAccuracy, measuredAt: reading.timestamp,
            altitudeM: reading.verticalAccuracy > 0 ? reading.altitude : nil,
            headingDeg: reading.courseAccuracy >= 0 ? reading.course : nil,
            speedMps: reading.speedAccuracy >= 0 ? reading.speed : nil, source: "core_location")
    }

    public nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        Task { @MainActor in if finished != nil { begin() } }
    }

    public nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations found: [CLLocation]) {
        Task { @MainActor in
            // Core Location first gives what it remembers.
            readings += found.filter { $0.horizontalAccuracy >= 0 && $0.timestamp.timeIntervalSinceNow > -15 }
            if let best = readings.last, best.horizontalAccuracy <= 50 { end(nil) }
        }
    }

    public nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        // `locationUnknown` means that Core Location goes on searching.
        guard let error = error as? CLError, error.code != .locationUnknown else { return }
        Task { @MainActor in end(error.code == .denied ? .permissionDenied : .positionUnavailable) }
    }
}
#endif
