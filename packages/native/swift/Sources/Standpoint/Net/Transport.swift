/// One POST. The body is sent as it is: a repetition must have the same bytes.
public struct HTTPRequest: Equatable, Sendable {
    public var url: String
    public var headers: [String: String]
    public var body: String
}

public struct HTTPResponse: Sendable {
    public let status: Int
    /// With names in small letters.
    public let headers: [String: String]
    public let body: String

    public init(status: Int, headers: [String: String], body: String) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Carries requests. Replace it to use the HTTP stack of your app.
public protocol Transport: Sendable {
    /// Sends the request once: no repetition of its own, no redirect, no cache, no cookie. Any error means
    /// that no answer arrived; throw a `StandpointError` to say more.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
