/// An answer of the service, read from its envelope.
struct Answer: Sendable {
    let data: JSONObject
    /// Names the request in the service's log; empty when a proxy removed it.
    let requestID: String

    /// - Throws: `StandpointError` for everything that is no success of the service.
    init(_ response: HTTPResponse, base: BaseURL) throws {
        let found = JSONObject.parse(response.body)?["data"]?.object
        let error = found?["error"]?.object
        guard (200...299).contains(response.status), let found, error == nil else {
            throw Self.refusal(response, error, base)
        }
        data = found
        requestID = response.headers["x-request-id"] ?? ""
    }

    private static func refusal(_ response: HTTPResponse, _ error: JSONObject?, _ base: BaseURL) -> StandpointError {
        let own: ErrorCode =
            response.status == 429 ? .rateLimited : response.status >= 500 ? .serverError : .badResponse
        let code = error?["code"]?.text.map(ErrorCode.init) ?? own
        let seconds = error?["retry_after_s"]?.number ?? response.headers["retry-after"].flatMap(Double.init)
        return StandpointError(
            code,
            error?["message"]?.text ?? "HTTP \(response.status): the answer is not one of the service.",
            retryable: error.map { $0["retryable"]?.bool == true } ?? (own != .badResponse),
            status: response.status,
            requestID: error?["request_id"]?.text ?? response.headers["x-request-id"],
            docsURL: error?["docs_url"]?.text ?? base.docs(code),
            retryAfterMs: seconds.flatMap { (0...86_400).contains($0) ? Int($0 * 1_000) : nil })
    }
}
