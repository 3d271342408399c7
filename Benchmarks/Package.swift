// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-section-diff", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Measures from outside, as users are: what is not @inlinable is not specialised here, and shows.
    .executableTarget(
      name: "BenchmarkRunner",
      dependencies: [
        "Subjects",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "DiffWorkloads", package: "swift-section-diff"),
        .product(name: "BenchmarkHarness", package: "swift-section-diff"),
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
        .product(name: "RESTAdapter", package: "swift-section-diff"),
        .product(name: "RecordFormats", package: "swift-section-diff"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),

    // The allocator that counts; `scripts/benchmarks` installs it.
    .systemLibrary(name: "CJemalloc", providers: [.apt(["libjemalloc-dev"])]),
    .target(
      name: "Subjects",
      dependencies: [
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "DiffWorkloads", package: "swift-section-diff"),
        .product(name: "BenchmarkHarness", package: "swift-section-diff"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Counts",
      dependencies: [
        "CJemalloc", "Subjects", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
