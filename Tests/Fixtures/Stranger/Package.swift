// swift-tools-version: 6.2
import PackageDescription

// A package that uses the library and the kit, which tries its algorithm. By default nothing else is fetched.
let package = Package(
  name: "stranger",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Stranger",
      dependencies: [
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    // The sample of README.md, and the program of the page "Live search".
    .executableTarget(
      name: "ReadmeLibrary",
      dependencies: [.product(name: "SectionDiff", package: "swift-section-diff")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "LiveProgram",
      dependencies: [
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ],
  swiftLanguageModes: [.v6]
)
