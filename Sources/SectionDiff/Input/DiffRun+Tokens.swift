/// Tokens: each identity in the residue is hashed once and becomes a small integer.
///
/// The token of an item is the place in `residueOld` of the first item of its identity. The table is flat: one 8-byte
/// slot an identity (32 bits of hash as a tag, 32 bits of place), linear probing, at most half full. Only old items
/// are stored; a new item that is not found gets a token of its own.
extension DiffRun {
  /// Fills `tokensOld` and `tokensNew` for the first `oldCount` and `newCount` items of the residue.
  ///
  /// - Returns: How many old items have an identity that stands before.
  /// - Complexity: O(*r*) expected, where *r* is the size of the residue; one hash an item.
  @inlinable @discardableResult
  mutating func makeTokens<C: ItemComparison>(
    oldCount: Int, newCount: Int, old: borrowing Span<C.Item>, new: borrowing Span<C.Item>,
    comparing comparison: borrowing C
  ) throws(DiffError) -> Int {
    let noPartner = residueOld.count
    let seed = identitySeed
    var mask = 15
    while mask < oldCount * 2 { mask = mask * 2 + 1 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: mask + 1))
    tokensOld.removeAll(keepingCapacity: true)
    tokensOld.reserveCapacity(oldCount)
    tokensNew.removeAll(keepingCapacity: true)
    tokensNew.reserveCapacity(newCount)
    var repeats = 0

    for place in 0..<oldCount {
      if place & (Self.chunk - 1) == 0 { try poll() }
      let position = Int(residueOld[place])
      let hash = UInt64(truncatingIfNeeded: comparison.identityHash(of: old[position], seed: seed))
      var slot = Int(truncatingIfNeeded: hash) & mask
      var token = place
      // Invariant: some slot is empty, so every probe ends.
      while slots[slot] != 0 {
        let entry = slots[slot]
        if entry >> 32 == hash >> 32 {
          let first = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
          if comparison.haveSameIdentity(old[Int(residueOld[first])], old[position]) {
            token = first
            repeats += 1
            break
          }
        }
        slot = (slot + 1) & mask
      }
      if token == place { slots[slot] = (hash >> 32) << 32 | UInt64(truncatingIfNeeded: place + 1) }
      tokensOld.append(Int32(truncatingIfNeeded: token))
    }
    var found = 0
    for place in 0..<newCount {
      if place & (Self.chunk - 1) == 0 { try poll() }
      let position = Int(residueNew[place])
      let hash = UInt64(truncatingIfNeeded: comparison.identityHash(of: new[position], seed: seed))
      var slot = Int(truncatingIfNeeded: hash) & mask
      var token = noPartner + place
      while slots[slot] != 0 {
        let entry = slots[slot]
        if entry >> 32 == hash >> 32 {
          let first = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
          if comparison.haveSameIdentity(old[Int(residueOld[first])], new[position]) {
            token = first
            found += 1
            break
          }
        }
        slot = (slot + 1) & mask
      }
      tokensNew.append(Int32(truncatingIfNeeded: token))
    }
    // Comparisons that found a match; how many others a tag lets through depends on the seed and is not counted.
    counters.comparisons += repeats + found
    counters.hashes += oldCount + newCount
    return repeats
  }
}

/// Differs from process to process, as the standard library's own seed does, so that no input can be built to collide.
@usableFromInline let identitySeed = Hasher().finalize()
