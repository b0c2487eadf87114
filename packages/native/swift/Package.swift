// swift-tools-version: 6.0
// Not compiled in our CI, which calls swiftc; the core's sources are.
import PackageDescription

let package = Package(
    name: "Standpoint",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "Standpoint", targets: ["Standpoint"]),
        .library(name: "StandpointIOS", targets: ["StandpointIOS"]),
    ],
    targets: [
        .target(name: "Standpoint", path: "Sources/Standpoint"),
        .target(name: "StandpointIOS", dependencies: ["Standpoint"], path: "ios"),
    ]
)
