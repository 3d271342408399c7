/// Pairs section by section what is equal at the ends, then hands the rest to the walk and to the search for stretches.
@usableFromInline
struct FrontSearch: ~Copyable {
  /// What was found so far.
  @usableFromInline var pairs: FrontPairs
  /// When walking is given up, and how stretches are looked for.
  @usableFromInline let limits: FrontLimits
  /// Whether shifted items may be paired.
  @usableFromInline let walking: Bool
  /// No fewer than the sections of which anything is left.
  @usableFromInline let sectionBound: Int
  /// Pairs what merely shifted, as long as it may over all sections.
  @usableFromInline var walk: FrontWalk
  /// Look-ups of new items among the sampled old ones that may still be made, over all sections.
  @usableFromInline var stretchCredit: Int

  /// - Parameters:
  ///   - pairs: No pairs.
  ///   - sides: The sections of both sides.
  ///   - walking: Whether shifted items may be paired.
  ///   - limits: When walking is given up.
  ///   - hashing: Whether items may be hashed to find stretches.
  @inlinable
  init(
    pairs: consuming FrontPairs, _ sides: borrowing DiffSides, walking: Bool, limits: FrontLimits, hashing: Bool
  ) {
    let (oldItems, newItems) = (sides.oldOffsets.itemCount, sides.newOffsets.itemCount)
    sectionBound = min(
      sides.oldOffsets.sectionCount, sides.newOffsets.sectionCount, 2 * pairs.itemBound)
    self.pairs = pairs
    self.limits = limits
    self.walking = walking
    walk = FrontWalk(allowance: limits.walkAllowance(items: oldItems + newItems))
    stretchCredit = hashing ? limits.smallestSampled + newItems / 8 : 0
  }

  /// Pairs section by section, and leaves the items of sections that only one side has as residue; stops where the front is
  /// given up.
  ///
  /// - Complexity: O(*s* + *n* + *w*), with *s* the sections, *n* the items that are looked at and *w* the walk's allowance of
  ///   failed look-aheads.
  @inlinable
  mutating func pairSections<Source: FrontSource>(
    of source: inout Source, _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) {
    let sectionCount = sides.newOffsets.sectionCount
    let skipsIdentical = sides.sections.isIdentity && sectionCount > 1
    var section = 0
    while section < sectionCount {
      var prefix = 0
      if skipsIdentical {
        (section, prefix) = try pairIdenticalSections(of: &source, from: section, sides, in: &run)
        if section == sectionCount { break }
      }
      let oldSection = sides.sections.oldSection(ofNew: section)
      if oldSection >= 0 {
        try run.poll()
        try pairSection(
          of: &source, sides.oldOffsets[oldSection], sides.newOffsets[section], after: prefix, in: &run)
        if pairs.isGivenUp { return }
      }
      section += 1
    }
    leaveOneSided(sides)
  }

  /// Pairs sections in a row that are identical on both sides, each at its place. They are compared as one list.
  ///
  /// - Returns: The first section that is not, and how many items at its start are paired.
  /// - Complexity: O(*s* + *n*), with *s* the sections and *n* the items that are compared.
  @inlinable
  mutating func pairIdenticalSections<Source: FrontSource>(
    of source: inout Source, from first: Int, _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> (section: Int, prefix: Int) {
    let count = sides.newOffsets.sectionCount
    var section = first
    // How many are looked at together: few at first, because most often the first one has changed.
    var block = 4
    while section < count {
      // Sections up to the last one are as large as before.
      var last = min(section + block, count)
      block = min(2 * block, 64)
      if !sides.oldOffsets.isShifted(from: sides.newOffsets, in: section..<last + 1) {
        last = section
        while sides.oldOffsets.size(of: last) == sides.newOffsets.size(of: last) { last += 1 }
        if last == section { return (section, 0) }
      }
      let (oldStart, newStart) = (sides.oldOffsets.start(of: section), sides.newOffsets.start(of: section))
      let limit = sides.newOffsets.start(of: last) - newStart
      let length = try FrontWalk.pairRun(
        Forwards.self, of: &source, from: oldStart, newStart, limit: limit, passesUpdates: false, into: &pairs,
        counters: &run.counters, isCancelled: run.isCancelled)
      run.counters.prefix += length
      pairs.appendRun(old: oldStart, new: newStart, count: length)
      if length < limit {
        section = sides.newOffsets.section(ofPosition: newStart + length)
        return (section, newStart + length - sides.newOffsets.start(of: section))
      }
      section = last
      try run.poll()
    }
    return (count, 0)
  }

  /// Pairs what can be paired in one section, and leaves the rest as residue.
  ///
  /// - Parameters:
  ///   - oldRange: The positions of the old items of the section.
  ///   - newRange: The positions of the new ones.
  ///   - known: How many items at the start are paired.
  @inlinable
  mutating func pairSection<Source: FrontSource>(
    of source: inout Source, _ oldRange: Range<Int>, _ newRange: Range<Int>, after known: Int, in run: inout DiffRun
  ) throws(DiffError) {
    var (oldStart, newStart) = (oldRange.lowerBound + known, newRange.lowerBound + known)
    let prefix = try FrontWalk.pairRun(
      Forwards.self, of: &source, from: oldStart, newStart, limit: min(oldRange.count, newRange.count) - known,
      into: &pairs, counters: &run.counters, isCancelled: run.isCancelled)
    run.counters.prefix += prefix
    pairs.appendRun(old: oldStart, new: newStart, count: prefix)
    (oldStart, newStart) = (oldStart + prefix, newStart + prefix)
    if oldStart == oldRange.upperBound, newStart == newRange.upperBound { return }

    let firstOfSuffix = pairs.updates.count
    let suffix = try FrontWalk.pairRun(
      Backwards.self, of: &source, from: oldRange.upperBound, newRange.upperBound,
      limit: min(oldRange.upperBound - oldStart, newRange.upperBound - newStart), into: &pairs,
      counters: &run.counters, isCancelled: run.isCancelled)
    run.counters.suffix += suffix
    let endOfSuffix = pairs.updates.count
    let (oldEnd, newEnd) = (oldRange.upperBound - suffix, newRange.upperBound - suffix)

    if walking {
      try walk.pair(
        &source, &oldStart, oldEnd, &newStart, newEnd, into: &pairs, counters: &run.counters,
        isCancelled: run.isCancelled)
      try source.leaveResidue(oldStart..<oldEnd, newStart..<newEnd, to: &self, in: &run)
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
  mutating func leaveOneSided(_ sides: borrowing DiffSides) {
    pairs.residue.keptOld = pairs.residue.old.count
    pairs.residue.keptNew = pairs.residue.new.count
    for section in sides.sections.deleted { pairs.appendResidue(old: sides.oldOffsets[Int(section)]) }
    for section in sides.sections.inserted { pairs.appendResidue(new: sides.newOffsets[Int(section)]) }
  }
}
