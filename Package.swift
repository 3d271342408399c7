// swift-tools-version: 6.2
import PackageDescription

// The scripts of the checks set it. Elsewhere warnings are warnings: a newer compiler's must not break anyone's build. A package
// that depends on a version of this one must not see the variable: SwiftPM refuses it such settings.
let warnings: [SwiftSetting] =
  Context.environment["SECTION_DIFF_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    // What live results and the stores of files and servers need; the rest does with the versions of `platforms`.
    .enableExperimentalFeature("AvailabilityMacro=LiveSystems:macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1"),
  ]

let package = Package(
  name: "swift-section-diff",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .macCatalyst(.v15), .visionOS(.v1)],
  products: [
    .library(name: "SectionDiff", targets: ["SectionDiff"]),
    .library(name: "StoreInterface", targets: ["StoreInterface"]),
    .library(name: "StoreBuilding", targets: ["StoreBuilding"]),
    .library(name: "LiveResults", targets: ["LiveResults"]),
    .library(name: "ListViewSupport", targets: ["ListViewSupport"]),
    .library(name: "MemoryAdapter", targets: ["MemoryAdapter"]),
    .library(name: "RESTAdapter", targets: ["RESTAdapter"]),
    .library(name: "FileAdapter", targets: ["FileAdapter"]),
    .library(name: "RecordFormats", targets: ["RecordFormats"]),
    .library(name: "ConformanceKit", targets: ["ConformanceKit"]),
    .library(name: "DiffWorkloads", targets: ["DiffWorkloads"]),
    .library(name: "BenchmarkHarness", targets: ["BenchmarkHarness"]),
    // Nothing of it is public: for the trials of the gate, a package of their own.
    .library(name: "_RegressionGate", targets: ["RegressionGate"]),
    .executable(name: "section-diff", targets: ["SectionDiffCLI"]),
  ],
  traits: [
    // None, so that a package that uses the libraries fetches nothing but this one.
    .default(enabledTraits: []),
    .trait(
      name: "CommandLine", description: "Builds the section-diff command and its tests.",
      enabledTraits: ["CommandLineGate"]),
    .trait(
      name: "CommandLineGate", description: "Builds the section-diff command without watch.",
      enabledTraits: ["CommandLineCore"]),
    .trait(
      name: "CommandLineCore",
      description: "Builds the section-diff command without regress and watch, in a third of the time."),
    .trait(
      name: "AsyncHTTPClient",
      description: "Lets the module RESTAdapter send requests by async-http-client, besides URLSession."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.36.0"),
  ],
  targets: [
    .target(name: "SectionDiff", swiftSettings: strict + [.strictMemorySafety()]),
    .target(name: "StoreInterface", swiftSettings: strict + [.strictMemorySafety()]),
    .target(
      name: "StoreBuilding",
      dependencies: ["SectionDiff", "StoreInterface"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "LiveResults",
      dependencies: ["SectionDiff", "StoreInterface", "StoreBuilding"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "ListViewSupport",
      dependencies: ["SectionDiff", "LiveResults"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "MemoryAdapter",
      dependencies: ["StoreInterface", "StoreBuilding"],
      path: "Adapters/MemoryAdapter",
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "RESTAdapter",
      dependencies: [
        "StoreInterface",
        "StoreBuilding",
        "RecordFormats",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"])),
        .target(name: "CZlib", condition: .when(traits: ["AsyncHTTPClient"])),
      ],
      path: "Adapters/RESTAdapter",
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    // The system's, which async-http-client needs, too.
    .systemLibrary(name: "CZlib", path: "Adapters/CZlib"),
    .target(name: "RecordFormats", swiftSettings: strict + [.strictMemorySafety()]),
    .target(
      name: "FileAdapter",
      dependencies: ["StoreInterface", "StoreBuilding", "RecordFormats"],
      path: "Adapters/FileAdapter",
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "ConformanceKit",
      dependencies: ["SectionDiff", "StoreInterface", "StoreBuilding", "LiveResults"],
      swiftSettings: strict
    ),
    .target(name: "DiffWorkloads", dependencies: ["SectionDiff"], swiftSettings: strict),
    .target(
      name: "BenchmarkHarness",
      dependencies: ["SectionDiff", "DiffWorkloads"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "RegressionGate", dependencies: ["BenchmarkHarness"], swiftSettings: strict + [.strictMemorySafety()]),
    .executableTarget(
      name: "SectionDiffCLI",
      dependencies: [
        "SectionDiff",
        "RecordFormats",
        "DiffWorkloads",
        "BenchmarkHarness",
        // For its lock.
        "StoreInterface",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLineCore"])),
        .target(name: "RegressionGate", condition: .when(traits: ["CommandLineGate"])),
        // What watch needs.
        .target(name: "StoreBuilding", condition: .when(traits: ["CommandLine"])),
        .target(name: "LiveResults", condition: .when(traits: ["CommandLine"])),
        .target(name: "FileAdapter", condition: .when(traits: ["CommandLine"])),
        .target(name: "RESTAdapter", condition: .when(traits: ["CommandLine"])),
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["CommandLine"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["CommandLine"])),
      ],
      // In the code, so that the executable can be moved alone.
      resources: [
        .embedInCode("Watch/Page/Resources/page.html"), .embedInCode("Watch/Page/Resources/page.css"),
        .embedInCode("Watch/Page/Resources/page.js"),
      ],
      swiftSettings: strict
    ),

    // Not a product: bounds how many tests run at once. All test targets depend on it, at the end of this file.
    .target(name: "TestWidth", path: "Tests/TestWidth"),
    // Not a product: whether tests try all that they can, or a share of it.
    .target(name: "TestScale", dependencies: ["TestWidth"], path: "Tests/TestScale", swiftSettings: strict),
    // Not a product: the samples of the documentation and the data of the tests, for the tests that read them.
    .target(name: "SampleSupport", path: "Tests/SampleSupport", swiftSettings: strict),
    .testTarget(
      name: "SectionDiffTests",
      dependencies: ["SectionDiff", "ConformanceKit", "DiffWorkloads", "SampleSupport"],
      exclude: ["TextPairs/Pairs", "TextPairs/changes.txt"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ConformanceKitTests",
      dependencies: [
        "ConformanceKit", "SectionDiff", "StoreInterface", "LiveResults", "DiffWorkloads", "SampleSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ListViewSupportTests",
      dependencies: [
        "ListViewSupport", "SectionDiff", "LiveResults", "MemoryAdapter", "StoreBuilding", "ConformanceKit",
        "SampleSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DiffWorkloadsTests",
      dependencies: ["DiffWorkloads", "SectionDiff"],
      swiftSettings: strict
    ),
    // Not a product: runs that were never measured, and the schemas of what is written.
    .target(
      name: "MeasuringSupport", dependencies: ["BenchmarkHarness", "SectionDiff"], path: "Tests/MeasuringSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: ["BenchmarkHarness", "MeasuringSupport", "DiffWorkloads", "SectionDiff", "StoreTestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RegressionGateTests",
      dependencies: [
        "RegressionGate", "BenchmarkHarness", "MeasuringSupport", "DiffWorkloads", "SectionDiff", "StoreTestSupport",
      ],
      swiftSettings: strict
    ),
    // Not a product: what the tests of stores have in common.
    .target(
      name: "StoreTestSupport",
      dependencies: ["StoreInterface", "TestScale"],
      path: "Tests/StoreTestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreInterfaceTests",
      dependencies: ["StoreInterface", "StoreBuilding", "MemoryAdapter", "StoreTestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreBuildingTests",
      dependencies: [
        "StoreBuilding", "StoreInterface", "SectionDiff", "MemoryAdapter", "StoreTestSupport", "SampleSupport",
        "ConformanceKit",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MemoryAdapterTests",
      dependencies: ["MemoryAdapter", "StoreBuilding", "StoreInterface", "StoreTestSupport", "ConformanceKit"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RESTAdapterTests",
      dependencies: [
        "RESTAdapter", "RecordFormats", "StoreBuilding", "StoreInterface", "StoreTestSupport", "ConformanceKit",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FileAdapterTests",
      dependencies: [
        "FileAdapter", "RecordFormats", "StoreBuilding", "StoreInterface", "StoreTestSupport", "ConformanceKit",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LiveResultsTests",
      dependencies: [
        "LiveResults", "MemoryAdapter", "StoreInterface", "StoreBuilding", "SectionDiff", "ConformanceKit",
        "StoreTestSupport", "SampleSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MainActorTests",
      dependencies: ["LiveResults", "MemoryAdapter", "StoreBuilding", "StoreInterface", "SectionDiff"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "RecordFormatsTests",
      dependencies: ["RecordFormats", "SampleSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SectionDiffCLITests",
      dependencies: [
        "SectionDiffCLI", "SectionDiff", "RecordFormats", "DiffWorkloads", "BenchmarkHarness", "RegressionGate",
        "LiveResults",
        "StoreInterface", "StoreBuilding", "ConformanceKit", "FileAdapter", "RESTAdapter", "SampleSupport",
        "StoreTestSupport", "MeasuringSupport",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["CommandLine"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.isTest { target.dependencies.append("TestScale") }

// What the tests spend most of their time in is optimised for them, and nothing else is: SECTION_DIFF_OPTIMIZED names such
// targets.
if let names = Context.environment["SECTION_DIFF_OPTIMIZED"]?.split(separator: " ") {
  for target in package.targets where names.contains(target.name[...]) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-O"])]
  }
}

// A sanitiser builds everything anew. SECTION_DIFF_TESTS names the test targets that it needs, with spaces between them;
// the product of all tests is then made of these, and what they do not use is not built.
if let names = Context.environment["SECTION_DIFF_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { $0.isTest && !names.contains($0.name[...]) }
}
