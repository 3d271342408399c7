/// When the front gives up walking and how it looks for stretches.
///
/// Tests make these small, so that small inputs take every path. Nothing here changes what is right, only what the front
/// pairs.
@usableFromInline
package struct FrontLimits: Sendable {
  /// The most comparisons that a walk may make in failed look-aheads, besides one for every four items.
  @usableFromInline package var walk = 4096
  /// Of those, the most for each item: about what hashing it costs, so that a small list that was replaced takes no
  /// longer to walk than to hash (workload `replace-all` with 50 items).
  @usableFromInline package var walkPerItem = 4
  /// Sides of a section with fewer items left are not searched for stretches: joining them by hash costs no more.
  @usableFromInline package var smallestSampled = 256
  /// One old item of so many is sampled.
  @usableFromInline package var sampling = 16
  /// The fewest pairs in a row that are taken. Copies of a repeated item meet by accident, but seldom four in a row.
  @usableFromInline package var shortestStretch = 4

  @inlinable
  init() {}

  /// The comparisons that a walk may make in failed look-aheads, with so many items on both sides: so many for each item,
  /// and with fewer than 512 items in proportion fewer, but enough for one look-ahead (workload `replace-all`).
  @inlinable
  func walkAllowance(items: Int) -> Int {
    let perItem = walkPerItem * items
    return min(walk, items < 512 ? max(Self.oneFailure, perItem * items / 512) : perItem) + items / 4
  }

  /// What a look-ahead on both sides costs that finds nothing.
  @inlinable static var oneFailure: Int { 44 }

  /// Limits that small inputs reach: the walk gives up at its first failure and every pair in a row is taken.
  package static let small: FrontLimits = {
    var limits = FrontLimits()
    limits.walk = .min / 2
    limits.smallestSampled = 2
    limits.sampling = 2
    limits.shortestStretch = 2
    return limits
  }()
}
