/// Where the bits of a set of integers in `0 ..< bound` are, and what is found by them in O(log₆₄ *bound*): the nearest
/// member above or below.
///
/// Level 0 has one bit a member; each higher level has one bit for every word of the level below that is not zero. All
/// levels are in one array of words, level 0 first, which the caller has.
///
///     level 1   .1.1              words of level 0 that hold something
///     level 0   …|.1..1…|…|1…     the members
///
/// Unsafe code: words are not checked. Bounds: a member is checked once to be below the bound; all words of the caller are
/// ``wordCount``, which is checked once, too; and a bit in a higher level is that of a word, for only these are set.
struct BitLevels {
  /// Members are below.
  let bound: Int
  /// The words of level 0.
  private let count: Int
  /// Level 0 and those above it.
  private let levels: Int
  /// The words of all levels.
  let wordCount: Int

  /// The levels of a set of integers in `0 ..< bound`.
  init(bound: Int) {
    self.bound = bound
    count = max(1, (bound + 63) / 64)
    var (levels, total, size) = (1, count, count)
    while size > 1 {
      size = (size + 63) / 64
      total += size
      levels += 1
    }
    self.levels = levels
    wordCount = total
  }

  /// How many words a level has.
  @inline(__always)
  private func size(_ level: Int) -> Int {
    let shift = 6 &* level
    return (count &+ (1 &<< shift) &- 1) &>> shift
  }

  /// Stops where a member is outside, or where words are missing.
  @inline(__always)
  private func check(_ member: Int, _ words: Int) { precondition(member >= 0 && member < bound && words >= wordCount) }

  @inline(__always)
  private static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }
}

// MARK: - Members

extension BitLevels {
  /// Adds a member.
  @inline(__always)
  func insert(_ member: Int, in words: inout MutableSpan<UInt64>) {
    check(member, words.count)
    let word = unsafe words[unchecked: member &>> 6]
    unsafe words[unchecked: member &>> 6] = word | Self.bit(member)
    if word == 0 { mark(member &>> 6, in: &words) }
  }

  /// Takes a member out.
  @inline(__always)
  func remove(_ member: Int, in words: inout MutableSpan<UInt64>) {
    check(member, words.count)
    let word = unsafe words[unchecked: member &>> 6] & ~Self.bit(member)
    unsafe words[unchecked: member &>> 6] = word
    if word == 0 { unmark(member &>> 6, in: &words) }
  }

  /// The smallest member above `value`, or -1.
  @inline(__always)
  func successor(of value: Int, in words: borrowing MutableSpan<UInt64>) -> Int {
    check(value, words.count)
    let index = value &>> 6
    let above = unsafe words[unchecked: index] & (0 &- Self.bit(value)) & ~Self.bit(value)
    if above != 0 { return index &<< 6 &+ above.trailingZeroBitCount }
    let other = nextWord(after: index, in: words)
    return unsafe other < 0 ? -1 : other &<< 6 &+ words[unchecked: other].trailingZeroBitCount
  }

  /// The largest member below `value`, or -1.
  @inline(__always)
  func predecessor(of value: Int, in words: borrowing MutableSpan<UInt64>) -> Int {
    check(value, words.count)
    let index = value &>> 6
    let below = unsafe words[unchecked: index] & (Self.bit(value) &- 1)
    if below != 0 { return index &<< 6 &+ 63 &- below.leadingZeroBitCount }
    let other = lastWord(before: index, in: words)
    return unsafe other < 0 ? -1 : other &<< 6 &+ 63 &- words[unchecked: other].leadingZeroBitCount
  }

  /// The largest member, or -1.
  func last(in words: borrowing MutableSpan<UInt64>) -> Int {
    if bound == 0 { return -1 }
    check(bound - 1, words.count)
    if unsafe words[unchecked: (bound - 1) &>> 6] & Self.bit(bound - 1) != 0 { return bound - 1 }
    return predecessor(of: bound - 1, in: words)
  }
}

// MARK: - Words

extension BitLevels {
  /// Notes that a word holds something.
  private func mark(_ word: Int, in words: inout MutableSpan<UInt64>) {
    var (index, start, level) = (word, count, 1)
    while level < levels {
      let offset = start &+ index &>> 6
      let found = unsafe words[unchecked: offset]
      unsafe words[unchecked: offset] = found | Self.bit(index)
      if found != 0 { return }
      index = index &>> 6
      start = start &+ size(level)
      level = level &+ 1
    }
  }

  /// Notes that a word holds nothing.
  private func unmark(_ word: Int, in words: inout MutableSpan<UInt64>) {
    var (index, start, level) = (word, count, 1)
    while level < levels {
      let offset = start &+ index &>> 6
      let left = unsafe words[unchecked: offset] & ~Self.bit(index)
      unsafe words[unchecked: offset] = left
      if left != 0 { return }
      index = index &>> 6
      start = start &+ size(level)
      level = level &+ 1
    }
  }

  /// The first word of level 0 after one that is not zero, or -1.
  @inline(never)
  private func nextWord(after word: Int, in words: borrowing MutableSpan<UInt64>) -> Int {
    var (index, start, level) = (word, count, 1)
    while level < levels {
      let offset = index &>> 6
      let above = unsafe words[unchecked: start &+ offset] & (0 &- Self.bit(index)) & ~Self.bit(index)
      if above != 0 {
        var found = offset &<< 6 &+ above.trailingZeroBitCount
        while level > 1 {
          level = level &- 1
          start = start &- size(level)
          found = unsafe found &<< 6 &+ words[unchecked: start &+ found].trailingZeroBitCount
        }
        return found
      }
      index = offset
      start = start &+ size(level)
      level = level &+ 1
    }
    return -1
  }

  /// The last word of level 0 before one that is not zero, or -1.
  @inline(never)
  private func lastWord(before word: Int, in words: borrowing MutableSpan<UInt64>) -> Int {
    var (index, start, level) = (word, count, 1)
    while level < levels {
      let offset = index &>> 6
      let below = unsafe words[unchecked: start &+ offset] & (Self.bit(index) &- 1)
      if below != 0 {
        var found = offset &<< 6 &+ 63 &- below.leadingZeroBitCount
        while level > 1 {
          level = level &- 1
          start = start &- size(level)
          found = unsafe found &<< 6 &+ 63 &- words[unchecked: start &+ found].leadingZeroBitCount
        }
        return found
      }
      index = offset
      start = start &+ size(level)
      level = level &+ 1
    }
    return -1
  }
}
