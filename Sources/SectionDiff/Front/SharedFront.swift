/// The front of lists that share leaves: pairs exactly what ``FrontSearch`` pairs, and skips what is shared.
///
///     old   [a b c][d e f][g h i]       a b c and g h i are in leaves that both hold: paired, not compared
///     new   [a b c][d x e f][g h i]     d, x, e and f are compared
///
/// It compares what the ordinary front compares, in its order: equal ends, then the walk with the same look-ahead and the same
/// allowance. Where that one would compare an item with itself, in one leaf, the rest of the run is taken as equal. So
/// every answer is that of the ordinary front, for repeated identities, too; provided that items equal themselves.
///
/// Where the walk gives up with more left than is matched by hash alone, there is no answer: then too little of what is
/// left is in order for anything to be saved.
@usableFromInline
struct SharedFront<Item>: ~Copyable {
  /// What was found so far. Its own walk is not used.
  @usableFromInline var found: FrontSearch
  @usableFromInline let shared: SharedLeaves<Item>
  @usableFromInline let old: RankedArray<Item>
  @usableFromInline let new: RankedArray<Item>
  /// As those of ``FrontSearch``, for all items.
  @usableFromInline var walkAllowance: Int
  @usableFromInline let fullWalkAllowance: Int
  /// The run and the leaves that were looked at last.
  @usableFromInline var lastRun = 0
  @usableFromInline var lastOldLeaf = 0
  @usableFromInline var lastNewLeaf = 0

  /// - Parameters:
  ///   - shared: What both lists share.
  ///   - sections: No fewer than the sections that both sides have.
  ///   - scratch: Memory of former diffs.
  @inlinable
  init(
    _ shared: SharedLeaves<Item>, old: RankedArray<Item>, new: RankedArray<Item>, sections: Int, limits: FrontLimits,
    in scratch: inout FrontScratch
  ) {
    found = FrontSearch(
      pairs: FrontPairs(itemBound: max(shared.old.count, shared.new.count), in: &scratch), oldItems: shared.old.count,
      newItems: shared.new.count,
      sections: min(sections, shared.old.count + shared.new.count), walking: true, limits: limits, hashing: false)
    self.shared = shared
    self.old = old
    self.new = new
    fullWalkAllowance = limits.walkAllowance(items: old.count + new.count)
    walkAllowance = fullWalkAllowance
  }
}

// MARK: - Sections

extension SharedFront {
  /// Pairs section by section.
  ///
  /// - Returns: Whether there is an answer.
  /// - Complexity: O(*s*), where *s* is the number of sections, and O(*d* log *n*) for the *d* items that are not shared;
  ///   sections that were kept at their places and hold only what is shared are skipped together.
  @inlinable
  mutating func pairAll<C: ItemComparison>(
    _ oldOffsets: SectionOffsets, _ newOffsets: SectionOffsets, sections: borrowing SectionPlan,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) -> Bool where C.Item == Item {
    var section = 0
    while section < newOffsets.sectionCount {
      if sections.isIdentity {
        let skipped = skipSections(from: section, oldOffsets, newOffsets)
        run.counters.prefix += newOffsets.start(of: section + skipped) - newOffsets.start(of: section)
        section += skipped
        if section == newOffsets.sectionCount { break }
      }
      let oldSection = sections.oldSection(ofNew: section)
      if oldSection >= 0 {
        try run.poll()
        let isPaired = try pairSection(
          oldOffsets[oldSection], newOffsets[section], comparing: comparison, in: &run)
        if !isPaired { return false }
      }
      section += 1
    }
    found.leaveUnkept(oldOffsets, newOffsets, sections: sections)
    return true
  }

  /// Pairs sections that lie in one run on both sides, each at its place.
  ///
  /// - Returns: The number of sections.
  @inlinable
  mutating func skipSections(from first: Int, _ oldOffsets: SectionOffsets, _ newOffsets: SectionOffsets) -> Int {
    let (oldStart, newStart) = (oldOffsets.start(of: first), newOffsets.start(of: first))
    let end = newStart + sharedLength(Forwards.self, oldStart, newStart)
    let bound = end == new.count ? newOffsets.sectionCount : newOffsets.section(ofPosition: end)
    // Invariant: the sections from `first` to `last` begin at their places in the run.
    var last = first
    while last < bound {
      let next = min(last + 64, bound)
      if oldOffsets.isShifted(from: newOffsets, in: last..<next + 1) {
        last = next
      } else {
        while newOffsets.size(of: last) == oldOffsets.size(of: last) { last += 1 }
        break
      }
    }
    found.pairs.appendRun(old: oldStart, new: newStart, count: newOffsets.start(of: last) - newStart)
    return last - first
  }

