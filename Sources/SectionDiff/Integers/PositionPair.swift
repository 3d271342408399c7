/// An old offset and a new one: of items among all items of their snapshot (*positions*), or of sections.
@usableFromInline
struct PositionPair: Hashable, Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32

  @inlinable
  init(old: Int32, new: Int32) {
    self.old = old
    self.new = new
  }

  @inlinable
  init(position old: Int, _ new: Int) {
    self.init(old: Int32(truncatingIfNeeded: old), new: Int32(truncatingIfNeeded: new))
  }
}

/// Pairs of consecutive positions: `old + t` is `new + t` for all `t` in `0 ..< count`, or `old - t` where the run falls.
@usableFromInline
struct PairedRun: Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32
  /// The number of pairs; negative where the run falls.
  @usableFromInline var extent: Int32

  @inlinable
  init(old: Int, new: Int, count: Int) {
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
    extent = Int32(truncatingIfNeeded: count)
  }

  /// A run whose old positions fall: in the reverse order.
  @inlinable
  init(falling old: Int, new: Int, count: Int) {
    self.init(old: old, new: new, count: count == 1 ? 1 : -count)
  }

  /// The number of pairs.
  @inlinable var count: Int32 { abs(extent) }
  /// The lowest of the old positions.
  @inlinable var lowestOld: Int32 { extent < 0 ? old + extent + 1 : old }
}

/// Pairs of consecutive positions that stay or move as one, or pairs in reverse order, of which one at most stays.
struct MoveBlock: Sendable {
  /// The first position in the old concatenation.
  var old: Int32
  /// The first position in the new concatenation.
  var new: Int32
  /// The number of pairs that can stay: all of them, or one of a block in reverse order.
  var count: Int32
  /// Where its first item comes in the old order, sections taken in their new order.
  var order: Int32
  /// How many more pairs a block in reverse order has: they come before the one that can stay, and their old positions
  /// after it.
  private var reversed: Int32

  init(old: Int32, new: Int32, count: Int32, order: Int32) {
    (self.old, self.new, self.count, self.order) = (old, new, count, order)
    reversed = 0
  }

  /// A block of a run whose lowest old position comes here in that order.
  init(_ run: PairedRun, order: Int32) {
    let falls = run.extent < 0
    (old, new, count, self.order) = (run.lowestOld, run.new, falls ? 1 : run.extent, order)
    reversed = falls ? run.count - 1 : 0
  }

  /// Whether it is in reverse order.
  var falls: Bool { reversed > 0 }

  /// How many of its pairs move.
  func moveCount(isKept: Bool) -> Int32 { reversed + (isKept ? 0 : count) }

  /// The pair that is `offset` pairs after the first, in new order.
  func pair(at offset: Int32) -> PositionPair {
    PositionPair(old: falls ? old &+ reversed &- offset : old &+ offset, new: new &+ offset)
  }
}

extension [PositionPair] {
  /// Reverses what is in a range of indices, in place: a slice would be copied.
  @inlinable
  mutating func reverse(_ range: Range<Int>) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
