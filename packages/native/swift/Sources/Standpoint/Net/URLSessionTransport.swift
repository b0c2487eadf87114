import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLSession` without cookies, cache and redirects.
public struct URLSessionTransport: Transport {
    private let session: URLSession

    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 20
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let url = URL(string: request.url) else {
            throw StandpointError(.configInvalid, "This is no address: \(request.url)")
        }
        var carried = URLRequest(url: url)
        carried.httpMethod = "POST"
        carried.httpBody = Data(request.body.utf8)
        for (name, value) in request.headers { carried.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await exchange(carried)
        guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let headers = answer.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return HTTPResponse(
            status: answer.statusCode,
            headers: Dictionary(headers) { first, _ in first },
            body: String(decoding: data, as: UTF8.self))
    }

    private func exchange(_ request: URLRequest) async throws -> (Data, URLResponse) {
        do {
            return try await session.data(for: request)
        } catch let error as URLError {
            switch error.code {
            case .cancelled: throw CancellationError()
            case .timedOut: throw StandpointError(.timeout, "No answer came in time.")
            case .notConnectedToInternet: throw StandpointError(.offline, "The device is offline.")
            default: throw error
            }
        }
    }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
