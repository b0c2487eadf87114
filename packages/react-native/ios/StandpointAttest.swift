// Not compiled in our CI: there is no Xcode in it.
import DeviceCheck
import Foundation

/// App Attest: one key of the app, attested once, which then asserts. The binding is the hash of the client's data.
@objc(StandpointAttest)
public final class StandpointAttest: NSObject {
    private static let stored = "standpoint.attest.key.v1"
    private static let attested = "standpoint.attest.done.v1"

    @objc public static var isSupported: Bool { DCAppAttestService.shared.isSupported }

    /// `challenge`: 32 bytes, base64url. Gives the JSON text of the fields of `integrity`.
    @objc(attest:completion:)
    public static func attest(_ challenge: String, completion: @escaping (String?, NSError?) -> Void) {
        Task {
            do {
                completion(try await statement(for: binding(challenge)), nil)
            } catch {
                completion(nil, error as NSError)
            }
        }
    }

    private static func statement(for binding: Data) async throws -> String {
        let store = UserDefaults.standard
        if let key = store.string(forKey: stored), store.bool(forKey: attested) {
            do {
                let assertion = try await DCAppAttestService.shared.generateAssertion(key, clientDataHash: binding)
                return try text(["key_id": key, "assertion": assertion.base64EncodedString()])
            } catch DCError.invalidKey {
                // The key is gone, as after a restore on another phone.
                store.removeObject(forKey: stored)
            }
        }
        let key = try await DCAppAttestService.shared.generateKey()
        let attestation = try await DCAppAttestService.shared.attestKey(key, clientDataHash: binding)
        store.set(key, forKey: stored)
        store.set(true, forKey: attested)
        return try text(["key_id": key, "attestation": attestation.base64EncodedString()])
    }

    private static func text(_ fields: [String: String]) throws -> String {
        String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    }

    private static func binding(_ challenge: String) throws -> Data {
        let base64 = challenge.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padded = base64.padding(toLength: (base64.count + 3) / 4 * 4, withPad: "=", startingAt: 0)
        guard let data = Data(base64Encoded: padded), data.count == 32 else {
            throw NSError(domain: "standpoint", code: 1)
        }
        return data
    }
}
