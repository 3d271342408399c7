// swift-tools-version: 6.2
import PackageDescription

// A program's models, and the suite that measures them: what a package needs to gate its own code. Nothing else is fetched.
let package = Package(
  name: "chat-suite",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../../..")],
  targets: [
    .target(name: "Chat", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "ChatSuite",
      dependencies: [
        "Chat",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "BenchmarkHarness", package: "swift-section-diff"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ],
  swiftLanguageModes: [.v6]
)
