import BenchmarkHarness
import DiffWorkloads
import SectionDiff

/// The default strategy with what is planted into it.
struct PlantedDiff: DiffAlgorithm {
  private let base = AdaptiveDiff()
  let plant: Plant

  /// Nothing where the plant is none of a strategy.
  init?(_ plant: Plant?) {
    switch plant {
    case .movesQuadratic?, .hashesEverything?, .adaptiveWrong?, .adaptiveByAWrapper?:
      self.plant = plant ?? .movesQuadratic
    default: return nil
    }
  }

  var name: String { base.name }
  var allowsWalk: Bool { plant == .hashesEverything ? false : base.allowsWalk }
  var reviewsWalk: Bool { base.reviewsWalk }
  var infersMoves: Bool { base.infersMoves }
  var promises: DiffPromises { base.promises }

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    if plant == .adaptiveWrong { return try HeckelDiff().matching(of: input, in: &run) }
    let matching = try base.matching(of: input, in: &run)
    guard plant == .movesQuadratic, input.new.count > 1_000 else { return matching }
    // Every pair of tokens is looked at once more, and nothing comes of it.
    var equal = 0
    for old in input.old { for new in input.new where old == new { equal &+= 1 } }
    return equal >= 0 ? matching : Matching(for: input)
  }
}

/// Ids that are texts, whose hash takes more than it has to.
struct SlowIDs: ItemComparison {
  private let base = IdentifiableComparison<StringElement>()

  func areIdentical(_ a: StringElement, _ b: StringElement) -> Bool { base.areIdentical(a, b) }
  func haveSameIdentity(_ a: StringElement, _ b: StringElement) -> Bool { base.haveSameIdentity(a, b) }
  func haveEqualContent(_ a: StringElement, _ b: StringElement) -> Bool { base.haveEqualContent(a, b) }
  func identityHash(of item: StringElement, seed: Int) -> Int { base.identityHash(of: item, seed: seed) }
  func fastHash(of item: StringElement, seed: UInt64) -> UInt64? {
    // Character by character.
    return item.id.unicodeScalars.reduce(seed) { ($0 ^ UInt64($1.value)) &* 0x0000_0100_0000_01B3 }
  }
  static var comparesInBatches: Bool { IdentifiableComparison<StringElement>.comparesInBatches }
  func describeIdentity(of item: StringElement) -> String { base.describeIdentity(of: item) }
  var identityName: IdentityName? { base.identityName }
}
