/// Pairs section by section what is equal at the ends, then hands the rest to the walk and to the search for stretches.
@usableFromInline
struct FrontSearch: ~Copyable {
  /// What was found so far.
  @usableFromInline var pairs: FrontPairs
  /// When walking is given up, and how stretches are looked for.
  @usableFromInline let limits: FrontLimits
  /// Whether shifted items may be paired.
  @usableFromInline let walking: Bool
  /// No fewer than the sections that both sides have.
  @usableFromInline let sectionBound: Int
  /// Pairs what merely shifted, as long as it may over all sections.
  @usableFromInline var walk: FrontWalk
  /// Look-ups of new items among the sampled old ones that may still be made, over all sections.
  @usableFromInline var stretchCredit: Int

  /// - Parameters:
  ///   - pairs: No pairs.
  ///   - oldItems: The number of all old items.
  ///   - newItems: The number of all new items.
  ///   - sections: No fewer than the sections that both sides have.
  ///   - walking: Whether shifted items may be paired.
  ///   - limits: When walking is given up.
  ///   - hashing: Whether items may be hashed to find stretches.
  @inlinable
  init(
    pairs: consuming FrontPairs, oldItems: Int, newItems: Int, sections: Int, walking: Bool, limits: FrontLimits,
    hashing: Bool
  ) {
    self.pairs = pairs
    self.limits = limits
    self.walking = walking
    sectionBound = sections
    walk = FrontWalk(allowance: limits.walkAllowance(items: oldItems + newItems))
    stretchCredit = hashing ? limits.smallestSampled + newItems / 8 : 0
  }

