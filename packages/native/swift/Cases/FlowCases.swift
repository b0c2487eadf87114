import Foundation
@testable import Standpoint

private let origin = "https://id.example"
private let address = "\(origin)/face/wf_1#t=x"
private let other = "\(origin)/face/wf_1#t=y"

private func said(_ members: String, by page: String = origin) -> FaceInput {
    .message(pageOrigin: page, isMainFrame: true, text: #"{"ns":"facecheck","v":1,\#(members)}"#)
}

private let ready = said(#""type":"ready""#)
private let tokenNeeded = said(#""type":"token_needed""#)
private let close = said(#""type":"close""#)
private let done = FaceOutcome.completed(sessionID: "fcs_1", status: "completed", livemode: true)

private func completed(hold: Bool) -> FaceInput {
    said(#""type":"completed","session_id":"fcs_1","status":"completed","hold":\#(hold)"#)
}

/// A page that has said that it listens, and what it said since.
private func readyFlow(_ inputs: FaceInput...) throws -> FaceFlow {
    let flow = try FaceFlow(url: address)
    _ = flow.start()
    for input in [ready] + inputs { _ = flow.on(input) }
    return flow
}

private func code(_ flow: FaceFlow) async -> String? {
    if case .failed(let code, _) = await flow.check.outcome { return code }
    return nil
}

func flowCases() -> [Case] { [
    Case("loads the page, waits for it, and says hello when it listens") {
        let flow = try FaceFlow(url: address)
        let started = flow.start()
        try expect(started == [.load(address), .wait(load: 1, milliseconds: 20_000)], "\(started)")
        guard case .run(let script)? = flow.on(ready).first else { throw Failure(description: "no hello") }
        try expect(script.contains(#""type":"init""#) && script.contains("swift/"), script)
        // The wait is over, and the page has long answered.
        try expect(flow.on(.waitOver(load: 1)) == [])
    },
    Case("ends a page that stays silent, that fails to load, or whose process is gone for good") {
        let inputs: [FaceInput] = [.waitOver(load: 1), .loadFailed("HTTP 503"), .processGone(canReload: false)]
        for input in inputs {
            let flow = try FaceFlow(url: address)
            _ = flow.start()
            try expect(flow.on(input) == [.remove], "\(input)")
            try expect(await code(flow) == "iframe_load_failed", "\(input)")
        }
    },
    Case("waits anew for each load, and not for an earlier one") {
        let flow = try readyFlow()
        let effects = flow.on(said(#""type":"reload_needed""#))
        try expect(effects == [.reload, .wait(load: 2, milliseconds: 20_000)], "\(effects)")
        try expect(flow.on(.waitOver(load: 1)) == [])
        try expect(flow.on(.waitOver(load: 2)) == [.remove])
    },
    Case("loads twice after the process of the page ended, and then gives up") {
        let flow = try readyFlow()
        for _ in 1...2 { try expect(flow.on(.processGone(canReload: true)).first == .reload) }
        try expect(flow.on(.processGone(canReload: true)) == [.remove])
    },
    Case("settles at the decision, keeps a closing screen, and removes it when it is left") {
        let flow = try readyFlow()
        try expect(flow.on(completed(hold: true)) == [])
        try expect(await flow.check.outcome == done)
        try expect(flow.mayLoad(address))
        try expect(flow.on(close) == [.remove])
        // Without a closing screen the view goes at once.
        try expect(try readyFlow().on(completed(hold: false)) == [.remove])
    },
    Case("removes a closing screen that crashes, that is left by back, and keeps the outcome") {
        let inputs: [FaceInput] = [.processGone(canReload: true), .loadFailed("x"), .back, .removed]
        for input in inputs {
            let flow = try readyFlow(completed(hold: true))
            _ = flow.on(input)
            try expect(await flow.check.outcome == done, "\(input)")
            try expect(!flow.mayUseCamera(pageOrigin: origin), "\(input)")
            try expect(flow.on(close) == [], "\(input)")
        }
    },
    Case("loads a new address of the face page that it asked for") {
        let flow = try readyFlow()
        try expect(flow.on(tokenNeeded) == [.askForURL])
        try expect(flow.on(.newURL(other)) == [.load(other), .wait(load: 2, milliseconds: 20_000)])
        // The page goes on with the token it has.
        _ = flow.on(tokenNeeded)
        try expect(flow.on(.newURL(nil)) == [])
    },
    Case("never loads a new address elsewhere, and none that it did not ask for") {
        let elsewhere = [
            "https://evil.example/face", "http://id.example/face", "javascript:alert(1)",
            "https://id.example@evil.example", "file:///etc/passwd", "",
        ]
        for url in elsewhere {
            let flow = try readyFlow(tokenNeeded)
            try expect(flow.on(.newURL(url)) == [.remove], url)
            try expect(await code(flow) == "config_invalid", url)
        }
        try expect(try readyFlow().on(.newURL(other)) == [])
        try expect(try readyFlow(tokenNeeded, completed(hold: true)).on(.newURL(other)) == [])
    },
    Case("asks the page before it leaves, once, and leaves at the second wish") {
        let flow = try readyFlow(said(#""type":"consent""#))
        guard case .run(let script)? = flow.on(.back).first else { throw Failure(description: "asked nothing") }
        try expect(script.contains(#""cancel""#), script)
        try expect(flow.on(.back) == [.remove])
        try expect(await flow.check.outcome == .canceled(step: "consent"))
        // A page that does not listen yet is asked nothing.
        let silent = try FaceFlow(url: address)
        _ = silent.start()
        try expect(silent.on(.back) == [.remove])
        try expect(await silent.check.outcome == .canceled(step: "loading"))
    },
    Case("asks again before it leaves when the person stayed and went on") {
        let flow = try readyFlow(said(#""type":"consent""#))
        let asked = flow.on(.back)
        _ = flow.on(said(#""type":"consent""#))
        try expect(flow.on(.back) == asked)
        try expect(!flow.check.hasEnded)
        try expect(flow.on(.back) == [.remove])
    },
    Case("hears nothing from elsewhere, and nothing once the view is gone") {
        let flow = try readyFlow()
        try expect(flow.on(said(#""type":"close""#, by: "https://evil.example")) == [])
        try expect(flow.on(.removed) == [])
        try expect(await flow.check.outcome == .canceled(step: "closed"))
        for input in [ready, close, FaceInput.back, FaceInput.loadFailed("x")] {
            try expect(flow.on(input) == [], "\(input)")
        }
    },
] }
