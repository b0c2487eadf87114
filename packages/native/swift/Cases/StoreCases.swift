import Foundation
@testable import Standpoint

func storeCases() -> [Case] { [
    Case("keeps an install id, and takes nothing else for one") {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("standpoint-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let store = FileInstallIDStore(file: file)
        try expect(store.read() == nil)
        try store.write("ins_1")
        try store.write("ins_2")
        try expect(FileInstallIDStore(file: file).read() == "ins_2")
        for id in ["", "a b", "a\n", "é", String(repeating: "x", count: 129)] {
            try expect((try? store.write(id)) == nil, id)
        }
        try Data("two\nlines".utf8).write(to: file)
        try expect(store.read() == nil)
    },
    Case("consumes a token once when many ask at the same time") {
        let store = MemoryTokenStore()
        let won = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { await store.consume("jti", expiresAt: Date() + 60) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(won == 1, "\(won)")
    },
] }
