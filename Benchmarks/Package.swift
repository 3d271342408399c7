// swift-tools-version: 6.2
import PackageDescription

// Measures from outside, as users are: what is not @inlinable is not specialised here, and shows.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "Floors",
      dependencies: [.product(name: "SectionDiff", package: "swift-section-diff")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
