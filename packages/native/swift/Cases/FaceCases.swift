import Foundation
@testable import Standpoint

private let origin = "https://id.example"

private func said(_ members: String) -> String { #"{"ns":"facecheck","v":1,\#(members)}"# }

private func check() throws -> FaceCheck { try FaceCheck(faceURL: "\(origin):443/face/wf_1#t=x") }

private extension FaceCheck {
    @discardableResult
    func told(_ members: String, by page: String = origin) -> FaceMessage? {
        hear(pageOrigin: page, isMainFrame: true, text: said(members))
    }
}

func faceCases() -> [Case] { [
    Case("settles once, by the first end that the face page tells") {
        let check = try check()
        async let waiting = check.outcome
        check.told(#""type":"completed","session_id":"fcs_1","status":"completed","hold":true"#)
        check.told(#""type":"canceled","step":"consent""#)
        check.close()
        let wanted = FaceOutcome.completed(sessionID: "fcs_1", status: "completed", livemode: true)
        let found = [await waiting, await check.outcome]
        try expect(found == [wanted, wanted], "\(found)")
    },
    Case("goes on after an error that is not fatal") {
        let check = try check()
        let heard = check.told(#""type":"error","code":"camera_in_use""#)
        try expect(heard?.event == .problem(code: "camera_in_use", message: nil))
        check.told(#""type":"error","code":"internal","fatal":true"#)
        try expect(await check.outcome == .failed(code: "internal", message: nil))
    },
    Case("gives the camera and a place to the face origin alone") {
        let check = try check()
        try expect(check.mayUseCamera(pageOrigin: "\(origin)/") && check.mayLoad("\(origin)/face/wf_1"))
        let others = [
            "http://id.example", "https://id.example.evil.example", "https://evil.example/#https://id.example",
            "https://id.example@evil.example", "https://id.example:8443", "null", "", "javascript:1",
        ]
        for url in others {
            try expect(!check.mayUseCamera(pageOrigin: url) && !check.mayLoad(url), url)
            try expect(check.told(#""type":"ready""#, by: url) == nil, url)
        }
    },
    Case("writes commands that cannot break out of their script") {
        let script = FaceCommand.locale("\");alert(1);//\u{2028}").script
        try expect(script == #"window.facecheckReceive?.({"type":"locale","locale":"\");alert(1);//\u2028"})"#, script)
    },
] }
