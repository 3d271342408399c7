/// A named way to change a list: data only, the same for the same size and seed in every version.
public struct Workload: Sendable {
  /// The name that scripts and tables use.
  public let name: String
  /// Why it exists, in one line.
  public let reason: String
  /// The size that it is shown at.
  public let defaultSize: Int
  /// The largest size that makes sense; some are quadratic on purpose.
  public let largestSize: Int
  /// The seed of the published tables.
  public let defaultSeed: UInt64
  /// Whether identities are unique on each side.
  public let hasUniqueIDs: Bool
  /// Whether the rows are in more than one section.
  public let isSectioned: Bool

  private let make: @Sendable (Int, inout SplitMix64) -> WorkloadPair

  /// Makes a workload.
  public init(
    _ name: String, _ reason: String, seed: UInt64, size: Int = 100_000, largest: Int = 1_000_000,
    hasUniqueIDs: Bool = true, isSectioned: Bool = false,
    make: @escaping @Sendable (Int, inout SplitMix64) -> WorkloadPair
  ) {
    self.name = name
    self.reason = reason
    defaultSeed = seed
    defaultSize = size
    largestSize = largest
    self.hasUniqueIDs = hasUniqueIDs
    self.isSectioned = isSectioned
    self.make = make
  }

  /// Both sides, for a size (the number of old rows, or near it) and a seed.
  public func pair(size: Int? = nil, seed: UInt64? = nil) -> WorkloadPair {
    var generator = SplitMix64(seed: seed ?? defaultSeed)
    return make(max(0, size ?? defaultSize), &generator)
  }
}

/// The workloads that come with the package.
public enum Catalogue {
  /// Those that thresholds may be tuned on.
  public static let tuning: [Workload] = flat + sectioned + adversarial

  /// All of them.
  public static let all: [Workload] = tuning + judging

  /// Six of the catalogue, for a quick look: edits, updates, both with moves, a new order, sections, repeats.
  public static let quick: [Workload] = [
    "sparse-edits", "updates", "mixed", "shuffle", "sections-moves", "repeats-20",
  ].compactMap { workload($0) }

  /// The workload of this name, or `nil`.
  public static func workload(_ name: String) -> Workload? { all.first { $0.name == name } }
}
