// swift-tools-version: 6.2
import PackageDescription

// Four programs that use swift-section-diff the way your package would. In your own package, write
//   .package(url: "URL of this repository", .upToNextMinor(from: "0.1.0"))
// in place of the path.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "prices", targets: ["Prices"]),
    .executable(name: "board", targets: ["Board"]),
    .executable(name: "departures", targets: ["Departures"]),
    .executable(name: "reading-list", targets: ["ReadingList"]),
  ],
  dependencies: [
    .package(name: "swift-section-diff", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // A server that streams prices, and a client that follows it.
    .executableTarget(
      name: "Prices",
      dependencies: [
        "Support",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .testTarget(
      name: "PricesTests",
      dependencies: [
        "Prices",
        "Support",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),

    // A board of cards in the terminal.
    .executableTarget(
      name: "Board",
      dependencies: [
        "Support",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "BoardTests",
      dependencies: [
        "Board",
        "Support",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
      ]
    ),

    // A departure board, step by step.
    .executableTarget(
      name: "Departures",
      dependencies: [
        "Support",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "StoreBuilding", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "MemoryAdapter", package: "swift-section-diff"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "DeparturesTests",
      dependencies: [
        "Departures",
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "ConformanceKit", package: "swift-section-diff"),
      ]
    ),

    // A SwiftUI app. Elsewhere than on Apple's systems it only says so; `./check` type-checks it there.
    .executableTarget(
      name: "ReadingList",
      dependencies: [
        .product(name: "SectionDiff", package: "swift-section-diff"),
        .product(name: "StoreInterface", package: "swift-section-diff"),
        .product(name: "LiveResults", package: "swift-section-diff"),
        .product(name: "FileAdapter", package: "swift-section-diff"),
      ]
    ),
    .testTarget(
      name: "ReadingListTests",
      dependencies: ["ReadingList", .product(name: "LiveResults", package: "swift-section-diff")]
    ),

    // Signals and seeded random numbers, for the first three.
    .target(name: "Support"),
  ],
  swiftLanguageModes: [.v6]
)
