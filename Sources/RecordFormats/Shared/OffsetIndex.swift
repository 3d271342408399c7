/// Ascending offsets into a source of any size at four bytes each.
///
/// The low 32 bits of every offset are stored; where the high bits step up, the place is noted once. A source
/// under 4 GiB has no such place.
struct OffsetIndex: Sendable {
  private var lows: [UInt32] = []
  /// For each step of the high bits, the number of the first offset that has it.
  private var steps: [Int] = []

  var count: Int { lows.count }

  /// Adds `offset`, which is not less than the last one.
  mutating func append(_ offset: Int) {
    let high = offset >> 32
    while steps.count < high { steps.append(lows.count) }
    lows.append(UInt32(truncatingIfNeeded: offset))
  }

  /// The offset with a number, or nil outside `0..<count`.
  subscript(number: Int) -> Int? {
    guard number >= 0, number < lows.count else { return nil }
    let low = Int(lows[number])
    if steps.isEmpty { return low }
    // Steps are few (one per 4 GiB) and ascending.
    var high = 0
    while high < steps.count, steps[high] <= number { high += 1 }
    return high << 32 | low
  }
}