  /// Pairs section by section, and leaves the items of sections that only one side has as residue.
  @inlinable
  mutating func pairSections<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldOffsets: SectionOffsets, new: borrowing Span<C.Item>,
    _ newOffsets: SectionOffsets, sections: borrowing SectionPlan, comparing comparison: borrowing C,
    in run: inout DiffRun
  ) throws(DiffError) {
    let sectionCount = newOffsets.sectionCount
    let skipsIdentical = sections.isIdentity && sectionCount > 1
    var newSection = 0
    while newSection < sectionCount {
      if skipsIdentical {
        let next = try pairShortSections(
          from: newSection, old: old, oldOffsets, new: new, newOffsets, comparing: comparison, in: &run)
        if next > newSection {
          newSection = next
          continue
        }
      }
      let oldSection = sections.oldSection(ofNew: newSection)
      if oldSection >= 0 {
        try pairSection(
          old: old, oldOffsets[oldSection], new: new, newOffsets[newSection], comparing: comparison, in: &run)
      }
      newSection += 1
    }
    leaveUnkept(oldOffsets, newOffsets, sections: sections)
  }

  /// The most items of a section that is compared with those around it: in a longer one batches save more than all that
  /// is done for a section by itself costs.
  @inlinable static var shortSection: Int { 64 }

  /// Pairs short sections in a row that are identical on both sides, each at its place, and what can be paired in the
  /// first that is not.
  ///
  /// - Returns: The first section that was not looked at.
  /// - Complexity: O(*n*) for *n* identical items, and that of ``pairSection(old:_:new:_:comparing:in:)`` for the last
  ///   section.
  @inlinable
  mutating func pairShortSections<C: ItemComparison>(
    from first: Int, old: borrowing Span<C.Item>, _ oldOffsets: SectionOffsets, new: borrowing Span<C.Item>,
    _ newOffsets: SectionOffsets, comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) -> Int {
    let count = newOffsets.sectionCount
    let (oldFirst, newFirst) = (oldOffsets.start(of: first), newOffsets.start(of: first))
    var (section, oldStart, newStart) = (first, oldFirst, newFirst)
    var identical: Int?
    while section < count {
      let (oldEnd, newEnd) = (oldOffsets.end(of: section), newOffsets.end(of: section))
      let size = newEnd - newStart
      guard size <= Self.shortSection, size == oldEnd - oldStart else { break }
      let length = IdenticalItems.matchingRun(
        Forwards.self, old: old, from: oldStart, new: new, from: newStart, limit: size, comparing: comparison)
      if length < size {
        identical = length
        break
      }
      (section, oldStart, newStart) = (section + 1, oldEnd, newEnd)
      if section & 1023 == 0 { try run.poll() }
    }
    let paired = newStart - newFirst
    run.counters.prefix += paired
    run.counters.comparisons += paired
    pairs.appendRun(old: oldFirst, new: newFirst, count: paired)
    guard let identical else { return section }

    // The items after the identical ones were compared: they differ.
    let (oldNext, newNext) = (oldStart + identical, newStart + identical)
    let (oldEnd, newEnd) = (oldOffsets.end(of: section), newOffsets.end(of: section))
    run.counters.comparisons += identical + 2
    run.counters.prefix += identical
    pairs.appendRun(old: oldStart, new: newStart, count: identical)
    if comparison.haveSameIdentity(old[oldNext], new[newNext]) {
      run.counters.prefix += 1
      pairs.appendUpdate(old: oldNext, new: newNext)
      pairs.appendRun(old: oldNext, new: newNext, count: 1)
      try pairSection(
        old: old, (oldNext + 1)..<oldEnd, new: new, (newNext + 1)..<newEnd, comparing: comparison, in: &run)
    } else {
      try pairWithoutPrefix(
        old: old, oldNext..<oldEnd, new: new, newNext..<newEnd, comparing: comparison, in: &run)
    }
    return section + 1
  }

  /// Pairs what can be paired in one section, and leaves the rest as residue.
  ///
  /// - Parameters:
  ///   - old: All old items; `oldRange` are those of the section.
  ///   - new: All new items; `newRange` are those of the section.
  /// - Complexity: O(*n* + *w*), with *n* the items of the section and *w* the walk's allowance of failed look-aheads.
  @inlinable
  mutating func pairSection<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldRange: Range<Int>, new: borrowing Span<C.Item>, _ newRange: Range<Int>,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) {
    let prefix = try pairEnd(
      Forwards.self, old: old, from: oldRange.lowerBound, new: new, from: newRange.lowerBound,
      limit: min(oldRange.count, newRange.count), comparing: comparison, in: &run)
    run.counters.prefix += prefix
    pairs.appendRun(old: oldRange.lowerBound, new: newRange.lowerBound, count: prefix)
    let oldRest = (oldRange.lowerBound + prefix)..<oldRange.upperBound
    let newRest = (newRange.lowerBound + prefix)..<newRange.upperBound
    if oldRest.isEmpty, newRest.isEmpty { return }
    try pairWithoutPrefix(old: old, oldRest, new: new, newRest, comparing: comparison, in: &run)
  }

  /// Pairs what can be paired in a section, or in the rest of one, whose first items have different identities.
  @inlinable @inline(never)
  mutating func pairWithoutPrefix<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldRange: Range<Int>, new: borrowing Span<C.Item>, _ newRange: Range<Int>,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) {
    var oldStart = oldRange.lowerBound
    var newStart = newRange.lowerBound
    let firstOfSuffix = pairs.updates.count
    let suffix = try pairEnd(
      Backwards.self, old: old, from: oldRange.upperBound, new: new, from: newRange.upperBound,
      limit: min(oldRange.upperBound - oldStart, newRange.upperBound - newStart),
      comparing: comparison, in: &run)
    let endOfSuffix = pairs.updates.count
    run.counters.suffix += suffix
    let oldEnd = oldRange.upperBound - suffix
    let newEnd = newRange.upperBound - suffix

    if walking {
      if oldStart < oldEnd, newStart < newEnd {
        try pairShifted(
          old: old, &oldStart, oldEnd, new: new, &newStart, newEnd, comparing: comparison, in: &run)
      }
      try pairStretches(
        old: old, oldRange: oldStart..<oldEnd, new: new, newRange: newStart..<newEnd, comparing: comparison, in: &run)
    } else {
      pairs.appendResidue(old: oldStart..<oldEnd)
      pairs.appendResidue(new: newStart..<newEnd)
    }
    pairs.appendRun(old: oldEnd, new: newEnd, count: suffix)
    if firstOfSuffix < endOfSuffix {
      // The updates of the suffix come last and ascend: so far they come before those of the walk, and fall.
      pairs.updates.reverse(firstOfSuffix..<pairs.updates.count)
      pairs.updates.reverse(firstOfSuffix..<firstOfSuffix + pairs.updates.count - endOfSuffix)
    }
    cutResidue()
  }

  /// Runs the walk. Kept out of line: inlined, the loop spills.
  @inlinable @inline(never)
  mutating func pairShifted<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldStart: inout Int, _ oldEnd: Int,
    new: borrowing Span<C.Item>, _ newStart: inout Int, _ newEnd: Int,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) {
    try walk.pair(
      old: old, &oldStart, oldEnd, new: new, &newStart, newEnd, comparing: comparison, into: &pairs,
      counters: &run.counters, isCancelled: run.isCancelled)
  }

  /// Pairs items from one end of a section on, as long as they have the same identity.
  ///
  /// - Parameters:
  ///   - direction: From the start to the end, or the other way round.
  ///   - oldStart: The end of the old section where pairing begins: its first position, or the one after its last.
  ///   - newStart: The same of the new section.
  ///   - limit: The most pairs.
  /// - Returns: The number of pairs. Updates among them are added in the order in which they are met.
  @inlinable @inline(__always)
  mutating func pairEnd<D: Direction, C: ItemComparison>(
    _ direction: D.Type, old: borrowing Span<C.Item>, from oldStart: Int, new: borrowing Span<C.Item>,
    from newStart: Int, limit: Int, comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) -> Int {
    // Invariant: the `length` pairs from the end on have one identity each.
    var length = 0
    var updates = 0
    // Comparisons of a batch that differed somewhere; its items are then looked at one by one.
    var again = 0
    // Identical items in a row; batches are tried when there were as many as one holds, and at the start.
    var identical = IdenticalItems.batchSize
    pairing: while length < limit {
      let stop = min(limit, length + DiffRun.chunk)
      while length < stop {
        if C.comparesInBatches, identical == IdenticalItems.batchSize {
          let batches = IdenticalItems.matchingBatches(
            D.self, old: old, from: D.offset(oldStart, by: length), new: new, from: D.offset(newStart, by: length),
            limit: stop - length, comparing: comparison)
          length += batches.length
          again += batches.comparisons - batches.length
          identical = 0
          if length == stop { break }
        }
        let next = C.comparesInBatches ? min(stop, length + IdenticalItems.batchSize - identical) : stop
        let found = IdenticalItems.matchingRun(
          D.self, old: old, from: D.offset(oldStart, by: length), new: new, from: D.offset(newStart, by: length),
          limit: next - length, comparing: comparison)
        length += found
        identical += found
        if length == next { continue }
        let oldPosition = D.position(oldStart, length)
        let newPosition = D.position(newStart, length)
        guard comparison.haveSameIdentity(old[oldPosition], new[newPosition]) else {
          run.counters.comparisons += 2
          break pairing
        }
        pairs.appendUpdate(old: oldPosition, new: newPosition)
        updates += 1
        identical = 0
        length += 1
      }
      try run.poll()
    }
    run.counters.comparisons += length + updates + again
    return length
  }
}

// MARK: - The residue

extension FrontSearch {
  /// Notes where the share of a kept section ends, if it has any.
  @inlinable
  mutating func cutResidue() {
    let last = pairs.residue.cuts.last ?? PositionPair(old: 0, new: 0)
    if Int(last.old) < pairs.residue.old.count || Int(last.new) < pairs.residue.new.count {
      if pairs.residue.cuts.isEmpty { pairs.residue.cuts.reserveCapacity(sectionBound) }
      pairs.residue.cuts.append(PositionPair(position: pairs.residue.old.count, pairs.residue.new.count))
    }
  }

  /// Adds the items of sections that only one side has, when all kept ones are done.
  @usableFromInline
  mutating func leaveUnkept(_ oldOffsets: SectionOffsets, _ newOffsets: SectionOffsets, sections: borrowing SectionPlan)
  {
    pairs.residue.keptOld = pairs.residue.old.count
    pairs.residue.keptNew = pairs.residue.new.count
    for section in sections.deleted { pairs.appendResidue(old: oldOffsets[Int(section)]) }
    for section in sections.inserted { pairs.appendResidue(new: newOffsets[Int(section)]) }
  }
}
