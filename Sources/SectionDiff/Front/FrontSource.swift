/// What the front goes through: the items of both sides by position, and how they are compared.
///
/// ``ComparedItems`` has them in one array a side, ``SharedItems`` in leaves of which most are on both sides. All that the
/// front does is written once over the two, so that both get the same pairs.
@usableFromInline
protocol FrontSource {
  /// Whether an old item and a new one have the same identity.
  mutating func haveSameIdentity(_ old: Int, _ new: Int) -> Bool

  /// Identical items that follow from two starts: as many as are found in one go, which may be none although the next two
  /// are identical.
  ///
  /// - Parameter limit: The most; so many exist on both sides.
  mutating func identicalRun<D: Direction>(
    _ direction: D.Type, from oldStart: Int, _ newStart: Int, limit: Int
  ) -> IdenticalRun

  /// What ``FrontWalk/nearest(_:_:_:_:haveSameIdentity:)`` finds among the items.
  mutating func nearest(
    _ i: Int, _ oldEnd: Int, _ j: Int, _ newEnd: Int
  ) -> (skip: (old: Int, new: Int)?, looks: Int)

  /// Leaves what a walk gave up on, but for what can be paired without a walk.
  mutating func leaveResidue(_ old: Range<Int>, _ new: Range<Int>, to search: inout FrontSearch, in run: inout DiffRun)
    throws(DiffError)
}

/// Identical items in a row.
@usableFromInline
struct IdenticalRun {
  @usableFromInline var length: Int
  /// How many comparisons it took.
  @usableFromInline var comparisons: Int
  /// Whether the two items after it were compared, and differ.
  @usableFromInline var endsInDifference: Bool

  @inlinable
  init(length: Int, comparisons: Int, endsInDifference: Bool) {
    self.length = length
    self.comparisons = comparisons
    self.endsInDifference = endsInDifference
  }
}

extension ComparedItems: FrontSource {
  @inlinable @inline(__always)
  func haveSameIdentity(_ old: Int, _ new: Int) -> Bool { comparison.haveSameIdentity(self.old[old], self.new[new]) }

  /// Goes on to the first difference, but looks at cancellation in between.
  @inlinable @inline(__always)
  func identicalRun<D: Direction>(
    _ direction: D.Type, from oldStart: Int, _ newStart: Int, limit: Int
  ) -> IdenticalRun {
    let limit = min(limit, DiffRun.chunk)
    let found = IdenticalItems.matchingPrefix(
      D.self, old: old.span, from: oldStart, new: new.span, from: newStart, limit: limit, comparing: comparison)
    let endsInDifference = found.length < limit
    return IdenticalRun(
      length: found.length, comparisons: found.comparisons + (endsInDifference ? 1 : 0),
      endsInDifference: endsInDifference)
  }

  @inlinable @inline(__always)
  func nearest(
    _ i: Int, _ oldEnd: Int, _ j: Int, _ newEnd: Int
  ) -> (skip: (old: Int, new: Int)?, looks: Int) {
    let old = self.old.span
    let new = self.new.span
    return FrontWalk.nearest(i, oldEnd, j, newEnd) { comparison.haveSameIdentity(old[$0], new[$1]) }
  }

  @inlinable
  func leaveResidue(_ old: Range<Int>, _ new: Range<Int>, to search: inout FrontSearch, in run: inout DiffRun)
    throws(DiffError)
  {
    try search.pairStretches(of: self, oldRange: old, newRange: new, in: &run)
  }
}
