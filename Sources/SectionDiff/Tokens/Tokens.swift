/// Each identity of the residue as a small integer: the second stage of a diff, as a value. Every identity is hashed once.
///
/// The token of an item is the place in the residue of the first old item of its identity; a new item that has no old one
/// gets a token of its own. On the way every match is compared by content, while its old item is at hand.
///
/// The table is flat, open-addressed with linear probing, and at most half full. A slot is 32 bits: as many low ones as
/// places need hold a place plus one, the others a tag of the hash, so that hardly any other item is looked at.
///
///     slot   | tag (the hash's top bits) | place + 1 |     0 is empty
///
/// Items go through it in batches: a batch is hashed, then its slots are fetched, then they are looked at. See
/// ``TokenTable``.
@usableFromInline
struct Tokens: ~Copyable {
  /// The token of each old item of the residue: the place of the first one of its identity.
  @usableFromInline var old: [Int32] = []
  /// The token of each new item of the residue; one that has no partner is ``bound`` or above.
  @usableFromInline var new: [Int32] = []
  /// Above every token that an old item has.
  @usableFromInline var bound: Int
  /// The matches by token whose content differs: the old position, and the place of the new item in the residue.
  @usableFromInline var changed: [PositionPair]
  /// How many old items have the identity of one before.
  @usableFromInline var repeats = 0
  /// Whether an identity that both sides hold repeats on one of them.
  @usableFromInline var hasSharedRepeats = false
  /// A sum of what was fetched ahead of its use. Nobody reads it: without it the compiler would drop the loads.
  @usableFromInline var fetched: UInt32 = 0

  /// No token.
  @inlinable
  init(bound: Int, in scratch: inout DiffScratch) {
    self.bound = bound
    changed = DiffScratch.take(&scratch.changed)
  }

  /// Whether no item was given a token: then none of the residue can be paired.
  var isEmpty: Bool { old.isEmpty || new.isEmpty }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to scratch: inout DiffScratch) {
    scratch.pool.give(&old)
    scratch.pool.give(&new)
    if changed.capacity > 0 { swap(&changed, &scratch.changed) }
  }
}

extension Tokens {
  /// Gives tokens to the residue: to all of it, or to what is in kept sections.
  ///
  /// Uses the fast hash of the comparison; where that has none, or is flooded, `identityHash` for all.
  ///
  /// - Parameters:
  ///   - residue: What the front left.
  ///   - old: All old items.
  ///   - new: All new items.
  ///   - comparison: How identities and contents are compared.
  ///   - all: Whether items of sections that only one side has get a token: they need one only where items are paired
  ///     across sections.
  ///   - run: Counts, and says when the diff is cancelled.
  /// - Complexity: O(*r*) expected, where *r* is the size of the residue; one hash an item, two when flooded.
  @inlinable
  init<C: ItemComparison>(
    of residue: borrowing Residue, old: borrowing Span<C.Item>, new: borrowing Span<C.Item>,
    comparing comparison: borrowing C,
    all: Bool, in run: inout DiffRun
  ) throws(DiffError) {
    self.init(bound: residue.old.count, in: &run.scratch)
    let oldCount = all ? residue.old.count : residue.keptOld
    let newCount = all ? residue.new.count : residue.keptNew
    if oldCount == 0 || newCount == 0 { return }
    try number(residue, oldCount, newCount, old: old, new: new, comparing: comparison, in: &run)
  }

  /// Gives tokens to the first items of the residue, on both sides.
  @inlinable
  mutating func number<C: ItemComparison>(
    _ residue: borrowing Residue, _ oldCount: Int, _ newCount: Int, old: borrowing Span<C.Item>,
    new: borrowing Span<C.Item>,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) {
    let isDone = try attempt(
      residue, oldCount, newCount, old: old, new: new, comparing: comparison, isFast: true, in: &run)
    if isDone { return }
    _ = try attempt(
      residue, oldCount, newCount, old: old, new: new, comparing: comparison, isFast: false, in: &run)
  }
}

