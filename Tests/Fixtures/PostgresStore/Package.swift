// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
]

// The store of the article "Writing a store end to end", over PostgreSQL by its C library.
let package = Package(
  name: "postgres-store",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../../..")],
  targets: [
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "PostgresAdapter",
      dependencies: [
        "CPostgres",
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PostgresAdapterTests",
      dependencies: [
        "PostgresAdapter",
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
