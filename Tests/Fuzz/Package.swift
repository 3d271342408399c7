// swift-tools-version: 6.2
import PackageDescription

// libFuzzer over everything that reads what others wrote. A package of its own, because its flags must not be
// asked of those who use the library; scripts/fuzz builds and runs it.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-section-diff", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CLibFuzzer",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "DiffWorkloads", package: "swift-section-diff"),
        .product(name: "RecordFormats", package: "swift-section-diff"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]
    ),
    .systemLibrary(name: "CLibFuzzer"),
  ],
  swiftLanguageModes: [.v6]
)