  /// Pairs what can be paired in one section, and leaves the rest as residue.
  ///
  /// - Returns: Whether there is an answer.
  @inlinable
  mutating func pairSection<C: ItemComparison>(
    _ oldRange: Range<Int>, _ newRange: Range<Int>, comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) -> Bool where C.Item == Item {
    let prefix = try pairEnd(
      Forwards.self, from: oldRange.lowerBound, newRange.lowerBound, limit: min(oldRange.count, newRange.count),
      comparing: comparison, in: &run)
    run.counters.prefix += prefix
    found.pairs.appendRun(old: oldRange.lowerBound, new: newRange.lowerBound, count: prefix)
    var (oldStart, newStart) = (oldRange.lowerBound + prefix, newRange.lowerBound + prefix)

    let firstOfSuffix = found.pairs.updates.count
    let suffix = try pairEnd(
      Backwards.self, from: oldRange.upperBound, newRange.upperBound,
      limit: min(oldRange.upperBound - oldStart, newRange.upperBound - newStart), comparing: comparison, in: &run)
    run.counters.suffix += suffix
    let endOfSuffix = found.pairs.updates.count
    let (oldEnd, newEnd) = (oldRange.upperBound - suffix, newRange.upperBound - suffix)

    try walk(&oldStart, oldEnd, &newStart, newEnd, comparing: comparison, in: &run)
    if min(oldEnd - oldStart, newEnd - newStart) >= found.limits.smallestSampled { return false }
    found.pairs.appendResidue(old: oldStart..<oldEnd)
    found.pairs.appendResidue(new: newStart..<newEnd)
    found.pairs.appendRun(old: oldEnd, new: newEnd, count: suffix)
    if firstOfSuffix < endOfSuffix {
      // The updates of the suffix come last and ascend: so far they come before those of the walk, and fall.
      found.pairs.updates.reverse(firstOfSuffix..<found.pairs.updates.count)
      found.pairs.updates.reverse(firstOfSuffix..<firstOfSuffix + found.pairs.updates.count - endOfSuffix)
    }
    found.cutResidue()
    return true
  }
}

// MARK: - Items

extension SharedFront {
  /// How many items from two positions on are in one run, each at its place; none where these two are not.
  @inlinable
  mutating func sharedLength<D: Direction>(_ direction: D.Type, _ oldPosition: Int, _ newPosition: Int) -> Int {
    if shared.runs.isEmpty { return 0 }
    let last = shared.runs[lastRun]
    if newPosition < Int(last.new) || newPosition - Int(last.new) >= Int(last.count) {
      // Those that begin at the position or before it.
      let count = shared.runs.partitionPoint { Int($0.new) <= newPosition }
      if count == 0 { return 0 }
      lastRun = count - 1
    }
    let run = shared.runs[lastRun]
    let offset = newPosition - Int(run.new)
    guard offset >= 0, offset < Int(run.count), oldPosition - Int(run.old) == offset else { return 0 }
    return D.room(from: D.position(offset, 0) == offset ? offset : offset + 1, of: Int(run.count))
  }

  @inlinable
  mutating func oldItem(_ position: Int) -> Item {
    guard let leaf = shared.old.leaf(at: position, near: &lastOldLeaf) else { return old[position] }
    return shared.old.leaves[leaf][position - shared.old.starts[leaf]]
  }

  @inlinable
  mutating func newItem(_ position: Int) -> Item {
    guard let leaf = shared.new.leaf(at: position, near: &lastNewLeaf) else { return new[position] }
    return shared.new.leaves[leaf][position - shared.new.starts[leaf]]
  }

  /// How many identical items follow from two starts: in two leaves that are not shared as far as both go, else one or
  /// none.
  @inlinable
  mutating func identicalLength<D: Direction, C: ItemComparison>(
    _ direction: D.Type, from oldStart: Int, _ newStart: Int, limit: Int, comparing comparison: borrowing C
  ) -> Int where C.Item == Item {
    let (oldPosition, newPosition) = (D.position(oldStart, 0), D.position(newStart, 0))
    guard let oldLeaf = shared.old.leaf(at: oldPosition, near: &lastOldLeaf),
      let newLeaf = shared.new.leaf(at: newPosition, near: &lastNewLeaf)
    else { return comparison.areIdentical(oldItem(oldPosition), newItem(newPosition)) ? 1 : 0 }
    let oldItems = shared.old.leaves[oldLeaf]
    let newItems = shared.new.leaves[newLeaf]
    let (oldOffset, newOffset) = (oldStart - shared.old.starts[oldLeaf], newStart - shared.new.starts[newLeaf])
    return IdenticalItems.matchingRun(
      D.self, old: oldItems.span, from: oldOffset, new: newItems.span, from: newOffset,
      limit: min(limit, D.room(from: oldOffset, of: oldItems.count), D.room(from: newOffset, of: newItems.count)),
      comparing: comparison)
  }
}

