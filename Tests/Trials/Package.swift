// swift-tools-version: 6.2
import PackageDescription

// What only the checks run, in release: millions of random cases, complete worlds, the statistics of the gate, killed
// processes. A package of its own, so that nobody builds it who builds the tests.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableExperimentalFeature("AvailabilityMacro=LiveSystems:macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-section-diff") }

let package = Package(
  name: "trials",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../..")],
  targets: [
    .executableTarget(
      name: "LawRunner", dependencies: [product("SectionDiff"), product("DiffWorkloads"), product("ConformanceKit")],
      path: "LawRunner",
      swiftSettings: strict),
    .target(
      name: "TextPairs", dependencies: [product("SectionDiff"), product("DiffWorkloads")], path: "TextPairs",
      exclude: ["Pairs", "changes.txt"], swiftSettings: strict),
    .executableTarget(
      name: "TextRunner", dependencies: ["TextPairs", product("SectionDiff")], path: "TextRunner", swiftSettings: strict
    ),
    .target(
      name: "ResultsTrials",
      dependencies: ["ConformanceKit", "LiveResults", "SectionDiff", "StoreBuilding", "StoreInterface"].map(product),
      path: "ResultsTrials", swiftSettings: strict),
    .executableTarget(
      name: "ResultsRunner", dependencies: ["ResultsTrials"], path: "ResultsRunner", swiftSettings: strict),
    .executableTarget(
      name: "FileRunner", dependencies: ["FileAdapter", "StoreBuilding", "StoreInterface"].map(product),
      path: "FileRunner", swiftSettings: strict),
    .executableTarget(
      name: "GateSelfTest",
      dependencies: ["BenchmarkHarness", "_RegressionGate", "DiffWorkloads", "SectionDiff"].map(product),
      path: "GateSelfTest", exclude: ["recorded-noise.csv"], swiftSettings: strict),
    .testTarget(
      name: "GateSelfTestTests",
      dependencies: ["GateSelfTest"] + ["BenchmarkHarness", "_RegressionGate", "SectionDiff"].map(product),
      path: "GateSelfTestTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
