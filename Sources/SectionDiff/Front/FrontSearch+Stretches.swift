/// Stretches: where a walk got lost, whole stretches often are elsewhere or in reverse order. A sample of the old items
/// finds them; from each find the pairs are followed to both sides, which costs a comparison an item and no hash.
///
///     old   a b c d e f g h        sampled: a, e
///     new   e f g h a b c d        e is found: e f g h pair, then a b c d
///     new   h g f e d c b a        e is found: h … a pair, backwards
///
/// With unique identities no pair it makes is ever wrong; with repeats it takes only stretches of four pairs or more.
extension FrontSearch {
  /// Pairs stretches of one section that are the same or reversed on both sides, and leaves all else as residue.
  ///
  /// Gives up when finds are too rare for what they cost: after one look-up for every eight items of the diff, and two
  /// for every item that was paired.
  ///
  /// Called, because the walk, which comes before, needs all registers.
  ///
  /// - Complexity: O(*n*); at most one hash for each look-up and one for each sampled item.
  @inlinable @inline(never)
  mutating func pairStretches<C: ItemComparison>(
    of items: ComparedItems<C>, oldRange: Range<Int>, newRange: Range<Int>, in run: inout DiffRun
  ) throws(DiffError) {
    guard stretchCredit > 0, min(oldRange.count, newRange.count) >= limits.smallestSampled else {
      pairs.appendResidue(old: oldRange)
      pairs.appendResidue(new: newRange)
      return
    }
    var isFast = true
    let table = IdentityTable(count: oldRange.count / limits.sampling)
    var sampleArray = ContiguousArray(run.scratch.pool.take(count: table.slotCount))
    // A bit for each old item of the range that is paired.
    var takenArray = ContiguousArray(run.scratch.pool.takeWords(count: oldRange.count / 64 + 1))
    defer {
      run.scratch.pool.give(&takenArray)
      run.scratch.pool.give(&sampleArray)
    }
    do {
      var sample = sampleArray.mutableSpan
      try fill(&sample, table, of: items, oldRange, isFast: &isFast, in: &run)
    }
    do {
      var taken = takenArray.mutableSpan
      try followStretches(
        of: items, oldRange: oldRange, newRange: newRange, isFast: isFast, table, sample: sampleArray.span,
        taken: &taken, in: &run)
      // Old items between those that were taken.
      var first = 0
      while first < oldRange.count {
        while first < oldRange.count, !taken.isFree(first) { first += taken[first >> 6] == ~0 ? 64 - first & 63 : 1 }
        var last = first
        while last < oldRange.count, taken.isFree(last) { last += 1 }
        if first < last { pairs.appendResidue(old: (oldRange.lowerBound + first)..<(oldRange.lowerBound + last)) }
        first = last
      }
    }
  }

  /// Puts every so many old items of a range into the table of the sample. Where the first item has no fast hash, `isFast`
  /// becomes false and none is used.
  @inlinable
  mutating func fill<C: ItemComparison>(
    _ slots: inout MutableSpan<Int32>, _ table: IdentityTable, of items: ComparedItems<C>, _ range: Range<Int>,
    isFast: inout Bool, in run: inout DiffRun
  ) throws(DiffError) {
    let old = items.old.span
    let seed = identitySeed
    for number in 0..<range.count / limits.sampling {
      if number & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let item = range.lowerBound + number * limits.sampling
      var hash = items.comparison.hash(of: old[item], isFast: isFast, seed: seed)
      if hash == nil, number == 0 {
        isFast = false
        hash = items.comparison.hash(of: old[item], isFast: false, seed: seed)
      }
      guard let hash else { continue }
      run.counters.hashes += 1
      let short = table.shortened(hash)
      let found = table.place(of: short, in: slots.span) { first in
        items.comparison.haveSameIdentity(old[range.lowerBound + first * limits.sampling], old[item])
      }
      if found.gaveUp {
        // Keys that almost certainly collide on purpose: they are left to the table of the tokens.
        stretchCredit = 0
        return
      }
      if found.offset >= 0 {
        // A look-up finds the first copy; more of them would only crowd the table.
        run.counters.comparisons += 1
        pairs.hasRepeats = true
      } else {
        slots[found.slot] = table.entry(short, offset: number)
      }
    }
  }

