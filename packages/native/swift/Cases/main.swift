import Foundation

struct Case: Sendable {
    let name: String
    let run: @Sendable () async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.run = run
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String
}

func expect(_ holds: Bool, _ said: @autoclosure () -> String = "", line: Int = #line) throws {
    if !holds { throw Failure(description: "line \(line) \(said())") }
}

/// Runs what the vectors cannot hold: time, tasks and files.
var failed = 0
for each in jsonCases() + clientCases() + faceCases() + flowCases() + storeCases() {
    do {
        try await each.run()
        print("ok \(each.name)")
    } catch {
        failed += 1
        print("FAILED \(each.name): \(error)")
    }
}
exit(failed == 0 ? 0 : 1)
