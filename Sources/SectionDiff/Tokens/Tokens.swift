/// Each identity of the residue as a small integer: the second stage of a diff, as a value. Every identity is hashed once.
///
/// The token of an item is the offset in the residue of the first old item of its identity; a new item that has no old one
/// gets a token of its own. On the way every match is compared by content, while its old item is at hand.
///
/// Items go through an ``IdentityTable`` in batches: a batch is hashed, then its slots are loaded, then they are looked at.
/// Hashes wait in the arrays of tokens until the tokens are known.
@usableFromInline
struct Tokens: ~Copyable {
  /// The token of each old item of the residue: the offset of the first one of its identity.
  @usableFromInline var old: [Int32] = []
  /// The token of each new item of the residue; one that has no partner is ``bound`` or above.
  @usableFromInline var new: [Int32] = []
  /// Above every token that an old item has.
  @usableFromInline var bound: Int
  /// The matches by token whose content differs, as offsets in the residue.
  @usableFromInline var changed: [PositionPair]
  /// How many old items have the identity of one before.
  @usableFromInline var repeats = 0
  /// Whether an identity that both sides hold repeats on one of them.
  @usableFromInline var hasSharedRepeats = false
  /// Whether an identity was seen to repeat, be it one that only one side holds: then others may that the front paired.
  @inlinable var hasRepeats: Bool { repeats > 0 || hasSharedRepeats }
  /// ``IdentityTable/Progress/prefetched`` of both sides.
  @usableFromInline var prefetched: UInt32 = 0

  /// No token.
  @inlinable
  init(bound: Int, in scratch: inout DiffScratch) {
    self.bound = bound
    changed = DiffScratch.take(&scratch.front.changed)
  }

  /// Whether no item was given a token: then none of the residue can be paired.
  var isEmpty: Bool { old.isEmpty || new.isEmpty }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to scratch: inout DiffScratch) {
    scratch.pool.give(&old)
    scratch.pool.give(&new)
    DiffScratch.keep(&changed, in: &scratch.front.changed)
  }
}

extension Tokens {
  /// Gives tokens to the residue: to all of it, or to what is in kept sections.
  ///
  /// Uses the fast hash of the comparison; where that has none, or is flooded, `identityHash` for all.
  ///
  /// - Parameters:
  ///   - residue: What the front left.
  ///   - items: The items that it is of.
  ///   - all: Whether items of sections that only one side has get a token: they need one only where items are paired
  ///     across sections.
  ///   - run: Counts, and says when the diff is cancelled.
  /// - Complexity: O(*r*) expected, where *r* is the size of the residue; one hash an item, two when flooded.
  @inlinable
  init<C: ItemComparison>(
    of residue: borrowing Residue, _ items: borrowing ComparedItems<C>, all: Bool, in run: inout DiffRun
  ) throws(DiffError) {
    self.init(bound: residue.old.count, in: &run.scratch)
    let oldCount = all ? residue.old.count : residue.keptOld
    let newCount = all ? residue.new.count : residue.keptNew
    if oldCount == 0 || newCount == 0 { return }
    do throws(DiffError) {
      try number(residue, oldCount, newCount, items, in: &run)
    } catch {
      giveBack(to: &run.scratch)
      throw error
    }
  }

  /// Gives tokens to the first items of the residue, on both sides.
  @inlinable
  mutating func number<C: ItemComparison>(
    _ residue: borrowing Residue, _ oldCount: Int, _ newCount: Int, _ items: borrowing ComparedItems<C>,
    in run: inout DiffRun
  ) throws(DiffError) {
    let isDone = try attempt(residue, oldCount, newCount, items, isFast: true, in: &run)
    if isDone { return }
    _ = try attempt(residue, oldCount, newCount, items, isFast: false, in: &run)
  }
}

// MARK: - The table

extension Tokens {
  /// Items that are hashed before the first of them is looked up: enough for many loads at a time, few enough for all to
  /// be in the nearest cache when they are compared.
  @inlinable static var batch: Int { 64 }

  /// One attempt; false when the fast hash is missing or flooded. Without the fast hash it always succeeds.
  @inlinable
  mutating func attempt<C: ItemComparison>(
    _ residue: borrowing Residue, _ oldCount: Int, _ newCount: Int, _ items: borrowing ComparedItems<C>, isFast: Bool,
    in run: inout DiffRun
  ) throws(DiffError) -> Bool {
    // Read once: a global is looked up at every use.
    let seed = identitySeed
    let table = IdentityTable(count: oldCount)
    // Taken out of `self` while they are written, so that nothing is checked or counted for each store.
    var slotArray = ContiguousArray(run.scratch.pool.take(count: table.slotCount))
    run.scratch.pool.give(&self.old)
    run.scratch.pool.give(&self.new)
    var oldArray = ContiguousArray(run.scratch.pool.take(count: oldCount))
    var newArray = ContiguousArray(run.scratch.pool.take(count: newCount))
    // A bit for each old offset: whether its identity occurs again on the old side, or a new item has it.
    var seenArray = ContiguousArray(run.scratch.pool.takeWords(count: oldCount / 64 + 1))
    defer {
      run.scratch.pool.give(&slotArray)
      run.scratch.pool.give(&seenArray)
      self.old = Array(oldArray)
      self.new = Array(newArray)
    }
    changed.removeAll(keepingCapacity: true)
    self.repeats = 0
    hasSharedRepeats = false
    var hashed = 0
    defer { run.counters.hashes += hashed }

    // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
    let oldPositions = ContiguousArray(residue.old)
    let newPositions = ContiguousArray(residue.new)
    let positions = oldPositions.span
    let old = items.old.span
    let new = items.new.span
    let comparison = items.comparison
    var slots = slotArray.mutableSpan
    var seen = seenArray.mutableSpan
    var tokens = oldArray.mutableSpan
    var filling = IdentityTable.Progress(items: oldCount)
    var start = 0
    while start < oldCount {
      if start & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let batch = start..<min(start + Self.batch, oldCount)
      let isHashed = table.hash(
        batch, of: old, at: positions, comparing: comparison, isFast: isFast, seed: seed, into: &tokens, hashed: &hashed
      )
      guard isHashed else { return false }
      let isFilled = table.fill(
        &slots, batch, hashes: &tokens, of: old, at: positions, comparing: comparison, isFast: isFast, seen: &seen,
        &filling)
      guard isFilled else { return false }
      start = batch.upperBound
    }

    let filled = slotArray.span
    var newTokens = newArray.mutableSpan
    var search = IdentityTable.Progress(items: newCount)
    start = 0
    while start < newCount {
      if start & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let batch = start..<min(start + Self.batch, newCount)
      let isHashed = table.hash(
        batch, of: new, at: newPositions.span, comparing: comparison, isFast: isFast, seed: seed, into: &newTokens,
        hashed: &hashed)
      guard isHashed else { return false }
      let isDone = table.find(
        batch, hashes: &newTokens, of: new, at: newPositions.span, in: filled, old: old, at: positions,
        bound: bound,
        comparing: comparison, isFast: isFast, seen: &seen, changed: &changed, &search)
      guard isDone else { return false }
      start = batch.upperBound
    }
    prefetched = filling.prefetched &+ search.prefetched
    hasSharedRepeats = search.sharesRepeats
    // Comparisons that found a match; how many others a tag lets through depends on the seed and is not counted.
    run.counters.comparisons += filling.found + search.found + search.updates
    repeats = filling.found
    return true
  }
}
