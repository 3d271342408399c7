/// Tokens: each identity in the residue is hashed once and becomes a small integer.
///
/// The token of an item is the place in `residueOld` of the first item of its identity; a new item that has no old one
/// gets a token of its own. On the way every match is compared by content, while its old item is at hand.
///
/// The table is flat, open-addressed with linear probing, and at most half full. A slot is 32 bits: as many low ones as
/// places need hold a place plus one, the others a tag of the hash, so that hardly any other item is looked at.
///
///     slot   | tag (the hash's top bits) | place + 1 |     0 is empty
extension DiffRun {
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

  /// Fills `tokensOld` and `tokensNew` for the first `oldCount` and `newCount` items of the residue, `spareUpdates`
  /// with the matches whose content differs, and `hasSharedRepeats`.
  ///
  /// Uses the fast hash of the comparison; where that has none, or is flooded, `identityHash` for all.
  ///
  /// - Returns: How many old items have an identity that comes before.
  /// - Complexity: O(*r*) expected, where *r* is the size of the residue; one hash an item, two when flooded.
  @inlinable @discardableResult
  mutating func makeTokens<C: ItemComparison>(
    oldCount: Int, newCount: Int, old: borrowing Span<C.Item>, new: borrowing Span<C.Item>,
    comparing comparison: borrowing C
  ) throws(DiffError) -> Int {
    let fast = try fillTokens(
      oldCount: oldCount, newCount: newCount, old: old, new: new, comparing: comparison, isFast: true)
    if let fast { return fast }
    let seeded = try fillTokens(
      oldCount: oldCount, newCount: newCount, old: old, new: new, comparing: comparison, isFast: false)
    return seeded ?? 0
  }

