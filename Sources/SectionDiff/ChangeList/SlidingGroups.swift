/// Shifts groups of changed lines to where a person would draw them. It changes which copy of a line a group takes, not how
/// many lines change.
///
///       func a() {              func a() {
///       }                       }
///     +                       +
///     + func b() {     or     + func b() {     The group may end at either of two equal lines: the one
///     + }                     + }              on the right begins where a block begins.
///
/// A group slides down by a line when the line after it equals its first, and up when the one before equals its last; groups
/// that meet are one from then on. Each group slides up as far as it can, then down. If it can end beside a group of the
/// other side, it ends beside the last such one, so that lines that gave way to others stand together. Else it ends where
/// the lines at both of its edges are indented least, blank lines go before a block, and no block is cut.
///
/// This is the rule of git (`xdiff/xdiffi.c`, "indent heuristic"): Michael Haggerty and Stefan Beller, git 2.9 to 2.11, 2016,
/// with the weights that they fitted to texts that people had judged.
///
/// - Time: O(*n*), where *n* is the number of items of both sides: a side stops when it has taken ``stepsPerItem`` steps for each
///   of half of them.
/// - Space: O(*n*).
/// - Minimal: as many changes of each kind as before.
/// - Falls back when: the steps are used up; what has not been shifted by then stays where it is.
struct SlidingGroups {
  /// The steps that may be taken for each item: a group meets few lines that are equal to its own, except where a text is
  /// one line over and over.
  static let stepsPerItem = 16

  /// What is asked about the items of one side, by position.
  struct Items {
    /// Whether two items are identical.
    let areIdentical: (Int, Int) -> Bool
    /// The columns that a line is indented by; `nil` for a blank one.
    let indentation: (Int) -> Int?
  }

  private var old: Side
  private var new: Side
  /// For the groups of each side, so that those of one leave enough for the other.
  private var stepsLeft: (old: Int, new: Int)

  /// The changes of a list that updates no item.
  init(_ list: ChangeList) {
    old = Side(count: list.oldOffsets.itemCount)
    new = Side(count: list.newOffsets.itemCount)
    for position in list.deleted { old.fates[Int(position)] = Side.gone }
    for position in list.inserted { new.fates[Int(position)] = Side.gone }
    for move in list.moved {
      old.fates[Int(move.old)] = move.new
      new.fates[Int(move.new)] = move.old
    }
    let share = Self.stepsPerItem * ((old.fates.count + new.fates.count) / 2 + 1)
    stepsLeft = (share, share)
  }

  /// Slides the groups of a section that both sides have.
  mutating func slide(_ oldRange: Range<Int>, _ oldItems: Items, _ newRange: Range<Int>, _ newItems: Items) {
    Self.slide(&old, oldRange, oldItems, beside: &new, newRange, &stepsLeft.old)
    Self.slide(&new, newRange, newItems, beside: &old, oldRange, &stepsLeft.new)
  }

  /// Writes where the changes are now into the list.
  func write(to list: inout ChangeList) {
    list.deleted = old.fates.indices.filter { old.fates[$0] == Side.gone }.map { Int32(truncatingIfNeeded: $0) }
    list.inserted = new.fates.indices.filter { new.fates[$0] == Side.gone }.map { Int32(truncatingIfNeeded: $0) }
    list.moved = new.fates.indices.filter { new.fates[$0] >= 0 }.map {
      PositionPair(old: new.fates[$0], new: Int32(truncatingIfNeeded: $0))
    }
  }
}

// MARK: - One side

extension SlidingGroups {
  /// Up is towards the first item.
  private enum Way { case up, down }

  /// The items of one side, and the group that is looked at: a run of changed items, or an empty one between two that stay.
  private struct Side {
    static let stays: Int32 = -1
    static let gone: Int32 = -2

    /// Of each item: that it stays in place, that the other side does not have it, or the position it moves to or comes from.
    var fates: [Int32]
    var bounds = 0..<0
    var group = 0..<0

    init(count: Int) { fates = [Int32](repeating: Side.stays, count: count) }

    /// Looks at the first group of a section.
    mutating func begin(_ section: Range<Int>) {
      bounds = section
      group = section.lowerBound..<section.lowerBound
      grow(.down)
    }

    /// The item beside the group; `nil` where the section ends.
    private func neighbour(_ way: Way) -> Int? {
      let position = way == .down ? group.upperBound : group.lowerBound - 1
      return bounds.contains(position) ? position : nil
    }

    private mutating func grow(_ way: Way) {
      while let next = neighbour(way), fates[next] != Side.stays {
        group = min(group.lowerBound, next)..<max(group.upperBound, next + 1)
      }
    }

    /// Looks at the group beyond the item beside this one; false where no item stays there.
    mutating func go(_ way: Way) -> Bool {
      guard let next = neighbour(way) else { return false }
      let start = way == .down ? next + 1 : next
      group = start..<start
      grow(way)
      return true
    }

    /// Slides the group by an item, if it can; it then holds those that it meets, too.
    mutating func slide(_ way: Way, _ items: Items, _ other: inout Side) -> Bool {
      guard let next = neighbour(way) else { return false }
      let last = way == .down ? group.lowerBound : group.upperBound - 1
      guard items.areIdentical(min(last, next), max(last, next)) else { return false }
      pass(from: last, to: next, &other)
      let step = way == .down ? 1 : -1
      group = (group.lowerBound + step)..<(group.upperBound + step)
      grow(way)
      return true
    }

