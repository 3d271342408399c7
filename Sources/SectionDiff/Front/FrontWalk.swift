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
  ///   - source: The items.
  ///   - pairs: Where pairs and residue are put.
  ///   - counters: What is counted.
  ///   - isCancelled: Asked now and then whether to stop.
  @inlinable @inline(never)
  mutating func pair<Source: FrontSource, Pairs: FrontSink & ~Copyable>(
    _ source: inout Source, _ oldStart: inout Int, _ oldEnd: Int, _ newStart: inout Int, _ newEnd: Int,
    into pairs: inout Pairs, counters: inout DiffRun.Counters, isCancelled: (() -> Bool)?
  ) throws(DiffError) {
    var i = oldStart
    var j = newStart
    var lastRun = 0
    // Over all runs and look-aheads: each by itself may be short.
    var nextPoll = counters.comparisons + DiffRun.chunk
    while i < oldEnd, j < newEnd {
      if counters.comparisons >= nextPoll {
        nextPoll = counters.comparisons + DiffRun.chunk
        try DiffRun.poll(isCancelled)
      }
      let length = try Self.pairRun(
        Forwards.self, of: &source, from: i, j, limit: min(oldEnd - i, newEnd - j), into: &pairs, counters: &counters,
        isCancelled: isCancelled)
      if length > 0 {
        pairs.appendRun(old: i, new: j, count: length)
        lastRun = length
        if length > 1 { allowance = min(fullAllowance, allowance + 4 * length) }
        counters.walked += length
        i += length
        j += length
        if i == oldEnd || j == newEnd { break }
      }

      let (skip, looks) = source.nearest(i, oldEnd, j, newEnd)
      counters.comparisons += looks
      // After a lone pair the look-ahead was of little use: in a list in another order it finds some copy of a frequent
      // item again and again. The allowance pays for it, too; longer runs give back.
      if skip == nil || lastRun == 1 {
        allowance -= looks
        if allowance < 0 { break }
      }
      // Where neither finds a partner near, both are left.
      let (skipOld, skipNew) = skip ?? (1, 1)
      pairs.appendResidue(old: i..<(i + skipOld))
      pairs.appendResidue(new: j..<(j + skipNew))
      i += skipOld
      j += skipNew
    }
    oldStart = i
    newStart = j
  }

  /// How many items to skip on both sides from a mismatch to the nearest place where they agree again; and how many
  /// comparisons that took.
  @inlinable @inline(__always)
  static func nearest(
    _ i: Int, _ oldEnd: Int, _ j: Int, _ newEnd: Int, haveSameIdentity: (Int, Int) -> Bool
  ) -> (skip: (old: Int, new: Int)?, looks: Int) {
    var looks = 0
    for distance in 1...window {
      for a in 0...distance {
        let b = distance - a
        guard i + a < oldEnd, j + b < newEnd else { continue }
        looks += 1
        if haveSameIdentity(i + a, j + b) { return ((a, b), looks) }
      }
    }
    for distance in (window + 1)...reach {
      let hasOld = i + distance < oldEnd
      let hasNew = j + distance < newEnd
      if !hasOld, !hasNew { break }
      if hasOld {
        looks += 1
        if haveSameIdentity(i + distance, j) { return ((distance, 0), looks) }
      }
      if hasNew {
        looks += 1
        if haveSameIdentity(i, j + distance) { return ((0, distance), looks) }
      }
    }
    return (nil, looks)
  }
}

// MARK: - Runs

extension FrontWalk {
  /// Pairs items from two starts on, as long as they have the same identity. Kept out of line: inlined, the loop of the
  /// comparison spills.
  ///
  /// - Parameters:
  ///   - direction: From the starts towards the ends of the lists, or the other way round.
  ///   - source: The items.
  ///   - oldStart: Where pairing begins: the first old position, or the one after it where it goes backwards.
  ///   - newStart: The same of the new list.
  ///   - limit: The most pairs.
  ///   - passesUpdates: Whether a pair whose content differs is taken, or ends the run.
  ///   - pairs: Takes the updates in the order in which they are met; the pairs themselves are not put there.
  /// - Returns: The number of pairs.
  @inlinable @inline(never)
  static func pairRun<D: Direction, Source: FrontSource, Pairs: FrontSink & ~Copyable>(
    _ direction: D.Type, of source: inout Source, from oldStart: Int, _ newStart: Int, limit: Int,
    passesUpdates: Bool = true, into pairs: inout Pairs, counters: inout DiffRun.Counters, isCancelled: (() -> Bool)?
  ) throws(DiffError) -> Int {
    // Invariant: the `length` pairs from the starts on have one identity each.
    var length = 0
    var comparisons = 0
    var nextPoll = DiffRun.chunk
    while length < limit {
      let found = source.identicalRun(
        D.self, from: D.offset(oldStart, by: length), D.offset(newStart, by: length), limit: limit - length)
      length += found.length
      comparisons += found.comparisons
      if comparisons >= nextPoll {
        nextPoll = comparisons + DiffRun.chunk
        try DiffRun.poll(isCancelled)
      }
      guard found.endsInDifference else { continue }
      guard passesUpdates else { break }
      comparisons += 1
      let (old, new) = (D.position(oldStart, length), D.position(newStart, length))
      guard source.haveSameIdentity(old, new) else { break }
      pairs.appendUpdate(old: old, new: new)
      length += 1
    }
    counters.comparisons += comparisons
    return length
  }
}
