internal import SectionDiff

/// A comparison that counts its own calls: what a diff really does with its elements, whatever its receipt reports.
struct CountedComparison<Base: ItemComparison>: ItemComparison {
  /// How often elements were compared and hashed.
  final class Calls {
    var comparisons = 0
    var hashes = 0
  }

  let base: Base
  let calls = Calls()

  func areIdentical(_ a: Base.Item, _ b: Base.Item) -> Bool {
    calls.comparisons += 1
    return base.areIdentical(a, b)
  }

  func haveSameIdentity(_ a: Base.Item, _ b: Base.Item) -> Bool {
    calls.comparisons += 1
    return base.haveSameIdentity(a, b)
  }

  func haveEqualContent(_ a: Base.Item, _ b: Base.Item) -> Bool {
    calls.comparisons += 1
    return base.haveEqualContent(a, b)
  }

  func identityHash(of item: Base.Item, seed: Int) -> Int {
    calls.hashes += 1
    return base.identityHash(of: item, seed: seed)
  }

  func fastHash(of item: Base.Item, seed: UInt64) -> UInt64? {
    calls.hashes += 1
    return base.fastHash(of: item, seed: seed)
  }

  static var comparesInBatches: Bool { Base.comparesInBatches }
  var expectsRepeats: Bool { base.expectsRepeats }
  func describeIdentity(of item: Base.Item) -> String { base.describeIdentity(of: item) }
  var identityName: IdentityName? { base.identityName }
}
