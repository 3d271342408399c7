import SectionDiff

/// What a window onto a list shows no more, and what it shows now, when elements of the list were taken out and put in.
///
/// What was neither taken out nor put in keeps its order; the window before and the window after each hold one stretch of
/// it. Where the stretches differ, elements cross an edge of the window: they are pushed out or pulled in.
///
///     list before   a b[c d e f]g h      window of four; d goes
///     list after    a b[c e f g]h        removed: d; added: g
@usableFromInline
package struct WindowChanges: Sendable {
  /// Offsets in the window before of what it shows no more, ascending.
  @usableFromInline package private(set) var removed: [Int32] = []
  /// Offsets in the window after of what it did not show, ascending.
  @usableFromInline package private(set) var added: [Int32] = []
  /// Where the window after begins in the list.
  @usableFromInline package let start: Int

  /// - Parameters:
  ///   - takenOut: Offsets in the list before of what was taken out, ascending.
  ///   - putIn: Offsets in the list after of what was put in, ascending.
  ///   - before: What the window showed of the list before.
  ///   - after: What it shows of the list after.
  @usableFromInline
  package init(takenOut: [Int], putIn: [Int], before: Range<Int>, after: Range<Int>) {
    start = after.lowerBound
    let keptBefore = Self.kept(in: before, without: takenOut)
    let keptAfter = Self.kept(in: after, without: putIn)
    removed = Self.offsets(leaving: keptBefore, for: keptAfter, named: takenOut, window: before)
    added = Self.offsets(leaving: keptAfter, for: keptBefore, named: putIn, window: after)
  }

  /// Where what was at an offset of the list before is in the list after, if it was not taken out.
  package static func offset(
    ofKept offset: Int, whenTakenOut takenOut: [Int], andPutIn putIn: [Int]
  ) -> Int { putIn.unnamed(offset - takenOut.partitionPoint { $0 < offset }) }

  /// Which of what is not named a window shows, by their numbers among those.
  private static func kept(in window: Range<Int>, without named: [Int]) -> Range<Int> {
    let low = window.lowerBound - named.partitionPoint { $0 < window.lowerBound }
    let high = window.upperBound - named.partitionPoint { $0 < window.upperBound }
    return low..<max(low, high)
  }

  /// Offsets in a window of what is named, and of what else it shows and the other window does not.
  private static func offsets(
    leaving mine: Range<Int>, for other: Range<Int>, named: [Int], window: Range<Int>
  ) -> [Int32] {
    let first = named.partitionPoint { $0 < window.lowerBound }
    let end = named.partitionPoint { $0 < window.upperBound }
    // Of what is not named, what is in front of the part that both show, and behind it.
    let shared = mine.clamped(to: other)
    let front = mine.lowerBound..<(shared.isEmpty ? mine.upperBound : shared.lowerBound)
    let back = (shared.isEmpty ? mine.upperBound : shared.upperBound)..<mine.upperBound
    var offsets: [Int32] = []
    offsets.reserveCapacity(end - first + front.count + back.count)
    for index in first..<end { offsets.append(Int32(truncatingIfNeeded: named[index] - window.lowerBound)) }
    if front.isEmpty, back.isEmpty { return offsets }
    for number in front { offsets.append(Int32(truncatingIfNeeded: named.unnamed(number) - window.lowerBound)) }
    for number in back { offsets.append(Int32(truncatingIfNeeded: named.unnamed(number) - window.lowerBound)) }
    offsets.sort()
    return offsets
  }
}

extension [Int] {
  /// The offset of what has a number among all that this ascending list of offsets does not name.
  fileprivate func unnamed(_ number: Int) -> Int {
    // Of the listed offsets, those at an index i with self[i] - i <= number come before the answer.
    number + indices.partitionPoint { self[$0] - $0 <= number }
  }
}
