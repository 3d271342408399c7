/// How kept sections and kept items correspond, worked out from the changes alone.
///
/// What did not change keeps its order: the *r*-th unchanged old section is the *r*-th unchanged new one, and in each kept
/// section the *r*-th unchanged old item is the *r*-th unchanged new one. Here an item changed if it was deleted, inserted
/// or moved.
struct KeptOrder {
  private let old: Side
  private let new: Side

  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes.
  init(_ list: ChangeList) {
    let sections = Self.sections(of: list)
    var back = list.moved.map { PositionPair(old: $0.new, new: $0.old) }
    back.order()
    old = Side(offsets: list.oldOffsets, others: sections.newOfOld, unpaired: list.deleted, moved: back)
    new = Side(offsets: list.newOffsets, others: sections.oldOfNew, unpaired: list.inserted, moved: list.moved)
  }

  /// The new offset of each old section and the old one of each new section: -1 where there is none, -2 where the list
  /// cannot be right.
  ///
  /// - Complexity: O(*s*).
  static func sections(of list: ChangeList) -> (newOfOld: [Int], oldOfNew: [Int]) {
    let oldCount = list.oldOffsets.sectionCount
    let newCount = list.newOffsets.sectionCount
    var newSection = [Int](repeating: -2, count: oldCount)
    var oldSection = [Int](repeating: -2, count: newCount)
    for section in list.deletedSections { newSection[Int(section)] = -1 }
    for section in list.insertedSections { oldSection[Int(section)] = -1 }
    for pair in list.movedSections {
      newSection[Int(pair.old)] = Int(pair.new)
      oldSection[Int(pair.new)] = Int(pair.old)
    }
    var new = 0
    for old in 0..<oldCount where newSection[old] == -2 {
      while new < newCount, oldSection[new] != -2 { new += 1 }
      guard new < newCount else { break }
      newSection[old] = new
      oldSection[new] = old
    }
    return (newSection, oldSection)
  }

  /// The new offset of each old section, or -1.
  var newSection: [Int] { old.others }
  /// The old offset of each new section, or -1.
  var oldSection: [Int] { new.others }

  /// The new position of an old one, or `nil` when the item is gone.
  func newPosition(ofOld position: Int) -> Int? { old.partner(of: position, in: new) }

  /// The old position of a new one, or `nil` when the item has come.
  func oldPosition(ofNew position: Int) -> Int? { new.partner(of: position, in: old) }

  /// The first inconsistency among the counts of the list, or `nil`.
  ///
  /// - Complexity: O(*s* + *k*).
  func inconsistency() -> String? {
    if newSection.contains(-2) || oldSection.contains(-2) {
      return "as many sections are kept in the old snapshot as in the new: they are not"
    }
    for (section, other) in newSection.enumerated() where other >= 0 {
      let (kept, keptNew) = (old.unchangedCount(in: section), new.unchangedCount(in: other))
      if kept != keptNew {
        return "section \(section) keeps \(kept) items in place, but as section \(other) it has \(keptNew)"
      }
    }
    for (side, verb) in [(old, "deleted"), (new, "inserted")] {
      let wrong = side.others.indices.first { side.others[$0] < 0 && side.unchangedCount(in: $0) != 0 }
      if let wrong { return "section \(wrong) is \(verb), but not all of its items are" }
    }
    return nil
  }
}

// MARK: - One side

/// What the changes say of one snapshot.
private struct Side {
  let offsets: SectionOffsets
  /// The offset of each section in the other snapshot, or -1.
  let others: [Int]
  /// Positions that are deleted, inserted or moved, ascending.
  let changed: [Int32]
  /// The moves, `new` being the position on this side; ascending.
  let moved: [PositionPair]

  init(offsets: SectionOffsets, others: [Int], unpaired: [Int32], moved: [PositionPair]) {
    self.offsets = offsets
    self.others = others
    self.moved = moved
    changed = merge(unpaired, moved.map { $0.new })
  }

  /// The position in the other snapshot, or `nil` where there is none.
  func partner(of position: Int, in other: Side) -> Int? {
    let wanted = Int32(truncatingIfNeeded: position)
    let move = moved.partitionPoint { $0.new < wanted }
    if move < moved.count, moved[move].new == wanted { return Int(moved[move].old) }
    let changedBefore = changed.partitionPoint { $0 < wanted }
    if changedBefore < changed.count, changed[changedBefore] == wanted { return nil }
    let section = offsets.section(ofPosition: position)
    guard others[section] >= 0 else { return nil }
    let start = offsets.start(of: section)
    let rank = position - start - (changedBefore - changed.partitionPoint { Int($0) < start })
    return other.position(ofRank: rank, inSection: others[section])
  }

  /// Where the unchanged item of a rank is; the end of the section where there is none.
  func position(ofRank rank: Int, inSection section: Int) -> Int {
    min(changed.missing(rank: rank, from: offsets.start(of: section)), offsets.end(of: section))
  }

  /// The number of unchanged items in a section.
  func unchangedCount(in section: Int) -> Int {
    let range = offsets[section]
    return range.count
      - (changed.partitionPoint { Int($0) < range.upperBound } - changed.partitionPoint { Int($0) < range.lowerBound })
  }
}
