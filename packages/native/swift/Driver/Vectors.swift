import Foundation
@testable import Standpoint

extension JSONObject {
    func need(_ name: String) -> String { self[name]!.text! }
}

func claims(_ input: JSONObject) throws -> Told {
    let reader = TokenReader(base: try BaseURL(input.need("base_url")))
    let text = input.need("token")
    if input["kind"]?.text == "portal" {
        let portal = try reader.portal(text)
        return .members([
            ("claims", .members([
                ("iss", .text(portal.issuer)), ("jti", .text(portal.jti)), ("workflow_id", .text(portal.workflowID)),
            ]))
        ])
    }
    let preflight = try reader.preflight(text)
    let key = preflight.key
    return .members([
        ("claims", .members([
            ("iss", .text(preflight.issuer)),
            ("jti", .text(preflight.jti)),
            ("env", .text(preflight.environment.rawValue)),
            ("sdk", .of(preflight.sdk)),
            ("attestation_challenge", .of(preflight.attestationChallenge)),
            ("enc", .members([("kid", .text(key.kid)), ("x", .text(key.x)), ("y", .text(key.y))])),
        ]))
    ])
}

func response(_ from: JSONObject) -> HTTPResponse {
    let headers = (from["headers"]?.object?.members ?? []).map { ($0.name, $0.value.text ?? "") }
    return HTTPResponse(
        status: from["status"]!.whole!, headers: Dictionary(uniqueKeysWithValues: headers),
        body: from["body"]?.text ?? "")
}

func errors(_ input: JSONObject) throws -> Told {
    do {
        _ = try Answer(response(input), base: BaseURL("https://id.example"))
        return .members([])
    } catch let error as StandpointError {
        let own: Set<ErrorCode> = [.badResponse, .serverError]
        let plain = !own.contains(error.code) && error.status != 200 && error.retryAfterMs == nil
        return .members([
            ("code", .text(error.code.rawValue)),
            ("status", .of(error.status)),
            ("message", plain ? .text(error.message) : nil),
            ("retryable", .bool(error.retryable)),
            ("request_id", .of(error.requestID)),
            ("retry_after_ms", .of(error.retryAfterMs)),
        ])
    }
}

func installID(_ input: JSONObject) -> Told {
    if input["do"]?.text != "evidence" { return .skip("the backend reads and writes the cookie") }
    if input["platform"]?.text == "web" { return .skip("the web SDK is on the web alone") }
    return .members([("install_id", .null)])
}

func faceAddress(_ input: JSONObject) throws -> Told {
    var options = FaceURLOptions()
    options.locale = input["locale"]?.text
    options.returnURL = input["return_url"]?.text
    options.state = input["state"]?.text
    options.parentOrigin = input["parent_origin"]?.text
    let url = try faceURL(
        base: BaseURL(input.need("base_url")), faceBase: input.need("face_base"), token: input.need("token"),
        options: options)
    return .members([("url", .text(url))])
}

func bridge(_ input: JSONObject) throws -> Told {
    if input["side"]?.text != "app" { return .skip("an app shows a WebView, not a frame") }
    let heard = try FaceCheck(faceURL: input.need("face_origin")).hear(
        pageOrigin: input.need("page_origin"), isMainFrame: input["main_frame"]!.bool!, text: input.need("text"))
    return .members([("message", heard.map { .object($0.members) } ?? .null)])
}

func shortCode(_ input: JSONObject) throws -> Told {
    let code = try ShortCode(input.need("text"))
    return .members([("code", .text(code.value)), ("url", .text(code.url(faceBase: input.need("face_base"))))])
}
