/// What the front found: the first stage of a diff, as a value.
///
///     old   a b c d e f g x y z           a b c   pair (prefix)
///     new   a b c e f g h x y z           x y z   pair (suffix)
///                                         d | e f g pair (walk) | h
///
/// What it leaves, `d` and `h`, is the ``Residue``. With unique identities no pair it makes is ever wrong; with repeats it
/// takes copies in the order it meets them. Nothing is hashed but samples of what the walk gave up on.
@usableFromInline
struct FrontPairs: ~Copyable {
  /// Pairs, as runs that ascend in the new snapshot; some fall in the old one.
  @usableFromInline var runs: [PairedRun]
  /// Pairs whose content differs; they ascend in the new snapshot.
  @usableFromInline var updates: [PositionPair]
  /// What has no partner yet.
  @usableFromInline var residue: Residue
  /// Whether stretches were paired that are elsewhere: only then may runs be out of the old order.
  @usableFromInline var hasStretches = false
  /// Whether anything is paired besides the equal ends of sections.
  @usableFromInline var hasWalked = false
  /// Whether a sampled identity was seen to repeat.
  @usableFromInline var hasRepeats = false
  /// Whether the source gave up before all was looked at: these are no pairs to go on from.
  @usableFromInline var isGivenUp = false
  /// About how many items of a side are looked at, no fewer where they are in arrays: what arrays are made room for at once,
  /// so that the number of allocations does not grow with the input.
  @usableFromInline let itemBound: Int

  /// No pairs, in the memory of former diffs.
  @inlinable
  init(itemBound: Int, in scratch: inout FrontScratch) {
    runs = DiffScratch.take(&scratch.runs)
    updates = DiffScratch.take(&scratch.updates)
    residue = Residue(in: &scratch)
    self.itemBound = itemBound
  }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to scratch: inout FrontScratch) {
    swap(&runs, &scratch.runs)
    swap(&updates, &scratch.updates)
    residue.giveBack(to: &scratch)
  }
}

extension FrontPairs {
  /// Pairs what is equal at the ends of each kept section and, where allowed, what merely shifted.
  ///
  /// - Parameters:
  ///   - source: The items.
  ///   - sides: The sections of both sides.
  ///   - itemBound: ``FrontPairs/itemBound``.
  ///   - walking: Whether shifted items may be paired.
  ///   - limits: When walking is given up.
  ///   - run: Counts, and says when the diff is cancelled.
  /// - Complexity: O(*n*), where *n* is the number of items on both sides.
  @inlinable
  static func found<Source: FrontSource>(
    in source: inout Source, _ sides: borrowing DiffSides, itemBound: Int, walking: Bool, limits: FrontLimits,
    in run: inout DiffRun
  ) throws(DiffError) -> FrontPairs {
    var search = FrontSearch(
      pairs: FrontPairs(itemBound: itemBound, in: &run.scratch.front), sides, walking: walking, limits: limits,
      // What was hashed to look for repeats is hashed once more at most.
      hashing: run.counters.hashes == 0)
    do throws(DiffError) {
      try search.pairSections(of: &source, sides, in: &run)
    } catch {
      search.pairs.giveBack(to: &run.scratch.front)
      throw error
    }
    search.pairs.hasWalked = run.counters.walked > 0
    return search.pairs
  }
}

extension FrontPairs: FrontSink {
  /// Adds a pair whose content differs.
  @inlinable
  mutating func appendUpdate(old: Int, new: Int) {
    if updates.isEmpty { updates.reserveCapacity(itemBound / 4 + 16) }
    updates.append(PositionPair(position: old, new))
  }

  /// Adds `count` pairs that start at `old` and `new`, joined to the last run where they continue it.
  @inlinable
  mutating func appendRun(old: Int, new: Int, count: Int) {
    guard count > 0 else { return }
    // A run that falls is not joined: its extent is negative.
    if let last = runs.last, Int(last.old) + Int(last.extent) == old, Int(last.new) + Int(last.extent) == new {
      runs[runs.count - 1].extent += Int32(truncatingIfNeeded: count)
    } else {
      if runs.isEmpty, count < itemBound { runs.reserveCapacity(itemBound / 4 + 16) }
      runs.append(PairedRun(old: old, new: new, count: count))
    }
  }

