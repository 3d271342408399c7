/// A place on the old side and one on the new: positions in the concatenations of items, or offsets of sections.
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

/// Pairs of consecutive positions: `old + t` is `new + t` for all `t` in `0 ..< count`.
@usableFromInline
struct PairedRun: Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32
  @usableFromInline var count: Int32

  @inlinable
  init(old: Int, new: Int, count: Int) {
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
    self.count = Int32(truncatingIfNeeded: count)
  }
}

/// Pairs of consecutive positions that stay or move as one.
struct MoveBlock: Sendable {
  /// The first position in the old concatenation.
  var old: Int32
  /// The first position in the new concatenation.
  var new: Int32
  /// The number of pairs.
  var count: Int32
  /// The place of the first item in the old order, sections taken in their new order.
  var place: Int32
  /// Whether the matching lets it stay.
  var mayStay = true
}

extension [PositionPair] {
  /// Whether each new position is above the one before.
  var isAscending: Bool {
    var index = 1
    while index < count {
      if self[index - 1].new >= self[index].new { return false }
      index += 1
    }
    return true
  }

  /// Whether each old position is above the one before.
  var isAscendingInOld: Bool {
    var index = 1
    while index < count {
      if self[index - 1].old >= self[index].old { return false }
      index += 1
    }
    return true
  }

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
