import Foundation
@testable import Standpoint

/// What the client tells about one case.
enum Told {
    case members([(String, JSONValue?)])
    /// Why the client has no such part.
    case skip(String)
}

func vector(_ family: String, _ input: JSONObject) async throws -> Told {
    switch family {
    case "preflight-claims": try claims(input)
    case "evidence": evidence(input)
    case "sealing": try sealing(input)
    case "attestation": attestation(input)
    case "retry": try await retry(input)
    case "errors": try errors(input)
    case "install-id": installID(input)
    case "face-url": try faceAddress(input)
    case "bridge": try bridge(input)
    case "short-code": try shortCode(input)
    case "result-token": try await resultToken(input)
    case "erasure-receipt": try await erasureReceipt(input)
    default: .skip("the Swift core has no part of \(family)")
    }
}

func answer(_ line: JSONObject) async throws -> Told {
    do {
        guard let family = line["vector"]?.text else { return try await call(line) }
        return try await vector(family, line["input"]!.object!)
    } catch let error as StandpointError {
        return .members([("error", .text(error.code.rawValue))])
    } catch let error as RefusedToken {
        return .members([("error", .text(error.fault.rawValue))])
    }
}

/// Speaks the lines of the conformance drivers: one JSON value per line, until the input ends. U+2028 and
/// U+2029 are escaped, because some readers take them for the end of a line.
while let text = readLine() {
    let line = try JSONValue.parse(text).object!
    let told: (String, JSONValue?) =
        switch try await answer(line) {
        case .members(let members): ("told", .members(members))
        case .skip(let reason): ("skip", .text(reason))
        }
    let reply = JSONValue.members([("id", line["id"]), told]).written()
        .replacingOccurrences(of: "\u{2028}", with: "\\u2028")
        .replacingOccurrences(of: "\u{2029}", with: "\\u2029")
    FileHandle.standardOutput.write(Data("\(reply)\n".utf8))
}