  /// One attempt; `nil` when the fast hash is missing or flooded. Without the fast hash it always succeeds.
  @inlinable
  mutating func fillTokens<C: ItemComparison>(
    oldCount: Int, newCount: Int, old: borrowing Span<C.Item>, new: borrowing Span<C.Item>,
    comparing comparison: borrowing C, isFast: Bool
  ) throws(DiffError) -> Int? {
    let noPartner = residueOld.count
    // Read once: a global is looked up at every use.
    let seed = identitySeed
    var mask = 15
    while mask < oldCount * 2 { mask = mask * 2 + 1 }
    let placeBits = UInt32(truncatingIfNeeded: Int.bitWidth - oldCount.leadingZeroBitCount)
    let placeMask: UInt32 = (1 << placeBits) &- 1
    // Taken out of `self` while they are written, so that nothing is checked or counted for each store.
    var slotArray = ContiguousArray(pool.take(count: mask + 1))
    pool.give(&tokensOld)
    pool.give(&tokensNew)
    var oldArray = ContiguousArray(pool.take(count: oldCount))
    var newArray = ContiguousArray(pool.take(count: newCount))
    // A bit for each old place: whether its identity stands again on the old side, or a new item has it.
    var seenArray = Self.cleared(&seenTokens, count: oldCount / 64 + 1)
    defer {
      pool.give(&slotArray)
      tokensOld = Array(oldArray)
      tokensNew = Array(newArray)
      seenTokens = seenArray
    }
    spareUpdates.removeAll(keepingCapacity: true)
    hasSharedRepeats = false
    var repeats = 0
    var hashed = 0
    var probesLeft = Self.probeAllowance(oldCount)
    defer { counters.hashes += hashed }

    // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
    let oldPlaces = ContiguousArray(residueOld)
    let newPlacesArray = ContiguousArray(residueNew)
    let places = oldPlaces.span
    var slots = slotArray.mutableSpan
    var seen = seenArray.mutableSpan
    var tokens = oldArray.mutableSpan
    for place in 0..<oldCount {
      if place & (Self.chunk - 1) == 0 { try poll() }
      let position = Int(places[place])
      guard let hash = comparison.hash(of: old[position], isFast: isFast, seed: seed) else { return nil }
      hashed += 1
      let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~placeMask
      var slot = Int(truncatingIfNeeded: hash) & mask
      var token = place
      var probes = 0
      // Invariant: some slot is empty, so every run of probes ends.
      while true {
        let entry = UInt32(bitPattern: slots[slot])
        if entry == 0 {
          slots[slot] = Int32(bitPattern: tag | UInt32(truncatingIfNeeded: place + 1))
          break
        }
        if entry & ~placeMask == tag {
          let first = Int(truncatingIfNeeded: entry & placeMask) - 1
          if comparison.haveSameIdentity(old[Int(places[first])], old[position]) {
            token = first
            repeats += 1
            seen[first >> 6] |= 1 << UInt64(truncatingIfNeeded: first & 63)
            break
          }
        }
        probes += 1
        if isFast, probes > Self.shortProbe {
          probesLeft -= 1
          if probesLeft < 0 || probes == Self.longestProbe { return nil }
        }
        slot = (slot + 1) & mask
      }
      tokens[place] = Int32(truncatingIfNeeded: token)
    }
    probesLeft = Self.probeAllowance(newCount)

    var newTokens = newArray.mutableSpan
    let newPlaces = newPlacesArray.span
    var found = 0
    var updates = 0
    var sharesRepeats = false
    for place in 0..<newCount {
      if place & (Self.chunk - 1) == 0 { try poll() }
      let position = Int(newPlaces[place])
      guard let hash = comparison.hash(of: new[position], isFast: isFast, seed: seed) else { return nil }
      hashed += 1
      let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~placeMask
      var slot = Int(truncatingIfNeeded: hash) & mask
      var token = noPartner + place
      var probes = 0
      while true {
        let entry = UInt32(bitPattern: slots[slot])
        if entry == 0 { break }
        if entry & ~placeMask == tag {
          let first = Int(truncatingIfNeeded: entry & placeMask) - 1
          let partner = Int(places[first])
          var isMatch = comparison.areIdentical(old[partner], new[position])
          if !isMatch, comparison.haveSameIdentity(old[partner], new[position]) {
            isMatch = true
            updates += 1
            if spareUpdates.isEmpty { spareUpdates.reserveCapacity(newCount) }
            spareUpdates.append(PositionPair(position: partner, place))
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
        probes += 1
        if isFast, probes > Self.shortProbe {
          probesLeft -= 1
          if probesLeft < 0 || probes == Self.longestProbe { return nil }
        }
        slot = (slot + 1) & mask
      }
      newTokens[place] = Int32(truncatingIfNeeded: token)
    }
    hasSharedRepeats = sharesRepeats
    // Comparisons that found a match; how many others a tag lets through depends on the seed and is not counted.
    counters.comparisons += repeats + found + updates
    return repeats
  }
}

extension DiffRun {
  /// The array, taken out, as so many zeros.
  @inlinable
  static func cleared<Element: FixedWidthInteger>(
    _ array: inout ContiguousArray<Element>, count: Int
  ) -> ContiguousArray<Element> {
    var taken: ContiguousArray<Element> = []
    swap(&taken, &array)
    taken.removeAll(keepingCapacity: true)
    taken.append(contentsOf: repeatElement(0, count: count))
    return taken
  }
}

extension ItemComparison {
  /// The fast hash, `nil` where it is missing; or the one of `Hasher`.
  @inlinable @inline(__always)
  func hash(of item: Item, isFast: Bool, seed: Int) -> UInt64? {
    if isFast { return fastHash(of: item, seed: UInt64(truncatingIfNeeded: seed)) }
    let hash = UInt64(UInt(bitPattern: identityHash(of: item, seed: seed)))
    // Where integers have 32 bits, the tag, which comes from the high half, needs some of them.
    return Int.bitWidth < 64 ? hash &* 0x9E37_79B9_7F4A_7C15 : hash
  }
}

/// Differs from process to process, as the standard library's own seed does, so that no input can be built to collide.
@usableFromInline let identitySeed = Hasher().finalize()
