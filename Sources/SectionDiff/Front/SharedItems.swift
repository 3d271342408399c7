/// Items of two lists that share leaves: what is shared is skipped.
///
///     old   [a b c][d e f][g h i]       a b c and g h i are in leaves that both hold: identical, not compared
///     new   [a b c][d x e f][g h i]     d, x, e and f are compared
///
/// Where items at two positions are one and the same, in one leaf, the rest of the run is taken as identical. So every pair is
/// that of the same items in two arrays, for repeated identities, too; provided that items are identical to themselves.
@usableFromInline
struct SharedItems<C: ItemComparison> {
  @usableFromInline let shared: SharedLeaves<C.Item>
  @usableFromInline let old: RankedArray<C.Item>
  @usableFromInline let new: RankedArray<C.Item>
  @usableFromInline let comparison: C
  /// The run and the leaves that were looked at last.
  @usableFromInline var lastRun = 0
  @usableFromInline var lastOldLeaf = 0
  @usableFromInline var lastNewLeaf = 0

  /// Finds what two lists share.
  ///
  /// - Complexity: As ``SharedLeaves``.
  @inlinable
  init(old: RankedArray<C.Item>, new: RankedArray<C.Item>, comparing comparison: C) {
    shared = SharedLeaves(old, new)
    self.old = old
    self.new = new
    self.comparison = comparison
  }

  /// The most items of a side that are not shared.
  @inlinable var unsharedCount: Int { max(shared.old.count, shared.new.count) }

  /// Whether no less than half of all items are shared.
  @inlinable var areMostlyShared: Bool { shared.old.count + shared.new.count <= (old.count + new.count) / 2 }

  /// Items at some positions, one after another.
  @inlinable
  func gathered(old oldPositions: [Int32], new newPositions: [Int32]) -> ComparedItems<C> {
    ComparedItems(
      old: ContiguousArray(oldPositions.map { old[Int($0)] }), new: ContiguousArray(newPositions.map { new[Int($0)] }),
      comparing: comparison)
  }
}

extension SharedItems: FrontSource {
  @inlinable
  mutating func haveSameIdentity(_ old: Int, _ new: Int) -> Bool {
    comparison.haveSameIdentity(oldItem(old), newItem(new))
  }

  @inlinable
  mutating func nearest(
    _ i: Int, _ oldEnd: Int, _ j: Int, _ newEnd: Int
  ) -> (skip: (old: Int, new: Int)?, looks: Int) {
    FrontWalk.nearest(i, oldEnd, j, newEnd) { haveSameIdentity($0, $1) }
  }

  @inlinable
  mutating func oldItem(_ position: Int) -> C.Item {
    guard let leaf = shared.old.leaf(at: position, near: &lastOldLeaf) else { return old[position] }
    return shared.old.leaves[leaf][position - shared.old.starts[leaf]]
  }

  @inlinable
  mutating func newItem(_ position: Int) -> C.Item {
    guard let leaf = shared.new.leaf(at: position, near: &lastNewLeaf) else { return new[position] }
    return shared.new.leaves[leaf][position - shared.new.starts[leaf]]
  }

  /// Skips what is shared at these positions; else compares in two leaves as far as both go, or one item.
  @inlinable
  mutating func identicalRun<D: Direction>(
    _ direction: D.Type, from oldStart: Int, _ newStart: Int, limit: Int
  ) -> IdenticalRun {
    let (oldPosition, newPosition) = (D.position(oldStart, 0), D.position(newStart, 0))
    let skipped = sharedLength(D.self, oldPosition, newPosition)
    if skipped > 0 { return IdenticalRun(length: min(skipped, limit), comparisons: 0, endsInDifference: false) }
    guard let oldLeaf = shared.old.leaf(at: oldPosition, near: &lastOldLeaf),
      let newLeaf = shared.new.leaf(at: newPosition, near: &lastNewLeaf)
    else {
      let isIdentical = comparison.areIdentical(oldItem(oldPosition), newItem(newPosition))
      return IdenticalRun(length: isIdentical ? 1 : 0, comparisons: 1, endsInDifference: !isIdentical)
    }
    let oldItems = shared.old.leaves[oldLeaf]
    let newItems = shared.new.leaves[newLeaf]
    let (oldOffset, newOffset) = (oldStart - shared.old.starts[oldLeaf], newStart - shared.new.starts[newLeaf])
    let limit = min(limit, D.room(from: oldOffset, of: oldItems.count), D.room(from: newOffset, of: newItems.count))
    let length = IdenticalItems.matchingRun(
      D.self, D.self, old: oldItems.span, from: oldOffset, new: newItems.span, from: newOffset, limit: limit,
      comparing: comparison)
    return IdenticalRun(
      length: length, comparisons: length + (length < limit ? 1 : 0), endsInDifference: length < limit)
  }

  /// How many items from two positions on are in one run, each at its place; none where these two are not.
  @inlinable
  mutating func sharedLength<D: Direction>(_ direction: D.Type, _ oldPosition: Int, _ newPosition: Int) -> Int {
    if shared.runs.isEmpty { return 0 }
    let last = shared.runs[lastRun]
    if newPosition < Int(last.new) || newPosition - Int(last.new) >= Int(last.count) {
      // Those that begin at the position or before it.
      let count = shared.runs.partitionPoint { Int($0.new) <= newPosition }
      if count == 0 { return 0 }
      lastRun = count - 1
    }
    let run = shared.runs[lastRun]
    let offset = newPosition - Int(run.new)
    guard offset >= 0, offset < Int(run.count), oldPosition - Int(run.old) == offset else { return 0 }
    return D.room(from: D.position(offset, 0) == offset ? offset : offset + 1, of: Int(run.count))
  }

  /// Where more is left than is matched by hash alone, the front is given up: too little of what is left is in order for
  /// anything to be saved.
  @inlinable
  func leaveResidue(_ old: Range<Int>, _ new: Range<Int>, to search: inout FrontSearch, in run: inout DiffRun)
    throws(DiffError)
  {
    if min(old.count, new.count) >= search.limits.smallestSampled {
      search.pairs.isGivenUp = true
    } else {
      search.pairs.appendResidue(old: old)
      search.pairs.appendResidue(new: new)
    }
  }
}
