/// Looks for a repeat in a sample of items: what was walked is not hashed, so that its repeats are not seen.
///
/// A list of up to 64 items is looked at whole. Of a longer one sixteen in a row are, at four places: lines that texts repeat
/// come again after a few others.
///
/// - Complexity: at most 64 hashes a side.
@usableFromInline
struct RepeatSample {
  /// How many items are looked at on a side.
  @inlinable static var size: Int { 64 }
  /// In how many places, where not all are.
  @inlinable static var places: Int { 4 }

  /// How many items were hashed.
  @usableFromInline var hashes = 0

  @inlinable
  init() {}

  /// Whether a sample of either side has a repeat.
  @inlinable @inline(never)
  static func hasRepeat<C: ItemComparison>(
    old: borrowing Span<C.Item>, _ oldRange: Range<Int>, new: borrowing Span<C.Item>, _ newRange: Range<Int>,
    comparing comparison: C
  ) -> Bool {
    var sample = RepeatSample()
    return sample.hasRepeat(in: oldRange, of: old, comparing: comparison)
      || sample.hasRepeat(in: newRange, of: new, comparing: comparison)
  }

  /// Whether a sample of a range has a repeat: the same under every seed, because what has the same hash is compared.
  @inlinable
  mutating func hasRepeat<C: ItemComparison>(
    in range: Range<Int>, of items: borrowing Span<C.Item>, comparing comparison: C
  ) -> Bool {
    // Without a fast hash for an item, another is used for all.
    if let found = attempt(in: range, of: items, comparing: comparison, isFast: true) { return found }
    return attempt(in: range, of: items, comparing: comparison, isFast: false) ?? false
  }

  /// One attempt; `nil` when an item has no hash.
  @inlinable
  mutating func attempt<C: ItemComparison>(
    in range: Range<Int>, of items: borrowing Span<C.Item>, comparing comparison: C, isFast: Bool
  ) -> Bool? {
    let seed = identitySeed
    let isWhole = range.count <= Self.size
    let length = isWhole ? range.count : Self.size / Self.places
    var count = 0
    // Twice as many slots as items, so that some are empty and every run of probes ends.
    let mask = 2 * Self.size - 1
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: mask + 1) { memory in
      // An offset of an item plus one, or 0.
      let slots = unsafe StackBuffer(memory, count: mask + 1, filledWith: 0)
      for place in 0..<(isWhole ? 1 : Self.places) {
        let start = range.lowerBound + (isWhole ? 0 : (range.count - length) * place / (Self.places - 1))
        for position in start..<(start + length) {
          guard let hash = comparison.hash(of: items[position], isFast: isFast, seed: seed) else { return nil }
          count += 1
          var slot = Int(truncatingIfNeeded: hash) & mask
          while slots[slot] != 0 {
            if comparison.haveSameIdentity(items[Int(slots[slot]) - 1], items[position]) {
              hashes += count
              return true
            }
            slot = (slot + 1) & mask
          }
          slots[slot] = Int32(truncatingIfNeeded: position + 1)
        }
      }
      hashes += count
      return false
    }
  }
}
