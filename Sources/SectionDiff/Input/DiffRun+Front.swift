/// The front: pairs what is equal at the ends of a section and, where allowed, what merely shifted, before anything
/// is hashed.
///
///     old   a b c d e f g x y z           a b c   pair (prefix)
///     new   a b c e f g h x y z           x y z   pair (suffix)
///                                         d | e f g pair (walk) | h
///
/// What it leaves, `d` and `h`, is the *residue*. With unique identities no pair it makes is ever wrong; with repeats
/// it takes copies in the order it meets them.
extension DiffRun {
  /// Elements between two looks at cancellation.
  @inlinable static var chunk: Int { 1 << 14 }

  /// How far the walk looks ahead on both sides at once: `look(a, b)` for all `a + b <= 8`. Wide enough for a burst of
  /// edits, narrow enough to cost less than hashing (workload `busy`).
  @inlinable static var window: Int { 8 }

  /// How far it looks ahead on one side only: a page of rows inserted or removed (workload `append` in the middle).
  @inlinable static var reach: Int { 256 }

  /// Trims and, where `walking`, walks one section.
  ///
  /// - Parameters:
  ///   - old: All old items; `oldRange` are those of the section.
  ///   - new: All new items; `newRange` are those of the section.
  /// - Complexity: O(*n* + *w*), with *n* the items of the section and *w* the walk's allowance of failed look-aheads.
  @inlinable
  mutating func pairFront<C: ItemComparison>(
    old: borrowing Span<C.Item>, oldRange: Range<Int>, new: borrowing Span<C.Item>, newRange: Range<Int>,
    comparing comparison: borrowing C, walking: Bool
  ) throws(DiffError) {
    var oldStart = oldRange.lowerBound
    var newStart = newRange.lowerBound
    var oldEnd = oldRange.upperBound
    var newEnd = newRange.upperBound

    // Prefix. Invariant: every pair before (oldStart, newStart) has one identity.
    var limit = min(oldEnd - oldStart, newEnd - newStart)
    var length = 0
    var updates = 0
    // Comparisons of a batch that differed somewhere; its items are then looked at one by one.
    var again = 0
    // Identical items in a row; batches are tried when there were as many as one holds, and at the start.
    var identical = IdenticalItems.size
    prefix: while length < limit {
      let stop = min(limit, length + Self.chunk)
      while length < stop {
        if C.comparesInBatches, identical == IdenticalItems.size {
          let batches = IdenticalItems.length(
            old: old, from: oldStart + length, new: new, from: newStart + length, limit: stop - length,
            comparing: comparison)
          length += batches.length
          again += batches.comparisons - batches.length
          identical = 0
          if length == stop { break }
        }
        let next = C.comparesInBatches ? min(stop, length + IdenticalItems.size - identical) : stop
        let run = IdenticalItems.runLength(
          old: old, from: oldStart + length, new: new, from: newStart + length, limit: next - length,
          comparing: comparison)
        length += run
        identical += run
        if length == next { continue }
        guard comparison.haveSameIdentity(old[oldStart + length], new[newStart + length]) else {
          counters.comparisons += 2
          break prefix
        }
        appendUpdate(old: oldStart + length, new: newStart + length)
        updates += 1
        identical = 0
        length += 1
      }
      try poll()
    }
    counters.comparisons += length + updates + again
    counters.prefix += length
    appendRun(old: oldStart, new: newStart, count: length)
    oldStart += length
    newStart += length

    // Suffix.
    limit = min(oldEnd - oldStart, newEnd - newStart)
    length = 0
    again = 0
    identical = IdenticalItems.size
    suffix: while length < limit {
      let stop = min(limit, length + Self.chunk)
      while length < stop {
        if C.comparesInBatches, identical == IdenticalItems.size {
          let batches = IdenticalItems.lengthBackwards(
            old: old, upTo: oldEnd - length, new: new, upTo: newEnd - length, limit: stop - length,
            comparing: comparison)
          length += batches.length
          again += batches.comparisons - batches.length
          identical = 0
          if length == stop { break }
        }
        let next = C.comparesInBatches ? min(stop, length + IdenticalItems.size - identical) : stop
        let run = IdenticalItems.runLengthBackwards(
          old: old, upTo: oldEnd - length, new: new, upTo: newEnd - length, limit: next - length,
          comparing: comparison)
        length += run
        identical += run
        if length == next { continue }
        guard comparison.haveSameIdentity(old[oldEnd - 1 - length], new[newEnd - 1 - length]) else {
          counters.comparisons += 2
          break suffix
        }
        if spareUpdates.isEmpty { spareUpdates.reserveCapacity(itemBound / 4 + 16) }
        spareUpdates.append(PositionPair(position: oldEnd - 1 - length, newEnd - 1 - length))
        identical = 0
        length += 1
      }
      try poll()
    }
    counters.comparisons += length + spareUpdates.count + again
    counters.suffix += length
    oldEnd -= length
    newEnd -= length

    if walking {
      try walk(
        old: old, &oldStart, oldEnd, new: new, &newStart, newEnd, comparing: comparison)
      try pairAnchored(
        old: old, oldRange: oldStart..<oldEnd, new: new, newRange: newStart..<newEnd, comparing: comparison)
    } else {
      appendResidue(old: oldStart..<oldEnd)
      appendResidue(new: newStart..<newEnd)
    }
    appendRun(old: oldEnd, new: newEnd, count: length)
    for update in spareUpdates.reversed() { appendUpdate(old: Int(update.old), new: Int(update.new)) }
    spareUpdates.removeAll(keepingCapacity: true)
    let last = cuts.last ?? ResidueCut(old: 0, new: 0)
    if Int(last.old) < residueOld.count || Int(last.new) < residueNew.count {
      if cuts.isEmpty { cuts.reserveCapacity(sectionBound) }
      cuts.append(ResidueCut(old: residueOld.count, new: residueNew.count))
    }
  }

