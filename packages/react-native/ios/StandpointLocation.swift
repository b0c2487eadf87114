// Not compiled in our CI: there is no Xcode in it.
import CoreLocation
import UIKit

/// One position at a time. Every call is answered exactly once, also when CoreLocation never answers.
@objc(StandpointLocation)
public final class StandpointLocation: NSObject, CLLocationManagerDelegate {
    private var manager: CLLocationManager?
    private var asking: [(String) -> Void] = []
    private var locating: ((NSDictionary?, String?) -> Void)?
    private var best: CLLocation?
    private var wantedAccuracy: CLLocationAccuracy = 50
    private var timer: Timer?

    /// CoreLocation calls its delegate on the thread that made the manager: always the main one.
    private func onMain(_ work: @escaping (CLLocationManager) -> Void) {
        DispatchQueue.main.async {
            let manager = self.manager ?? CLLocationManager()
            manager.delegate = self
            self.manager = manager
            work(manager)
        }
    }

    @objc public func permission() -> String {
        answer(CLLocationManager().authorizationStatus)
    }

    private func answer(_ status: CLAuthorizationStatus) -> String {
        switch status {
        case .authorizedAlways, .authorizedWhenInUse: return "granted"
        case .notDetermined: return "undetermined"
        default: return "denied"
        }
    }

    @objc public func requestPermission(_ completion: @escaping (String) -> Void) {
        onMain { manager in
            guard manager.authorizationStatus == .notDetermined else {
                return completion(self.answer(manager.authorizationStatus))
            }
            self.asking.append(completion)
            manager.requestWhenInUseAuthorization()
        }
    }

    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        guard manager.authorizationStatus != .notDetermined else { return }
        let waiting = asking
        asking = []
        waiting.forEach { $0(answer(manager.authorizationStatus)) }
    }

    @objc(locateWithHighAccuracy:seconds:completion:)
    public func locate(high: Bool, seconds: Double, completion: @escaping (NSDictionary?, String?) -> Void) {
        onMain { manager in
            guard self.answer(manager.authorizationStatus) == "granted" else {
                return completion(nil, "permission_denied")
            }
            self.finish("position_unavailable")
            self.locating = completion
            self.best = nil
            manager.desiredAccuracy = high ? kCLLocationAccuracyBest : kCLLocationAccuracyHundredMeters
            manager.startUpdatingLocation()
            self.timer = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { [weak self] _ in
                self?.finish("position_timeout")
            }
        }
    }

    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        // A position from before the call is a cached one.
        for location in locations where location.horizontalAccuracy >= 0 && location.timestamp.timeIntervalSinceNow > -5 {
            if best == nil || location.horizontalAccuracy <= best!.horizontalAccuracy { best = location }
        }
        if let best, best.horizontalAccuracy <= wantedAccuracy { finish("position_timeout") }
    }

    public func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        switch (error as? CLError)?.code {
        // CoreLocation goes on looking.
        case .locationUnknown: return
        case .denied: finish("permission_denied")
        default: finish("position_unavailable")
        }
    }

    /// Answers the open call with the best position, or with `code` when there is none.
    private func finish(_ code: String) {
        timer?.invalidate()
        timer = nil
        manager?.stopUpdatingLocation()
        let completion = locating
        locating = nil
        if let best { completion?(sample(best), nil) } else { completion?(nil, code) }
        best = nil
    }

    private func sample(_ location: CLLocation) -> NSDictionary {
        let made: NSMutableDictionary = [
            "latitude": location.coordinate.latitude,
            "longitude": location.coordinate.longitude,
            "accuracyM": location.horizontalAccuracy,
            "timestamp": location.timestamp.timeIntervalSince1970 * 1000,
            "precise": manager?.accuracyAuthorization == .fullAccuracy,
            "provider": "corelocation",
        ]
        if location.verticalAccuracy >= 0 { made["altitudeM"] = location.altitude }
        if let source = location.sourceInformation { made["mocked"] = source.isSimulatedBySoftware }
        return made
    }
}

/// Facts that iOS tells any app.
@objc(StandpointSignals)
public final class StandpointSignals: NSObject {
    @objc public static func collect() -> NSDictionary {
        let facts: NSMutableDictionary = ["screen_shared": UIScreen.main.isCaptured]
        #if targetEnvironment(simulator)
        facts["emulator"] = true
        #else
        facts["emulator"] = false
        #endif
        if let version = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String {
            facts["app_version"] = version
        }
        return facts
    }
}