  /// Adds `count` pairs whose old positions fall from `old` on while the new ones rise from `new` on.
  @inlinable @inline(never)
  mutating func appendRun(falling old: Int, new: Int, count: Int) {
    guard count > 0 else { return }
    if runs.isEmpty, count < itemBound { runs.reserveCapacity(itemBound / 4 + 16) }
    runs.append(PairedRun(falling: old, new: new, count: count))
  }

  /// Adds old items that have no partner yet.
  @inlinable
  mutating func appendResidue(old positions: Range<Int>) {
    if positions.isEmpty { return }
    if residue.old.isEmpty { residue.old.reserveCapacity(itemBound) }
    residue.old.append(positions: positions)
  }

  /// Adds new items that have no partner yet.
  @inlinable
  mutating func appendResidue(new positions: Range<Int>) {
    if positions.isEmpty { return }
    if residue.new.isEmpty { residue.new.reserveCapacity(itemBound) }
    residue.new.append(positions: positions)
  }
}

extension [Int32] {
  /// Adds the positions of a range: most are of a few items, some of a whole list.
  ///
  /// Unsafe code: none of the subscripts is checked. Bounds: as many places as the range has were added before.
  @inlinable
  mutating func append(positions: Range<Int>) {
    if positions.count <= 8 {
      for position in positions { append(Int32(truncatingIfNeeded: position)) }
      return
    }
    // Written twice, but each time several at once.
    let start = count
    append(contentsOf: repeatElement(0, count: positions.count))
    let first = Int32(truncatingIfNeeded: positions.lowerBound)
    unsafe withUnsafeMutableBufferPointer { numbers in
      for offset in 0..<positions.count {
        unsafe numbers[start &+ offset] = first &+ Int32(truncatingIfNeeded: offset)
      }
    }
  }
}

/// The items that the front left: positions on both sides.
@usableFromInline
struct Residue: ~Copyable {
  /// Positions of old items, kept section after kept section in new order, then those of deleted sections.
  @usableFromInline var old: [Int32]
  /// Positions of new items, kept section after kept section, then those of inserted sections.
  @usableFromInline var new: [Int32]
  /// Where the share of each kept section ends that has any, on both sides.
  @usableFromInline var cuts: [PositionPair]
  /// How many old items are in kept sections; they come first.
  @usableFromInline var keptOld = 0
  /// How many new items are in kept sections; they come first.
  @usableFromInline var keptNew = 0

  /// Nothing left.
  @inlinable
  init() {
    old = []
    new = []
    cuts = []
  }

  /// The same cut alike, but of items that were gathered: its positions are their offsets.
  @usableFromInline
  init(numbering residue: borrowing Residue) {
    old = (0..<Int32(truncatingIfNeeded: residue.old.count)).map { $0 }
    new = (0..<Int32(truncatingIfNeeded: residue.new.count)).map { $0 }
    cuts = residue.cuts
    keptOld = residue.keptOld
    keptNew = residue.keptNew
  }

  /// Nothing left, in the memory of former diffs.
  @inlinable
  init(in scratch: inout FrontScratch) {
    old = DiffScratch.take(&scratch.residueOld)
    new = DiffScratch.take(&scratch.residueNew)
    cuts = DiffScratch.take(&scratch.residueCuts)
  }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to scratch: inout FrontScratch) {
    swap(&old, &scratch.residueOld)
    swap(&new, &scratch.residueNew)
    swap(&cuts, &scratch.residueCuts)
  }

  /// Whether every item has a partner.
  @inlinable var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Whether it has more than one section, so that equal identities may be in different ones.
  var isSectioned: Bool { cuts.count > 1 || keptOld < old.count || keptNew < new.count }

  /// What is wrong with it, or `nil`: cuts that fall or miss the end, and positions that stand twice.
  func checkInvariants() -> String? {
    guard keptOld <= old.count, keptNew <= new.count else { return "more is kept than there is" }
    for (cut, next) in zip(cuts, cuts.dropFirst()) where cut.old > next.old || cut.new > next.new || cut == next {
      return "the cut \(next) does not come after \(cut)"
    }
    if let last = cuts.last, last != PositionPair(position: keptOld, keptNew) {
      return "the last cut is \(last), but \(keptOld) old and \(keptNew) new items are in kept sections"
    }
    if Set(old).count != old.count || Set(new).count != new.count { return "a position occurs twice" }
    return nil
  }
}
