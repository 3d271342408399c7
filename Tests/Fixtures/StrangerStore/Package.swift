// swift-tools-version: 6.2
import PackageDescription

// A package with a store of its own, which the kit tries. By default nothing else is fetched.
let package = Package(
  name: "stranger-store",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../../..")],
  targets: [
    .executableTarget(
      name: "StrangerStore",
      dependencies: [
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
