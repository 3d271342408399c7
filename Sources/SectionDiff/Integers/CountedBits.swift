/// A row of bits that says how many are set before any offset.
///
/// `sums[i]` is the number of bits set in the last 2ʲ offsets up to `i`, where 2ʲ is the lowest bit of `i + 1`.
///
/// Peter M. Fenwick, "A New Data Structure for Cumulative Frequency Tables", Software: Practice and Experience, 1994.
///
/// - Time: O(*n*) to make; O(log *n*) to count, to set and to clear.
struct CountedBits {
  private var sums: [Int32]

  /// Counts the bits that are set at first.
  init(_ bits: some Sequence<Bool>) {
    sums = bits.map { $0 ? 1 : 0 }
    for index in sums.indices {
      let next = index | (index + 1)
      if next < sums.count { sums[next] += sums[index] }
    }
  }

  /// The number of bits set before an offset.
  func count(before offset: Int) -> Int {
    var (count, end) = (0, offset)
    while end > 0 {
      count += Int(sums[end - 1])
      end &= end - 1
    }
    return count
  }

  /// Sets a bit that is not set.
  mutating func set(_ offset: Int) { add(1, at: offset) }

  /// Clears a bit that is set.
  mutating func clear(_ offset: Int) { add(-1, at: offset) }

  private mutating func add(_ change: Int32, at offset: Int) {
    var index = offset
    while index < sums.count {
      sums[index] += change
      index |= index + 1
    }
  }
}
