// Not compiled in our CI.
#if canImport(DeviceCheck) && os(iOS)
import DeviceCheck
import Foundation
import Standpoint

/// App Attest. The first call attests a new key, later ones sign with it. Without the entitlement, on a
/// simulator and when Apple's servers are out of reach, the evidence goes without it and the policy decides.
public actor AppAttestProvider: AttestationProvider {
    private let service = DCAppAttestService.shared
    private let defaults: UserDefaults
    private static let keyName = "standpoint.app-attest-key"

    public init(defaults: UserDefaults = .standard) { self.defaults = defaults }

    public func attest(binding: Data) async throws -> JSONObject {
        guard service.isSupported else { return unattested }
        if let key = defaults.string(forKey: Self.keyName) {
            do {
                return statement(key, "assertion", try await service.generateAssertion(key, clientDataHash: binding))
            } catch let error as DCError where error.code == .invalidKey {
                // Keys do not survive a new installation, but defaults may.
                defaults.removeObject(forKey: Self.keyName)
            }
        }
        let key = try await service.generateKey()
        let attestation = try await service.attestKey(key, clientDataHash: binding)
        defaults.set(key, forKey: Self.keyName)
        return statement(key, "attestation", attestation)
    }

    private func statement(_ key: String, _ kind: String, _ object: Data) -> JSONObject {
        JSONObject([
            ("kind", .text("app_attest")), ("key_id", .text(key)), (kind, .text(Base64URL.encode(object))),
        ])
    }
}
#endif
