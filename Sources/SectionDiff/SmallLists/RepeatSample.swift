/// Looks for a repeat in a sample of items: what was walked is not hashed, so that its repeats are not seen.
///
/// A list of up to 64 items is looked at whole. Of a longer one sixteen in a row are, at four places: lines that texts repeat
/// come again after a few others. Sections are looked at as one list; where items are not paired across sections, only copies
/// within one section count.
///
/// - Complexity: at most 64 hashes a side, and O(*r*) for *r* ranges.
@usableFromInline
struct RepeatSample {
  /// How many items are looked at on a side.
  @inlinable static var size: Int { 64 }
  /// In how many places, where not all are.
  @inlinable static var places: Int { 4 }

  /// How many items were hashed.
  @usableFromInline var hashes = 0
  /// How many had the identity of another one.
  @usableFromInline var matches = 0

  @inlinable
  init() {}

  /// Whether a sample of either side has a repeat.
  @inlinable @inline(never)
  static func hasRepeat<C: ItemComparison>(
    in items: ComparedItems<C>, _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> Bool {
    var sample = RepeatSample()
    return sample.hasRepeat(in: CollectionOfOne(oldRange), of: items.old.span, comparing: items.comparison)
      || sample.hasRepeat(in: CollectionOfOne(newRange), of: items.new.span, comparing: items.comparison)
  }

  /// Whether a sample of what is in some ranges has a repeat: the same under every seed, because what has the same hash is
  /// compared.
  ///
  /// - Parameters:
  ///   - ranges: Positions; no two ranges overlap.
  ///   - items: All items.
  ///   - comparison: How identities are compared.
  ///   - isApart: Whether only items of one range are compared with each other.
  @inlinable
  mutating func hasRepeat<C: ItemComparison>(
    in ranges: some Sequence<Range<Int>>, of items: borrowing Span<C.Item>, comparing comparison: C,
    isApart: Bool = false
  ) -> Bool {
    // Without a fast hash for an item, another is used for all.
    if let found = attempt(in: ranges, of: items, comparing: comparison, isApart: isApart, isFast: true) {
      return found
    }
    return attempt(in: ranges, of: items, comparing: comparison, isApart: isApart, isFast: false) ?? false
  }

  /// One attempt; `nil` when an item has no hash.
  @inlinable
  mutating func attempt<C: ItemComparison>(
    in ranges: some Sequence<Range<Int>>, of items: borrowing Span<C.Item>, comparing comparison: C, isApart: Bool,
    isFast: Bool
  ) -> Bool? {
    let seed = identitySeed
    let all = ranges.reduce(0) { $0 + $1.count }
    let isWhole = all <= Self.size
    let length = isWhole ? all : Self.size / Self.places
    var count = 0
    let table = IdentityTable(count: Self.size)
    // The positions of the items in the table.
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.size) { places in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * Self.size) { memory in
        let positions = unsafe StackBuffer(places, count: Self.size, filledWith: 0)
        unsafe memory.initialize(repeating: 0)
        var slots = unsafe memory.mutableSpan
        // The number of items in the ranges before.
        var before = 0
        for range in ranges {
          for place in 0..<(isWhole ? 1 : Self.places) {
            let start = isWhole ? 0 : (all - length) * place / (Self.places - 1)
            let first = max(start, before)
            for offset in first..<max(first, min(start + length, before + range.count)) {
              let position = range.lowerBound + offset - before
              guard let hash = comparison.hash(of: items[position], isFast: isFast, seed: seed) else { return nil }
              let short = table.shortened(hash)
              let found = table.place(of: short, in: slots.span, most: .max) { other in
                let other = Int(positions[other])
                return (!isApart || range.contains(other))
                  && comparison.haveSameIdentity(items[other], items[position])
              }
              count += 1
              if found.offset >= 0 {
                hashes += count
                matches += 1
                return true
              }
              positions[count - 1] = Int32(truncatingIfNeeded: position)
              slots[found.slot] = table.entry(short, offset: count - 1)
            }
          }
          before += range.count
        }
        hashes += count
        return false
      }
    }
  }
}
