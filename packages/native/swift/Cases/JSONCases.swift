import Foundation
@testable import Standpoint

private let noJSON = [
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "1.", ".5", "+1", "1e", "NaN", "tru", "\"\t\"",
    "\"\\x\"", "\"\\u12g4\"", "\"a", "[1] 2", "{\"a\":1,\"a\":2}", "1e999", String(repeating: "[", count: 100),
]

func jsonCases() -> [Case] { [
    Case("refuses text that is no JSON, and a name that stands twice") {
        for text in noJSON { try expect((try? JSONValue.parse(text)) == nil, text) }
    },
    Case("reads back what it writes") {
        let text = #"{"a":[1,-0.5,1e-7,"\u0001\"\\/😀",true,null],"":{}}"#
        try expect(try JSONValue.parse(text).written() == text)
    },
    Case("keeps names apart that look alike") {
        let text = "{\"\u{e9}\":1,\"e\u{301}\":2}"
        let object = try JSONValue.parse(text).object!
        try expect(object["\u{e9}"]?.number == 1 && object["e\u{301}"]?.number == 2)
    },
    Case("writes numbers that read back as the same double") {
        for _ in 0..<20_000 {
            let value = Double(bitPattern: .random(in: .min ... .max))
            if value.isFinite { try expect(Double(ecmaNumber(value)) == value, "\(value)") }
        }
    },
    Case("writes the numbers of RFC 8785 and those whose interval is not even") {
        let known: [(Double, String)] = [
            (9007199254740994.0, "9007199254740994"), (1e23, "1e+23"), (1e21, "1e+21"), (1e20, "100000000000000000000"),
            (9.999999999999997e22, "9.999999999999997e+22"), (333333333.33333329, "333333333.3333333"),
            (5.684341886080802e-14, "5.684341886080802e-14"), (4.5, "4.5"), (2e-3, "0.002"), (1e-6, "0.000001"),
            (1e-7, "1e-7"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (-0.0, "0"), (123456789, "123456789"),
        ]
        for (value, text) in known { try expect(ecmaNumber(value) == text, "\(text): \(ecmaNumber(value))") }
    },
    Case("decodes base64url in one spelling only") {
        try expect(Base64URL.decode("YQ") == Data("a".utf8))
        for text in ["YQ==", "YR", "Y Q", "Y", "YQ\n", "Y+", "é"] { try expect(Base64URL.decode(text) == nil, text) }
    },
    Case("writes times to the millisecond") {
        for millisecond in 0..<1_000 {
            let date = Date(timeIntervalSince1970: 1_795_262_398 + Double(millisecond) / 1_000)
            let core = Evidence(
                attemptID: "", collectedAt: date, platform: "ios", sdkName: "", sdkVersion: "",
                found: Found(permission: Permission(.unknown), positions: [])
            ).core()
            let digits = String(format: "%03d", millisecond)
            try expect(core.contains("\"2026-11-21T11:59:58.\(digits)Z\""), core)
        }
    },
] }
