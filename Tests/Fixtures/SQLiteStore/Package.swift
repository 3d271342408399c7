// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
]

// The store of the page "A store over SQLite", by the system's library.
let package = Package(
  name: "sqlite-store",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../../..")],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "SQLiteAdapter",
      dependencies: [
        "CSQLite",
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SQLiteAdapterTests",
      dependencies: [
        "SQLiteAdapter",
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
      ],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
