/// Which items left what the window shows, and which entered it, when records of the whole were taken out and put in.
///
/// What was neither taken out nor put in keeps its order; the window before and the window after each hold one stretch
/// of it. Where the stretches differ, items are pushed out or pulled in.
///
///     whole before   a b[c d e f]g h      window of four; d goes
///     whole after    a b[c e f g]h        left: d; entered: g
@usableFromInline
struct WindowPassage: Sendable {
  /// Positions in the snapshot before of what left it, ascending.
  @usableFromInline private(set) var removed: [Int32] = []
  /// Positions in the snapshot after of what entered it, ascending.
  @usableFromInline private(set) var added: [Int32] = []
  /// Where the window after begins in the whole.
  @usableFromInline let start: Int

  /// - Parameters:
  ///   - left: Positions in the whole before of what was taken out, ascending.
  ///   - entered: Positions in the whole after of what was put in, ascending.
  ///   - before: What the window showed of the whole before.
  ///   - after: What it shows of the whole after.
  @usableFromInline
  init(left: [Int], entered: [Int], before: Range<Int>, after: Range<Int>) {
    start = after.lowerBound
    let keptBefore = Self.untouched(in: before, without: left)
    let keptAfter = Self.untouched(in: after, without: entered)
    removed = Self.positions(leaving: keptBefore, for: keptAfter, named: left, window: before)
    added = Self.positions(leaving: keptAfter, for: keptBefore, named: entered, window: after)
  }

  /// Which of the records that are not named a window shows, by their numbers among those.
  private static func untouched(in window: Range<Int>, without named: [Int]) -> Range<Int> {
    let low = window.lowerBound - named.partitionPoint { $0 < window.lowerBound }
    let high = window.upperBound - named.partitionPoint { $0 < window.upperBound }
    return low..<max(low, high)
  }

  /// Positions in a window of the named records that it shows, and of those others that it shows and the other window
  /// does not.
  private static func positions(
    leaving mine: Range<Int>, for other: Range<Int>, named: [Int], window: Range<Int>
  ) -> [Int32] {
    var positions = named.filter { window.contains($0) }.map { $0 - window.lowerBound }
    let shared = mine.clamped(to: other)
    let alone = shared.isEmpty ? [mine] : [mine.lowerBound..<shared.lowerBound, shared.upperBound..<mine.upperBound]
    for numbers in alone where !numbers.isEmpty {
      for number in numbers { positions.append(named.unnamed(number) - window.lowerBound) }
    }
    if !alone.allSatisfy(\.isEmpty) { positions.sort() }
    return positions.map { Int32(truncatingIfNeeded: $0) }
  }
}

/// What leaves a list and what enters it, with what enters where something leaves distinguished: that is replaced in
/// place.
///
///     before   a b c d      removed 1 3    b and x are between a and c: replaced
///     after    a x c e f    added   1 3 4  d and e end the list: replaced; f is added
@usableFromInline
struct PassageExchange: Sendable {
  /// Positions before, and the positions after of what takes those places; ascending.
  @usableFromInline private(set) var replaced: [(old: Int32, new: Int32)] = []
  /// Positions before of what leaves without being replaced, ascending.
  @usableFromInline private(set) var removed: [Int32] = []
  /// Positions after of what enters without taking a place, ascending.
  @usableFromInline private(set) var added: [Int32] = []

  /// Everything leaves and enters, nothing is replaced.
  @usableFromInline
  init(without passage: WindowPassage) {
    removed = passage.removed
    added = passage.added
  }

  @usableFromInline
  init(of passage: WindowPassage) {
    var entering = 0
    for (leaving, old) in passage.removed.enumerated() {
      // How many of those that stay come before each.
      let stayingBefore = Int(old) - leaving
      while entering < passage.added.count, Int(passage.added[entering]) - entering < stayingBefore {
        added.append(passage.added[entering])
        entering += 1
      }
      if entering < passage.added.count, Int(passage.added[entering]) - entering == stayingBefore {
        replaced.append((old, passage.added[entering]))
        entering += 1
      } else {
        removed.append(old)
      }
    }
    added += passage.added[entering...]
  }
}

extension WindowPassage {
  /// What of this is replaced in place.
  @usableFromInline
  var exchange: PassageExchange { PassageExchange(of: self) }
}

extension [Int] {
  /// The first index whose element is not `before`; elements that are come first.
  fileprivate func partitionPoint(_ before: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The position with a number among those that this ascending list does not name.
  fileprivate func unnamed(_ number: Int) -> Int {
    var low = 0
    var high = count
    // Of the listed positions, those at an index i with self[i] - i <= number come before the answer.
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] - middle <= number { low = middle + 1 } else { high = middle }
    }
    return number + low
  }
}