// MARK: - As the ordinary front

extension SharedFront {
  /// As `FrontSearch.pairEnd`.
  @inlinable
  mutating func pairEnd<D: Direction, C: ItemComparison>(
    _ direction: D.Type, from oldStart: Int, _ newStart: Int, limit: Int, comparing comparison: borrowing C,
    in run: inout DiffRun
  ) throws(DiffError) -> Int where C.Item == Item {
    // Invariant: the `length` pairs from the end on have one identity each.
    var length = 0
    var nextPoll = DiffRun.chunk
    while length < limit {
      if length >= nextPoll {
        nextPoll = length + DiffRun.chunk
        try run.poll()
      }
      let (oldPosition, newPosition) = (D.position(oldStart, length), D.position(newStart, length))
      let shared = sharedLength(D.self, oldPosition, newPosition)
      if shared > 0 {
        length += min(shared, limit - length)
        continue
      }
      let identical = identicalLength(
        D.self, from: D.offset(oldStart, by: length), D.offset(newStart, by: length), limit: limit - length,
        comparing: comparison)
      run.counters.comparisons += max(1, identical)
      if identical > 0 {
        length += identical
        continue
      }
      run.counters.comparisons += 1
      guard comparison.haveSameIdentity(oldItem(oldPosition), newItem(newPosition)) else { break }
      found.pairs.appendUpdate(old: oldPosition, new: newPosition)
      length += 1
    }
    return length
  }

  /// As `FrontWalk.pair`.
  @inlinable
  mutating func walk<C: ItemComparison>(
    _ oldStart: inout Int, _ oldEnd: Int, _ newStart: inout Int, _ newEnd: Int, comparing comparison: borrowing C,
    in run: inout DiffRun
  ) throws(DiffError) where C.Item == Item {
    var i = oldStart
    var j = newStart
    var lastLength = 0
    while i < oldEnd, j < newEnd {
      let length = try pairEnd(
        Forwards.self, from: i, j, limit: min(oldEnd - i, newEnd - j), comparing: comparison, in: &run)
      if length > 0 {
        found.pairs.appendRun(old: i, new: j, count: length)
        run.counters.walked += length
        i += length
        j += length
        // The ordinary walk goes on chunk by chunk; of a chunk of one it gives nothing back.
        lastLength = (length - 1) % DiffRun.chunk + 1
        walkAllowance = min(fullWalkAllowance, walkAllowance + 4 * (lastLength == 1 ? length - 1 : length))
        continue
      }
      try run.poll()
      let (skip, looks) = nearest(i, oldEnd, j, newEnd, comparing: comparison)
      run.counters.comparisons += looks
      if skip == nil || lastLength == 1 {
        walkAllowance -= looks
        if walkAllowance < 0 { break }
      }
      let (skipOld, skipNew) = skip ?? (1, 1)
      found.pairs.appendResidue(old: i..<(i + skipOld))
      found.pairs.appendResidue(new: j..<(j + skipNew))
      i += skipOld
      j += skipNew
    }
    oldStart = i
    newStart = j
  }

  /// How many items to skip on both sides from a mismatch to the nearest place where they agree again; and how many
  /// comparisons that took.
  @inlinable
  mutating func nearest<C: ItemComparison>(
    _ i: Int, _ oldEnd: Int, _ j: Int, _ newEnd: Int, comparing comparison: borrowing C
  ) -> (skip: (old: Int, new: Int)?, looks: Int) where C.Item == Item {
    var looks = 0
    for distance in 1...FrontWalk.window {
      for a in 0...distance {
        let b = distance - a
        guard i + a < oldEnd, j + b < newEnd else { continue }
        looks += 1
        if comparison.haveSameIdentity(oldItem(i + a), newItem(j + b)) { return ((a, b), looks) }
      }
    }
    for distance in (FrontWalk.window + 1)...FrontWalk.reach {
      let hasOld = i + distance < oldEnd
      let hasNew = j + distance < newEnd
      if !hasOld, !hasNew { break }
      if hasOld {
        looks += 1
        if comparison.haveSameIdentity(oldItem(i + distance), newItem(j)) { return ((distance, 0), looks) }
      }
      if hasNew {
        looks += 1
        if comparison.haveSameIdentity(oldItem(i), newItem(j + distance)) { return ((0, distance), looks) }
      }
    }
    return (nil, looks)
  }
}
