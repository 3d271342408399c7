/// Compares items position by position: a batch at a time without a branch for each, for comparisons that allow it, and
/// one by one.
///
/// Unsafe code: none of the subscripts is checked. Bounds: `limit` items exist on both sides, which is checked once; every
/// index is within those, so that no sum of them overflows.
@usableFromInline
enum IdenticalItems {
  /// Items compared before a result is looked at: enough to hide the branch, few enough to waste little at a mismatch.
  @inlinable static var size: Int { 16 }

  /// How many whole batches of identical items follow from two starts, counted in items.
  ///
  /// - Returns: The number of identical items, a multiple of the batch, and the number of comparisons made.
  @inlinable @inline(__always)
  static func length<C: ItemComparison>(
    old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>, from newStart: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> (length: Int, comparisons: Int) {
    precondition(oldStart >= 0 && newStart >= 0 && limit >= 0)
    precondition(limit <= old.count - oldStart && limit <= new.count - newStart)
    var length = 0
    while limit &- length >= size {
      let oldFirst = oldStart &+ length
      let newFirst = newStart &+ length
      var differing = 0
      for step in 0..<size {
        let isIdentical = unsafe comparison.areIdentical(
          old[unchecked: oldFirst &+ step], new[unchecked: newFirst &+ step])
        differing |= isIdentical ? 0 : 1
      }
      if differing != 0 { return (length, length &+ size) }
      length &+= size
    }
    return (length, length)
  }

  /// How many whole batches of identical items precede two ends, counted in items.
  ///
  /// - Returns: The number of identical items, a multiple of the batch, and the number of comparisons made.
  @inlinable @inline(__always)
  static func lengthBackwards<C: ItemComparison>(
    old: borrowing Span<C.Item>, upTo oldEnd: Int, new: borrowing Span<C.Item>, upTo newEnd: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> (length: Int, comparisons: Int) {
    precondition(limit >= 0 && limit <= oldEnd && limit <= newEnd)
    precondition(oldEnd <= old.count && newEnd <= new.count)
    var length = 0
    while limit &- length >= size {
      let oldLast = oldEnd &- length
      let newLast = newEnd &- length
      var differing = 0
      for step in 1...size {
        let isIdentical = unsafe comparison.areIdentical(
          old[unchecked: oldLast &- step], new[unchecked: newLast &- step])
        differing |= isIdentical ? 0 : 1
      }
      if differing != 0 { return (length, length &+ size) }
      length &+= size
    }
    return (length, length)
  }

  /// How many identical items follow from two starts, one by one.
  ///
  /// A comparison that is not made in batches, such as that of strings, needs more registers than are left in the middle of
  /// the front: called, it has them all, and runs in half the time. One that is, runs a few items only, and a call costs
  /// more.
  @inlinable @inline(__always)
  static func runLength<C: ItemComparison>(
    old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>, from newStart: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    C.comparesInBatches
      ? runLengthHere(old: old, from: oldStart, new: new, from: newStart, limit: limit, comparing: comparison)
      : runLengthCalled(old: old, from: oldStart, new: new, from: newStart, limit: limit, comparing: comparison)
  }

  /// How many identical items precede two ends, one by one; called or not as ``runLength`` is.
  @inlinable @inline(__always)
  static func runLengthBackwards<C: ItemComparison>(
    old: borrowing Span<C.Item>, upTo oldEnd: Int, new: borrowing Span<C.Item>, upTo newEnd: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    C.comparesInBatches
      ? runLengthBackwardsHere(old: old, upTo: oldEnd, new: new, upTo: newEnd, limit: limit, comparing: comparison)
      : runLengthBackwardsCalled(old: old, upTo: oldEnd, new: new, upTo: newEnd, limit: limit, comparing: comparison)
  }

  /// `runLength`, in the middle of the caller.
  @inlinable @inline(__always)
  static func runLengthHere<C: ItemComparison>(
    old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>, from newStart: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    precondition(oldStart >= 0 && newStart >= 0 && limit >= 0)
    precondition(limit <= old.count - oldStart && limit <= new.count - newStart)
    var length = 0
    while length < limit {
      let isIdentical = unsafe comparison.areIdentical(
        old[unchecked: oldStart &+ length], new[unchecked: newStart &+ length])
      if !isIdentical { break }
      length &+= 1
    }
    return length
  }

  /// `runLength`, as a call.
  @inlinable @inline(never)
  static func runLengthCalled<C: ItemComparison>(
    old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>, from newStart: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    runLengthHere(old: old, from: oldStart, new: new, from: newStart, limit: limit, comparing: comparison)
  }

  /// `runLengthBackwards`, in the middle of the caller.
  @inlinable @inline(__always)
  static func runLengthBackwardsHere<C: ItemComparison>(
    old: borrowing Span<C.Item>, upTo oldEnd: Int, new: borrowing Span<C.Item>, upTo newEnd: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    precondition(limit >= 0 && limit <= oldEnd && limit <= newEnd)
    precondition(oldEnd <= old.count && newEnd <= new.count)
    var length = 1
    while length <= limit {
      let isIdentical = unsafe comparison.areIdentical(
        old[unchecked: oldEnd &- length], new[unchecked: newEnd &- length])
      if !isIdentical { break }
      length &+= 1
    }
    return length &- 1
  }

  /// `runLengthBackwards`, as a call.
  @inlinable @inline(never)
  static func runLengthBackwardsCalled<C: ItemComparison>(
    old: borrowing Span<C.Item>, upTo oldEnd: Int, new: borrowing Span<C.Item>, upTo newEnd: Int, limit: Int,
    comparing comparison: borrowing C
  ) -> Int {
    runLengthBackwardsHere(old: old, upTo: oldEnd, new: new, upTo: newEnd, limit: limit, comparing: comparison)
  }
}