  /// Looks new items up in the sample and pairs the stretch around each one found; appends the other new items.
  @inlinable
  mutating func followStretches<C: ItemComparison>(
    of items: ComparedItems<C>, oldRange: Range<Int>, newRange: Range<Int>, isFast: Bool,
    _ table: IdentityTable, sample: borrowing Span<Int32>, taken: inout MutableSpan<UInt64>, in run: inout DiffRun
  ) throws(DiffError) {
    let old = items.old.span
    let new = items.new.span
    let comparison = items.comparison
    let seed = identitySeed
    let base = oldRange.lowerBound
    let count = oldRange.count
    // New items from `pending` on are not paired; those before `next` were looked up.
    var pending = newRange.lowerBound
    var next = pending
    var hashed = 0
    var comparisons = 0

    while next < newRange.upperBound, stretchCredit > 0 {
      if hashed & (DiffRun.chunk - 1) == 0 { try run.poll() }
      stretchCredit -= 1
      guard let hash = comparison.hash(of: new[next], isFast: isFast, seed: seed) else {
        next += 1
        continue
      }
      hashed += 1
      let found = table.place(of: table.shortened(hash), in: sample) { first in
        comparison.haveSameIdentity(old[base + first * limits.sampling], new[next])
      }
      if found.gaveUp { stretchCredit = 0 }
      var anchor = found.offset < 0 ? -1 : found.offset * limits.sampling
      if anchor >= 0, !taken.isFree(anchor) {
        pairs.hasRepeats = true
        anchor = -1
      }
      guard anchor >= 0 else {
        next += 1
        continue
      }
      comparisons += 1

      // Which way the stretch runs, with the old order or against it, and how far back it goes.
      var step = 1
      var before = 0
      while true {
        before = 0
        var offset = anchor - step
        while next - before > pending, offset >= 0, offset < count, taken.isFree(offset) {
          comparisons += 1
          guard comparison.haveSameIdentity(old[base + offset], new[next - before - 1]) else { break }
          before += 1
          offset -= step
        }
        var after = 0
        offset = anchor + step
        while before + 1 + after < limits.shortestStretch, next + after + 1 < newRange.upperBound, offset >= 0,
          offset < count, taken.isFree(offset)
        {
          comparisons += 1
          guard comparison.haveSameIdentity(old[base + offset], new[next + after + 1]) else { break }
          after += 1
          offset += step
        }
        if before + 1 + after >= limits.shortestStretch { break }
        step -= 2
        if step < -1 { break }
      }
      guard step >= -1 else {
        next += 1
        continue
      }

      pairs.hasStretches = true
      let start = next - before
      pairs.appendResidue(new: pending..<start)
      let first = anchor - step * before
      let length = try pairStretch(
        of: items, from: base + first, step, start, upTo: newRange.upperBound, base: base, count: count, taken: &taken,
        comparisons: &comparisons, in: &run)
      if step > 0 {
        pairs.appendRun(old: base + first, new: start, count: length)
      } else {
        pairs.appendRun(falling: base + first, new: start, count: length)
      }
      let end = start + length
      run.counters.walked += length
      stretchCredit += 2 * (end - start)
      pending = end
      next = end
    }
    run.counters.hashes += hashed
    run.counters.comparisons += comparisons
    pairs.appendResidue(new: pending..<newRange.upperBound)
  }

  /// Pairs a stretch from its first item on, as far as its items have the same identity and are not taken.
  ///
  /// - Parameters:
  ///   - oldStart: The position of the first old item.
  ///   - step: 1 where the old items are in the order of the new ones, -1 where they are in the reverse one.
  ///   - newStart: The position of the first new item; none is paired from `newEnd` on.
  ///   - base: The position of the first of `count` old items that `taken` has bits for. The old item paired last is one.
  /// - Returns: The number of pairs; updates are added, the pairs themselves are not.
  @inlinable
  mutating func pairStretch<C: ItemComparison>(
    of items: borrowing ComparedItems<C>, from oldStart: Int, _ step: Int, _ newStart: Int, upTo newEnd: Int, base: Int,
    count: Int, taken: inout MutableSpan<UInt64>, comparisons: inout Int, in run: inout DiffRun
  ) throws(DiffError) -> Int {
    let limit = newEnd - newStart
    var length = 0
    // Free items are looked for in portions that grow: most stretches end soon.
    var portion = 64
    while length < limit {
      let offset = oldStart - base + step * length
      let free = taken.freeCount(from: offset, step, of: count, limit: min(portion, limit - length))
      let end = length + free
      let start = length
      while length < end {
        let (oldPosition, newPosition) = (oldStart + step * length, newStart + length)
        let identical =
          step > 0
          ? IdenticalItems.matchingRun(
            Forwards.self, Forwards.self, old: items.old.span, from: oldPosition, new: items.new.span,
            from: newPosition,
            limit: end - length, comparing: items.comparison)
          : IdenticalItems.matchingRun(
            Backwards.self, Forwards.self, old: items.old.span, from: oldPosition + 1, new: items.new.span,
            from: newPosition,
            limit: end - length, comparing: items.comparison)
        comparisons += identical
        length += identical
        if length == end { break }
        let (oldNext, newNext) = (oldStart + step * length, newStart + length)
        comparisons += 2
        guard items.haveSameIdentity(oldNext, newNext) else { break }
        pairs.appendUpdate(old: oldNext, new: newNext)
        length += 1
      }
      let paired = length - start
      if paired > 0 { taken.take(step > 0 ? offset..<(offset + paired) : (offset - paired + 1)..<(offset + 1)) }
      if length < end || free < min(portion, limit - start) { break }
      if portion < DiffRun.chunk { portion *= 2 } else { try run.poll() }
    }
    return length
  }
}

extension MutableSpan<UInt64> {
  /// Whether the bit of an offset is not set.
  @inlinable @inline(__always)
  func isFree(_ offset: Int) -> Bool { self[offset >> 6] & 1 << UInt64(truncatingIfNeeded: offset & 63) == 0 }

  /// How many bits from an offset on are not set, upwards or downwards, among the first `count`; at most `limit`.
  @inlinable
  func freeCount(from offset: Int, _ step: Int, of count: Int, limit: Int) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let limit = Swift.min(limit, step > 0 ? count - offset : offset + 1)
    var free = 0
    // Invariant: the `free` bits from the offset on are not set.
    while free < limit {
      let next = offset + step * free
      let bit = next & 63
      let word = self[next >> 6]
      // The bits of the word from the next one on, that one first; behind them those of another word.
      let zeros = step > 0 ? (word >> UInt64(bit)).trailingZeroBitCount : (word << UInt64(63 - bit)).leadingZeroBitCount
      let room = step > 0 ? 64 - bit : bit + 1
      if zeros < room { return Swift.min(limit, free + zeros) }
      free += room
    }
    return limit
  }

  /// Sets the bits of a range.
  @inlinable
  mutating func take(_ range: Range<Int>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bit = offset & 63
      let length = Swift.min(64 - bit, range.upperBound - offset)
      self[offset >> 6] |= (~0 >> UInt64(64 - length)) << UInt64(bit)
      offset += length
    }
  }
}