// MARK: - The table

extension Tokens {
  /// The longest run of probes before keys are taken to collide on purpose. In a table that is half full of random
  /// hashes, one of a million slots starts a run of 64, and none of a thousand million one of 128.
  @inlinable static var longestProbe: Int { 128 }

  /// Probes of one item that are taken for chance.
  @inlinable static var shortProbe: Int { 8 }

  /// All probes above ``shortProbe`` that the items of one side may make in a table filled by the fast hash. In one that is
  /// half full of random hashes it takes a tenth of that; even the copies of one item that is missed in a long run take
  /// less. What is above is given up early enough to cost little.
  @inlinable
  static func probeAllowance(_ items: Int) -> Int { 8 * items + 1024 }

  /// Items that are hashed before the first of them is looked up: enough for many fetches at a time, few enough for all to
  /// be in the nearest cache when they are compared.
  @inlinable static var batch: Int { 64 }

  /// One attempt; false when the fast hash is missing or flooded. Without the fast hash it always succeeds.
  ///
  /// Unsafe code: places and slots are not checked; positions of items are. Bounds: the counts are no greater than those of
  /// the residue, and the arrays of tokens hold as many; a slot is masked, and the table has one more than the mask; a place
  /// in a slot was put there as that of an old item.
  @inlinable
  mutating func attempt<C: ItemComparison>(
    _ residue: borrowing Residue, _ oldCount: Int, _ newCount: Int, old: borrowing Span<C.Item>,
    new: borrowing Span<C.Item>,
    comparing comparison: borrowing C, isFast: Bool, in run: inout DiffRun
  ) throws(DiffError) -> Bool {
    let noPartner = bound
    // Read once: a global is looked up at every use.
    let seed = identitySeed
    let table = TokenTable(places: oldCount)
    let mask = table.slotMask
    let placeMask = table.placeMask
    // Taken out of `self` while they are written, so that nothing is checked or counted for each store.
    var slotArray = ContiguousArray(run.scratch.pool.take(count: table.slotCount))
    run.scratch.pool.give(&self.old)
    run.scratch.pool.give(&self.new)
    var oldArray = ContiguousArray(run.scratch.pool.take(count: oldCount))
    var newArray = ContiguousArray(run.scratch.pool.take(count: newCount))
    // A bit for each old place: whether its identity stands again on the old side, or a new item has it.
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
    var repeats = 0
    var hashed = 0
    var probesLeft = Self.probeAllowance(oldCount)
    defer { run.counters.hashes += hashed }

    // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
    let oldPlaces = ContiguousArray(residue.old)
    let newPlacesArray = ContiguousArray(residue.new)
    let places = oldPlaces.span
    var slots = slotArray.mutableSpan
    var seen = seenArray.mutableSpan
    var tokens = oldArray.mutableSpan
    var start = 0
    while start < oldCount {
      if start & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let end = min(start + Self.batch, oldCount)
      for place in start..<end {
        guard let hash = comparison.hash(of: old[Int(unsafe places[unchecked: place])], isFast: isFast, seed: seed)
        else {
          return false
        }
        hashed += 1
        // The hash waits where the token will be.
        unsafe tokens[unchecked: place] = table.shortened(hash)
      }
      if table.isFetchedAhead { fetched &+= table.fetch(tokens, start..<end, from: slots) }
      for place in start..<end {
        let hash = UInt32(bitPattern: unsafe tokens[unchecked: place])
        var slot = Int(truncatingIfNeeded: hash & mask)
        var token = place
        var probes = 0
        // Invariant: some slot is empty, so every run of probes ends.
        while true {
          let entry = UInt32(bitPattern: unsafe slots[unchecked: slot])
          if entry == 0 {
            unsafe slots[unchecked: slot] = Int32(
              bitPattern: hash & ~placeMask | UInt32(truncatingIfNeeded: place &+ 1))
            break
          }
          if (entry ^ hash) & ~placeMask == 0 {
            let first = Int(truncatingIfNeeded: entry & placeMask) &- 1
            if comparison.haveSameIdentity(
              old[Int(unsafe places[unchecked: first])], old[Int(unsafe places[unchecked: place])])
            {
              token = first
              repeats += 1
              seen[first >> 6] |= 1 << UInt64(truncatingIfNeeded: first & 63)
              break
            }
          }
          probes &+= 1
          if isFast, probes > Self.shortProbe {
            probesLeft &-= 1
            if probesLeft < 0 || probes == Self.longestProbe { return false }
          }
          slot = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: slot &+ 1) & mask)
        }
        unsafe tokens[unchecked: place] = Int32(truncatingIfNeeded: token)
      }
      start = end
    }
    probesLeft = Self.probeAllowance(newCount)

    var newTokens = newArray.mutableSpan
    let newPlaces = newPlacesArray.span
    var found = 0
    var updates = 0
    var sharesRepeats = false
    start = 0
    while start < newCount {
      if start & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let end = min(start + Self.batch, newCount)
      for place in start..<end {
        guard let hash = comparison.hash(of: new[Int(unsafe newPlaces[unchecked: place])], isFast: isFast, seed: seed)
        else {
          return false
        }
        hashed += 1
        unsafe newTokens[unchecked: place] = table.shortened(hash)
      }
      if table.isFetchedAhead { fetched &+= table.fetch(newTokens, start..<end, from: slots) }
      // The first slot with the tag of the hash, or the empty one that ends the search.
      for place in start..<end {
        let hash = UInt32(bitPattern: unsafe newTokens[unchecked: place])
        var slot = hash & mask
        var probes = 0
        while true {
          let entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
          if entry == 0 || (entry ^ hash) & ~placeMask == 0 { break }
          probes &+= 1
          if isFast, probes > Self.shortProbe {
            probesLeft &-= 1
            if probesLeft < 0 || probes == Self.longestProbe { return false }
          }
          slot = (slot &+ 1) & mask
        }
        unsafe newTokens[unchecked: place] = Int32(bitPattern: slot)
      }
      if table.isFetchedAhead {
        fetched &+= table.fetchPartners(newTokens, start..<end, from: slots, places: places, items: old)
      }
      for place in start..<end {
        var slot = UInt32(bitPattern: unsafe newTokens[unchecked: place])
        var entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
        let tag = entry & ~placeMask
        let position = Int(unsafe newPlaces[unchecked: place])
        var token = noPartner &+ place
        while entry != 0 {
          if entry & ~placeMask == tag {
            let first = Int(truncatingIfNeeded: entry & placeMask) &- 1
            let partner = Int(unsafe places[unchecked: first])
            var isMatch = comparison.areIdentical(old[partner], new[position])
            if !isMatch, comparison.haveSameIdentity(old[partner], new[position]) {
              isMatch = true
              updates += 1
              if changed.isEmpty { changed.reserveCapacity(newCount) }
              changed.append(PositionPair(position: partner, place))
            }
            if isMatch {
              token = first
              found += 1
              let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: first & 63)
              if seen[first >> 6] & bit != 0 { sharesRepeats = true }
              seen[first >> 6] |= bit
              break
            }
          }
          if isFast {
            probesLeft &-= 1
            if probesLeft < 0 { return false }
          }
          slot = (slot &+ 1) & mask
          entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
        }
        unsafe newTokens[unchecked: place] = Int32(truncatingIfNeeded: token)
      }
      start = end
    }
    hasSharedRepeats = sharesRepeats
    // Comparisons that found a match; how many others a tag lets through depends on the seed and is not counted.
    run.counters.comparisons += repeats + found + updates
    self.repeats = repeats
    return true
  }
}
