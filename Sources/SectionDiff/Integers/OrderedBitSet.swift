/// A set of integers below a bound that finds the nearest member above or below in O(log₆₄ *bound*).
///
/// Level 0 has one bit a member; each higher level has one bit for every word of the level below that is not zero. All
/// levels are in one array, level 0 first.
///
///     level 1   .1.1              words of level 0 that hold something
///     level 0   …|.1..1…|…|1…     the members
struct OrderedBitSet {
  /// All levels. Take the memory from here to reuse it.
  var words: [UInt64]
  /// Where each level starts in `words`; six levels hold more than 2³² members.
  private let starts: SIMD8<Int>
  private let levels: Int

  /// An empty set of integers in `0 ..< bound`.
  init(bound: Int) {
    var pool = BufferPool()
    self.init(bound: bound, in: &pool)
  }

  /// The same in an array of a pool.
  init(bound: Int, in pool: inout BufferPool) {
    var starts = SIMD8<Int>()
    var total = 0
    var levels = 0
    var count = max(1, bound)
    repeat {
      count = (count + 63) / 64
      starts[levels] = total
      total += count
      levels += 1
    } while count > 1
    self.starts = starts
    self.levels = levels
    words = pool.takeWords(count: total)
  }

  mutating func insert(_ member: Int) {
    var index = member
    for level in 0..<(levels) {
      let offset = starts[level] + index >> 6
      let word = words[offset]
      words[offset] = word | 1 << UInt64(index & 63)
      if word != 0 { return }
      index >>= 6
    }
  }

  mutating func remove(_ member: Int) {
    var index = member
    for level in 0..<(levels) {
      let offset = starts[level] + index >> 6
      let word = words[offset] & ~(1 << UInt64(index & 63))
      words[offset] = word
      if word != 0 { return }
      index >>= 6
    }
  }

  /// The smallest member above `value`, or `nil`.
  func successor(of value: Int) -> Int? {
    var index = value
    for level in 0..<(levels) {
      let word = index >> 6
      // Two shifts, for one by 64 would be none.
      let above = words[starts[level] + word] & ((~0 << UInt64(index & 63)) << 1)
      if above != 0 { return descend(from: level, to: word << 6 + above.trailingZeroBitCount, lowest: true) }
      index = word
    }
    return nil
  }

  /// The largest member below `value`, or `nil`.
  func predecessor(of value: Int) -> Int? {
    var index = value
    for level in 0..<(levels) {
      let word = index >> 6
      let below = words[starts[level] + word] & ((1 << UInt64(index & 63)) &- 1)
      if below != 0 { return descend(from: level, to: word << 6 + (63 - below.leadingZeroBitCount), lowest: false) }
      index = word
    }
    return nil
  }

  /// The largest member, or `nil` when the set is empty.
  var last: Int? {
    let top = levels - 1
    let word = words[starts[top]]
    return word == 0 ? nil : descend(from: top, to: 63 - word.leadingZeroBitCount, lowest: false)
  }

  private func descend(from level: Int, to index: Int, lowest: Bool) -> Int {
    var index = index
    var level = level
    while level > 0 {
      level -= 1
      let word = words[starts[level] + index]
      index = index << 6 + (lowest ? word.trailingZeroBitCount : 63 - word.leadingZeroBitCount)
    }
    return index
  }
}
