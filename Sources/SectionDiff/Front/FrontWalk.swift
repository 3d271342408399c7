/// The walk: at a mismatch it looks a few steps ahead and skips to where both sides agree again.
@usableFromInline
struct FrontWalk {
  /// Comparisons in failed look-aheads that may still be made, over all sections.
  @usableFromInline var allowance: Int
  /// What the allowance starts with, and never exceeds.
  @usableFromInline let fullAllowance: Int

  /// A walk with all of its allowance.
  @inlinable
  init(allowance: Int) {
    self.allowance = allowance
    fullAllowance = allowance
  }

  /// How far the walk looks ahead on both sides at once: `look(a, b)` for all `a + b <= 8`. Wide enough for a burst of
  /// edits, narrow enough to cost less than hashing (workload `busy`).
  @inlinable static var window: Int { 8 }

  /// How far it looks ahead on one side only: a page of rows inserted or removed (workload `append` in the middle).
  @inlinable static var reach: Int { 256 }

  /// Walks both sides together; at a mismatch looks a few steps ahead and skips to where they agree again.
  ///
  /// On return `oldStart` and `newStart` are where it gave up (or one side ended); all before is paired or residue.
  ///
  /// - Parameters:
  ///   - pairs: Where pairs and residue are put.
  ///   - counters: What is counted.
  ///   - isCancelled: Asked now and then whether to stop.
  @inlinable
  mutating func pair<C: ItemComparison, Pairs: FrontSink & ~Copyable>(
    old: borrowing Span<C.Item>, _ oldStart: inout Int, _ oldEnd: Int,
    new: borrowing Span<C.Item>, _ newStart: inout Int, _ newEnd: Int,
    comparing comparison: borrowing C, into pairs: inout Pairs, counters: inout DiffRun.Counters,
    isCancelled: (() -> Bool)?
  ) throws(DiffError) {
    var i = oldStart
    var j = newStart
    var comparisons = 0
    var nextPoll = i + DiffRun.chunk
    var lastRun = 0
    while i < oldEnd, j < newEnd {
      // A run of pairs.
      var length = 0
      var identical = 0
      let limit = min(oldEnd - i, newEnd - j, DiffRun.chunk)
      while length < limit {
        if C.comparesInBatches, identical == IdenticalItems.batchSize {
          let batches = IdenticalItems.matchingBatches(
            Forwards.self, old: old, from: i + length, new: new, from: j + length, limit: limit - length,
            comparing: comparison)
          length += batches.length
          comparisons += batches.comparisons
          identical = 0
          if length == limit { break }
        }
        comparisons += 1
        if !comparison.areIdentical(old[i + length], new[j + length]) {
          comparisons += 1
          guard comparison.haveSameIdentity(old[i + length], new[j + length]) else { break }
          pairs.appendUpdate(old: i + length, new: j + length)
          identical = -1
        }
        identical += 1
        length += 1
      }
      if length > 0 {
        pairs.appendRun(old: i, new: j, count: length)
        lastRun = length
        if length > 1 { allowance = min(fullAllowance, allowance + 4 * length) }
        counters.walked += length
        i += length
        j += length
        if i >= nextPoll {
          nextPoll = i + DiffRun.chunk
          try DiffRun.poll(isCancelled)
        }
        continue
      }

      // A mismatch at (i, j): the nearest place where both sides agree again.
      var skipOld = -1
      var skipNew = -1
      var looks = 0
      search: for distance in 1...Self.window {
        for a in 0...distance {
          let b = distance - a
          guard i + a < oldEnd, j + b < newEnd else { continue }
          looks += 1
          if comparison.haveSameIdentity(old[i + a], new[j + b]) {
            skipOld = a
            skipNew = b
            break search
          }
        }
      }
      if skipOld < 0 {
        for distance in (Self.window + 1)...Self.reach {
          let hasOld = i + distance < oldEnd
          let hasNew = j + distance < newEnd
          if !hasOld, !hasNew { break }
          if hasOld {
            looks += 1
            if comparison.haveSameIdentity(old[i + distance], new[j]) {
              skipOld = distance
              skipNew = 0
              break
            }
          }
          if hasNew {
            looks += 1
            if comparison.haveSameIdentity(old[i], new[j + distance]) {
              skipOld = 0
              skipNew = distance
              break
            }
          }
        }
      }
      comparisons += looks
      // After a lone pair the look-ahead was of little use: in a list in another order it finds some copy of a frequent
      // item again and again. The allowance pays for it, too; longer runs give back.
      if skipOld >= 0, lastRun == 1 {
        allowance -= looks
        if allowance < 0 { break }
      }
      if skipOld < 0 {
        // Neither finds a partner near: both are left, and the allowance pays for the search.
        allowance -= looks
        if allowance < 0 { break }
        skipOld = 1
        skipNew = 1
      }
      pairs.appendResidue(old: i..<(i + skipOld))
      pairs.appendResidue(new: j..<(j + skipNew))
      i += skipOld
      j += skipNew
    }
    counters.comparisons += comparisons
    oldStart = i
    newStart = j
  }
}
