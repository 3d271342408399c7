/// How one list is put together from stretches of two others, in integers alone.
///
///     old   a b c d          new   a x b=1 d
///     a b=1 c d   is   old 0..<1, new 2..<3, old 2..<4
///
/// Invariant: each stretch ends after the one before, so none is empty.
@usableFromInline
struct Splice: Hashable, Sendable {
  /// Items that follow each other both in the list and in the one that they are taken from.
  @usableFromInline
  struct Stretch: Hashable, Sendable {
    /// Where it ends in the list.
    @usableFromInline var end: Int32
    /// The position of its first item in the old list, or the complement of its position in the new one.
    @usableFromInline var source: Int32
  }

  @usableFromInline var stretches: [Stretch] = []

  @inlinable
  init() {}

  /// The number of items in the list.
  @inlinable var count: Int { stretches.last.map { Int($0.end) } ?? 0 }

  /// Adds items of the old list at the end.
  mutating func append(old start: Int, count: Int) {
    if count > 0 { append(count, from: Int32(truncatingIfNeeded: start)) }
  }

  /// Adds an item of the new list at the end.
  mutating func append(new position: Int) { append(1, from: ~Int32(truncatingIfNeeded: position)) }

  private mutating func append(_ length: Int, from source: Int32) {
    let start = Int32(truncatingIfNeeded: count)
    let end = start + Int32(truncatingIfNeeded: length)
    // Complements fall where positions rise. None is a position, so a stretch is of one list.
    if let last = stretches.last,
      source == (last.source >= 0 ? last.source + (start - startOfLast) : last.source - (start - startOfLast))
    {
      stretches[stretches.count - 1].end = end
    } else {
      stretches.append(Stretch(end: end, source: source))
    }
  }

  private var startOfLast: Int32 { stretches.count > 1 ? stretches[stretches.count - 2].end : 0 }

  /// The range of a stretch in the list.
  @inlinable
  func range(ofStretch index: Int) -> Range<Int> {
    (index > 0 ? Int(stretches[index - 1].end) : 0)..<Int(stretches[index].end)
  }

  /// The index of the stretch that holds a position of the list, by binary search.
  ///
  /// - Complexity: O(log *p*), where *p* is the number of stretches.
  @inlinable
  func stretch(ofPosition position: Int) -> Int {
    stretches.partitionPoint { Int($0.end) <= position }
  }

  /// The positions of the new items, in the order in which they come.
  @usableFromInline
  var newPositions: [Int] {
    var positions: [Int] = []
    for index in stretches.indices where stretches[index].source < 0 {
      let first = Int(~stretches[index].source)
      positions.append(contentsOf: first..<first + range(ofStretch: index).count)
    }
    return positions
  }

  /// The same with the new items numbered as they come, from zero.
  @usableFromInline
  func numberingNewItems() -> Splice {
    var numbered = self
    var number: Int32 = 0
    for index in stretches.indices where stretches[index].source < 0 {
      numbered.stretches[index].source = ~number
      number += Int32(truncatingIfNeeded: range(ofStretch: index).count)
    }
    return numbered
  }

  /// What does not hold, or `nil`.
  func checkInvariants() -> String? {
    for index in stretches.indices {
      let range = (index > 0 ? stretches[index - 1].end : 0, stretches[index].end)
      if range.0 >= range.1 { return "stretch \(index) goes from \(range.0) to \(range.1)" }
    }
    return nil
  }
}
