/// Compares items position by position: a batch at a time without a branch for each, for comparisons that allow it, and
/// one by one.
///
/// Unsafe code: none of the subscripts is checked. Bounds: `limit` items exist on both sides, which is checked once; every
/// index is within those, so that no sum of them overflows.
@usableFromInline
enum IdenticalItems {
  /// Items compared before a result is looked at: enough to hide the branch, few enough to waste little at a mismatch.
  @inlinable static var batchSize: Int { 16 }

  /// How many whole batches of identical items follow from two starts, counted in items.
  ///
  /// Kept out of line: there its loop has all registers.
  ///
  /// - Returns: The number of identical items, a multiple of the batch, and the number of comparisons made.
  @inlinable @inline(never)
  static func matchingBatches<D: Direction, C: ItemComparison>(
    _ direction: D.Type, old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>,
    from newStart: Int, limit: Int, comparing comparison: borrowing C
  ) -> (length: Int, comparisons: Int) {
    check(D.self, oldStart, old.count, limit: limit)
    check(D.self, newStart, new.count, limit: limit)
    var length = 0
    while limit &- length >= batchSize {
      let oldFirst = D.offset(oldStart, by: length)
      let newFirst = D.offset(newStart, by: length)
      var differing = 0
      for step in 1...batchSize {
        let isIdentical = unsafe comparison.areIdentical(
          old[unchecked: D.position(oldFirst, step &- 1)], new[unchecked: D.position(newFirst, step &- 1)])
        differing |= isIdentical ? 0 : 1
      }
      if differing != 0 { return (length, length &+ batchSize) }
      length &+= batchSize
    }
    return (length, length)
  }

  /// How many identical items follow from two starts, and how many comparisons it took besides that of the first other two: one
  /// by one at first, then in batches where the comparison allows them, which pay where many are identical.
  @inlinable @inline(__always)
  static func matchingPrefix<D: Direction, C: ItemComparison>(
    _ direction: D.Type, old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>,
    from newStart: Int, limit: Int, comparing comparison: borrowing C
  ) -> (length: Int, comparisons: Int) {
    let first = C.comparesInBatches ? min(limit, batchSize) : limit
    var length = matchingRun(
      D.self, D.self, old: old, from: oldStart, new: new, from: newStart, limit: first, comparing: comparison)
    if length < first || first == limit { return (length, length) }
    let batches = matchingBatches(
      D.self, old: old, from: D.offset(oldStart, by: length), new: new, from: D.offset(newStart, by: length),
      limit: limit - length, comparing: comparison)
    length += batches.length
    length += matchingRun(
      D.self, D.self, old: old, from: D.offset(oldStart, by: length), new: new, from: D.offset(newStart, by: length),
      limit: limit - length, comparing: comparison)
    return (length, length + batches.comparisons - batches.length)
  }

  /// How many identical items follow from two starts, one by one: in one direction, or the old ones against the new ones.
  @inlinable @inline(__always)
  static func matchingRun<Old: Direction, New: Direction, C: ItemComparison>(
    _ oldDirection: Old.Type, _ newDirection: New.Type, old: borrowing Span<C.Item>, from oldStart: Int,
    new: borrowing Span<C.Item>, from newStart: Int, limit: Int, comparing comparison: borrowing C
  ) -> Int {
    check(Old.self, oldStart, old.count, limit: limit)
    check(New.self, newStart, new.count, limit: limit)
    var length = 0
    while length < limit {
      let isIdentical = unsafe comparison.areIdentical(
        old[unchecked: Old.position(oldStart, length)], new[unchecked: New.position(newStart, length)])
      if !isIdentical { break }
      length &+= 1
    }
    return length
  }

  /// Stops where a side has not `limit` items from a start on.
  @inlinable @inline(__always)
  static func check<D: Direction>(_ direction: D.Type, _ start: Int, _ count: Int, limit: Int) {
    precondition(limit >= 0 && start >= 0 && start <= count && limit <= D.room(from: start, of: count))
  }
}
