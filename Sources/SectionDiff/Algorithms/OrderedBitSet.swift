/// A set of integers below a bound that finds the nearest member above or below in O(log₆₄ *bound*).
///
/// Level 0 has one bit a member; each higher level has one bit for every word of the level below that is not zero.
///
///     level 1   .1.1              words of level 0 that hold something
///     level 0   …|.1..1…|…|1…     the members
struct OrderedBitSet {
  private var levels: [[UInt64]]

  /// An empty set of integers in `0 ..< bound`.
  init(bound: Int) {
    levels = []
    var count = max(1, bound)
    repeat {
      count = (count + 63) / 64
      levels.append([UInt64](repeating: 0, count: count))
    } while count > 1
  }

  mutating func insert(_ member: Int) {
    var index = member
    for level in levels.indices {
      let word = levels[level][index >> 6]
      levels[level][index >> 6] = word | 1 << UInt64(index & 63)
      if word != 0 { return }
      index >>= 6
    }
  }

  mutating func remove(_ member: Int) {
    var index = member
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      if levels[level][index >> 6] != 0 { return }
      index >>= 6
    }
  }

  /// The smallest member above `value`, or `nil`.
  func successor(of value: Int) -> Int? {
    var index = value
    for level in levels.indices {
      let word = index >> 6
      let bit = index & 63
      let above = bit == 63 ? 0 : levels[level][word] & (~0 << UInt64(bit + 1))
      if above != 0 { return descend(from: level, to: word << 6 + above.trailingZeroBitCount, lowest: true) }
      index = word
    }
    return nil
  }

  /// The largest member below `value`, or `nil`.
  func predecessor(of value: Int) -> Int? {
    var index = value
    for level in levels.indices {
      let word = index >> 6
      let below = levels[level][word] & ((1 << UInt64(index & 63)) &- 1)
      if below != 0 { return descend(from: level, to: word << 6 + (63 - below.leadingZeroBitCount), lowest: false) }
      index = word
    }
    return nil
  }

  /// The largest member, or `nil` when the set is empty.
  var last: Int? {
    guard let top = levels.indices.last, let word = levels[top].first, word != 0 else { return nil }
    return descend(from: top, to: 63 - word.leadingZeroBitCount, lowest: false)
  }

  private func descend(from level: Int, to index: Int, lowest: Bool) -> Int {
    var index = index
    for lower in levels[..<level].reversed() {
      let word = lower[index]
      index = index << 6 + (lowest ? word.trailingZeroBitCount : 63 - word.leadingZeroBitCount)
    }
    return index
  }
}