    /// Makes one item stay, and an identical one that stayed what that was.
    private mutating func pass(from position: Int, to next: Int, _ other: inout Side) {
      let fate = fates[position]
      fates[next] = fate
      fates[position] = Side.stays
      if fate >= 0 { other.fates[Int(fate)] = Int32(truncatingIfNeeded: next) }
    }
  }

  /// Slides each group of one side. Invariant: as many items stay before the group of `side` as before that of `other`.
  private static func slide(
    _ side: inout Side, _ section: Range<Int>, _ items: Items, beside other: inout Side, _ otherSection: Range<Int>,
    _ stepsLeft: inout Int
  ) {
    side.begin(section)
    other.begin(otherSection)
    repeat {
      guard stepsLeft > 0 else { return }
      if side.group.isEmpty { continue }
      var size = 0
      var highestEnd = 0
      // Whether it can end beside a group of the other side.
      var meetsOther = false
      repeat {
        size = side.group.count
        meetsOther = false
        while side.slide(.up, items, &other) {
          _ = other.go(.up)
          stepsLeft -= 1 + other.group.count
        }
        highestEnd = side.group.upperBound
        if !other.group.isEmpty { meetsOther = true }
        while side.slide(.down, items, &other) {
          _ = other.go(.down)
          stepsLeft -= 1 + other.group.count
          if !other.group.isEmpty { meetsOther = true }
        }
      } while side.group.count != size && stepsLeft > 0
      // It has grown with the last steps: how high it can end is not known.
      guard side.group.count == size else { return }
      if side.group.upperBound == highestEnd { continue }
      if meetsOther {
        while other.group.isEmpty, side.slide(.up, items, &other) { _ = other.go(.up) }
        continue
      }
      let end = bestEnd(of: side, from: highestEnd, items, &stepsLeft)
      while side.group.upperBound > end, side.slide(.up, items, &other) { _ = other.go(.up) }
    } while side.go(.down) && other.go(.down)
  }

  /// The end that a person would choose, of those that the group can have.
  private static func bestEnd(of side: Side, from highestEnd: Int, _ items: Items, _ stepsLeft: inout Int) -> Int {
    let size = side.group.count
    let lowest = side.group.upperBound
    var best = lowest
    var bestScore: SplitScore?
    for end in max(highestEnd, lowest - size - 1, lowest - SplitScore.mostShifts)...lowest {
      var score = SplitScore()
      for split in [end, end - size] {
        // The blank lines that it counts are few: ``SplitScore/mostBlanks``.
        stepsLeft -= 1
        score.addSplit(at: split, of: side.bounds, items.indentation)
      }
      if let least = bestScore, score.isWorse(than: least) { continue }
      (best, bestScore) = (end, score)
    }
    return best
  }
}

// MARK: - Splits

/// How bad a place for the two edges of a group is: git's `split_score`, with its weights.
private struct SplitScore {
  /// The most places that are tried for a group.
  static let mostShifts = 100
  /// The most blank lines that are counted; further off, a line has no bearing.
  private static let mostBlanks = 20

  private var indentation = 0
  private var penalty = 0

  /// Adds an edge: what is around a place where lines are split, git's `split_measurement`.
  mutating func addSplit(at split: Int, of lines: Range<Int>, _ indentation: (Int) -> Int?) {
    let next = split < lines.upperBound ? indentation(split) : nil
    let (before, blanksBefore) = Self.nearest(
      of: stride(from: split - 1, through: lines.lowerBound, by: -1), indentation)
    let (after, blanksFollowing) = Self.nearest(of: stride(from: split + 1, to: lines.upperBound, by: 1), indentation)
    if before == nil, blanksBefore == 0 { penalty += 1 }
    if split >= lines.upperBound { penalty += 21 }
    let blanksAfter = next == nil ? 1 + blanksFollowing : 0
    let blanks = blanksBefore + blanksAfter
    penalty += -30 * blanks + 6 * blanksAfter
    let here = next ?? after
    self.indentation += here ?? -1
    guard let here, let before, here != before else { return }
    if here > before {
      penalty += blanks > 0 ? 10 : -4
    } else if let after, after > here {
      // It begins a block, such as `else`.
      penalty += blanks > 0 ? 17 : 24
    } else {
      penalty += blanks > 0 ? 17 : 23
    }
  }

  /// The indentation of the first line that is not blank, and how many blank ones come before it.
  private static func nearest(of lines: some Sequence<Int>, _ indentation: (Int) -> Int?) -> (Int?, Int) {
    var blanks = 0
    for line in lines {
      if let found = indentation(line) { return (found, blanks) }
      blanks += 1
      if blanks == mostBlanks { return (0, blanks) }
    }
    return (nil, blanks)
  }

  /// A line that is indented more counts as much as a few blank lines.
  func isWorse(than other: SplitScore) -> Bool {
    60 * (indentation - other.indentation).signum() + penalty - other.penalty > 0
  }
}
