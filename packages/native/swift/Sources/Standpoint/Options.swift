/// The two lines of clients that the service speaks to.
public enum Generation: Sendable, Equatable {
    /// The base address alone says where calls go.
    case v05
    /// Two environments, each with its base address. A token of the other one is refused here, and so is one
    /// without an `attestation_challenge`. A reuse shows as `attestation_failed`.
    case v03(Environment)

    /// As `Standpoint-SDK` names it.
    public var name: String { self == .v05 ? "0.5" : "0.3" }
    public var sdkVersion: String { "\(name).0" }
}

public struct CallOptions: Sendable {
    /// Of the whole call, the person's answers included.
    public var timeoutMs = 120_000
    /// Of the search for a position alone.
    public var positionMs = 20_000

    public init() {}
}

public struct Options: Sendable {
    /// Base address of the service; its origin must be the origin of the tokens' `iss`.
    public var baseURL: String
    public var location: any LocationProvider
    public var crypto: any Crypto
    public var generation = Generation.v05
    public var attestation: (any AttestationProvider)?
    /// Called after the search for positions.
    public var facts: @Sendable () async -> DeviceFacts = { DeviceFacts() }
    public var transport: any Transport = URLSessionTransport()
    /// Language of the reasons (BCP 47). Default: the service's.
    public var locale: String?

    public init(baseURL: String, location: any LocationProvider, crypto: any Crypto) {
        self.baseURL = baseURL
        self.location = location
        self.crypto = crypto
    }

    #if canImport(CryptoKit)
    public init(baseURL: String, location: any LocationProvider) {
        self.init(baseURL: baseURL, location: location, crypto: AppleCrypto())
    }
    #endif
}
