/// Looks for a repeat in a sample of items: what was walked is not hashed, so that its repeats are not seen.
///
/// Up to 64 items are looked at whole. Of more sixteen in a row are, at four places: lines that texts repeat come again after a
/// few others. Sections are looked at as one list; where items are not paired across sections, only copies within one section
/// count. What has the same hash is compared: so the answer is the same under every seed.
@usableFromInline
enum RepeatSample {
  /// How many items are looked at on a side.
  @inlinable static var size: Int { 64 }
  /// In how many places, where not all are.
  @inlinable static var places: Int { 4 }

  /// Whether a sample of either side has a repeat.
  ///
  /// - Parameters:
  ///   - old: Ranges of old positions; no two overlap.
  ///   - new: The same of new ones.
  ///   - items: All items.
  ///   - isApart: Whether only items of one range are compared with each other.
  ///   - counters: What is counted.
  /// - Complexity: at most 64 hashes a side, and O(*r*) for *r* ranges.
  @inlinable
  static func hasRepeat<C: ItemComparison, Ranges: Sequence<Range<Int>>>(
    old: Ranges, new: Ranges, of items: borrowing ComparedItems<C>, isApart: Bool = false,
    counters: inout DiffRun.Counters
  ) -> Bool {
    let comparison = items.comparison
    if hasRepeat(in: old, of: items.old.span, comparing: comparison, isApart: isApart, counters: &counters) {
      return true
    }
    return hasRepeat(in: new, of: items.new.span, comparing: comparison, isApart: isApart, counters: &counters)
  }

  /// The same of one side. Where an item has no fast hash, another is used for all.
  @inlinable @inline(never)
  static func hasRepeat<C: ItemComparison>(
    in ranges: some Sequence<Range<Int>>, of items: borrowing Span<C.Item>, comparing comparison: C, isApart: Bool,
    isFast: Bool = true, counters: inout DiffRun.Counters
  ) -> Bool {
    let all = ranges.reduce(0) { $0 + $1.count }
    let (places, length) = all <= size ? (1, all) : (Self.places, size / Self.places)
    let table = IdentityTable(count: places * length)
    let seed = identitySeed
    let found: Bool? = unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.size) { positions in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * Self.size) { memory in
        let positions = unsafe StackBuffer(positions).first(places * length, filledWith: 0)
        let memory = unsafe StackBuffer(memory).first(table.slotCount, filledWith: 0)
        var slots = unsafe memory.memory.mutableSpan
        // How many items were looked at, and how many there are in the ranges before.
        var (count, before) = (0, 0)
        for range in ranges {
          for place in 0..<places {
            let start = (places > 1 ? (all - length) * place / (places - 1) : 0) - before
            for offset in (start..<start + length).clamped(to: 0..<range.count) {
              let position = range.lowerBound + offset
              guard let hash = comparison.hash(of: items[position], isFast: isFast, seed: seed) else { return nil }
              let short = table.shortened(hash)
              let found = table.place(of: short, in: slots.span, most: .max) { other in
                let other = Int(positions[other])
                return (!isApart || range.contains(other)) && comparison.haveSameIdentity(items[other], items[position])
              }
              positions[count] = Int32(truncatingIfNeeded: position)
              count += 1
              if found.offset >= 0 {
                counters.hashes += count
                counters.comparisons += 1
                return true
              }
              slots[found.slot] = table.entry(short, offset: count - 1)
            }
          }
          before += range.count
        }
        counters.hashes += count
        return false
      }
    }
    return found
      ?? hasRepeat(in: ranges, of: items, comparing: comparison, isApart: isApart, isFast: false, counters: &counters)
  }
}
