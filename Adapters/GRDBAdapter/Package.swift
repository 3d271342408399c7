// swift-tools-version: 6.2
import PackageDescription

// The scripts of the checks set it; elsewhere warnings are warnings.
let warnings: [SwiftSetting] =
  Context.environment["SECTION_DIFF_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] =
  warnings + [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]

// A package of its own, so that only those who use GRDB fetch it.
let package = Package(
  name: "grdb-adapter",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .macCatalyst(.v18), .visionOS(.v2)],
  products: [.library(name: "GRDBAdapter", targets: ["GRDBAdapter"])],
  dependencies: [
    .package(name: "swift-section-diff", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "GRDBAdapter",
      dependencies: [
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GRDBAdapterTests",
      dependencies: [
        "GRDBAdapter",
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