  /// Walks both sides together; at a mismatch looks a few steps ahead and skips to where they agree again.
  ///
  /// On return `oldStart` and `newStart` are where it gave up (or one side ended); all before is paired or residue.
  @inlinable
  mutating func walk<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldStart: inout Int, _ oldEnd: Int,
    new: borrowing Span<C.Item>, _ newStart: inout Int, _ newEnd: Int,
    comparing comparison: borrowing C
  ) throws(DiffError) {
    var i = oldStart
    var j = newStart
    var comparisons = 0
    var nextPoll = i + Self.chunk
    var lastRun = 0
    while i < oldEnd, j < newEnd {
      // A run of pairs.
      var length = 0
      var identical = 0
      let limit = min(oldEnd - i, newEnd - j, Self.chunk)
      while length < limit {
        if C.comparesInBatches, identical == IdenticalItems.size {
          let batches = IdenticalItems.length(
            old: old, from: i + length, new: new, from: j + length, limit: limit - length, comparing: comparison)
          length += batches.length
          comparisons += batches.comparisons
          identical = 0
          if length == limit { break }
        }
        comparisons += 1
        if !comparison.areIdentical(old[i + length], new[j + length]) {
          comparisons += 1
          guard comparison.haveSameIdentity(old[i + length], new[j + length]) else { break }
          appendUpdate(old: i + length, new: j + length)
          identical = -1
        }
        identical += 1
        length += 1
      }
      if length > 0 {
        appendRun(old: i, new: j, count: length)
        lastRun = length
        if length > 1 { walkAllowance = min(fullWalkAllowance, walkAllowance + 4 * length) }
        counters.walked += length
        i += length
        j += length
        if i >= nextPoll {
          nextPoll = i + Self.chunk
          try poll()
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
        walkAllowance -= looks
        if walkAllowance < 0 { break }
      }
      if skipOld < 0 {
        // Neither finds a partner near: both are left, and the allowance pays for the search.
        walkAllowance -= looks
        if walkAllowance < 0 { break }
        skipOld = 1
        skipNew = 1
      }
      appendResidue(old: i..<(i + skipOld))
      appendResidue(new: j..<(j + skipNew))
      i += skipOld
      j += skipNew
    }
    counters.comparisons += comparisons
    oldStart = i
    newStart = j
  }
}

extension PositionPair {
  @inlinable
  init(position old: Int, _ new: Int) {
    self.init(old: Int32(truncatingIfNeeded: old), new: Int32(truncatingIfNeeded: new))
  }
}
