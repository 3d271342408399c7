/// How kept sections and kept items correspond, worked out from the changes alone.
///
/// What no change names keeps its order: the *r*-th unnamed old section is the *r*-th unnamed new one, and in each kept
/// section the *r*-th unnamed old item is the *r*-th unnamed new one.
struct KeptOrder {
  private let list: ChangeList
  /// The new offset of each old section, or -1.
  let newSection: [Int]
  /// The old offset of each new section, or -1.
  let oldSection: [Int]
  /// Old positions that are deleted or moved away, ascending.
  private let namedOld: [Int32]
  /// New positions that are inserted or moved to, ascending.
  private let namedNew: [Int32]
  /// The moves, ascending in `old`.
  private let movedByOld: [PositionPair]

  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes.
  init(_ list: ChangeList) {
    self.list = list
    (newSection, oldSection) = Self.sections(of: list)
    movedByOld = list.moved.sorted { $0.old < $1.old }
    namedOld = merge(list.deleted, movedByOld.map { $0.old })
    namedNew = merge(list.inserted, list.moved.map { $0.new })
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

  /// The new position of an old one, or `nil` when the item is gone.
  func newPosition(ofOld position: Int) -> Int? {
    let wanted = Int32(truncatingIfNeeded: position)
    let move = movedByOld.partitionPoint { $0.old < wanted }
    if move < movedByOld.count, movedByOld[move].old == wanted { return Int(movedByOld[move].new) }
    let namedBefore = namedOld.partitionPoint { $0 < wanted }
    if namedBefore < namedOld.count, namedOld[namedBefore] == wanted { return nil }
    let section = list.oldOffsets.section(ofPosition: position)
    guard newSection[section] >= 0 else { return nil }
    let start = list.oldOffsets.start(of: section)
    let rank = position - start - (namedBefore - namedOld.partitionPoint { $0 < Int32(truncatingIfNeeded: start) })
    let newStart = list.newOffsets.start(of: newSection[section])
    return namedNew.unnamed(rank: rank, from: newStart)
  }

  /// The old position of a new one, or `nil` when the item has come.
  func oldPosition(ofNew position: Int) -> Int? {
    let wanted = Int32(truncatingIfNeeded: position)
    let move = list.moved.partitionPoint { $0.new < wanted }
    if move < list.moved.count, list.moved[move].new == wanted { return Int(list.moved[move].old) }
    let namedBefore = namedNew.partitionPoint { $0 < wanted }
    if namedBefore < namedNew.count, namedNew[namedBefore] == wanted { return nil }
    let section = list.newOffsets.section(ofPosition: position)
    guard oldSection[section] >= 0 else { return nil }
    let start = list.newOffsets.start(of: section)
    let rank = position - start - (namedBefore - namedNew.partitionPoint { $0 < Int32(truncatingIfNeeded: start) })
    let oldStart = list.oldOffsets.start(of: oldSection[section])
    return namedOld.unnamed(rank: rank, from: oldStart)
  }

  /// The old position of the unnamed item that has this rank in an old section; the end of the section where there is
  /// none.
  func oldPosition(ofRank rank: Int, inSection section: Int) -> Int {
    min(namedOld.unnamed(rank: rank, from: list.oldOffsets.start(of: section)), list.oldOffsets.end(of: section))
  }

  /// The new position of the unnamed item that has this rank in a new section; the end of the section where there is
  /// none.
  func newPosition(ofRank rank: Int, inSection section: Int) -> Int {
    min(namedNew.unnamed(rank: rank, from: list.newOffsets.start(of: section)), list.newOffsets.end(of: section))
  }

  /// The number of unnamed items in an old section.
  func unnamedCount(inOldSection section: Int) -> Int { unnamedCount(namedOld, list.oldOffsets, section) }

  /// The first inconsistency among the counts of the list, or `nil`.
  ///
  /// - Complexity: O(*s* + *k*).
  func inconsistency() -> String? {
    if newSection.contains(-2) || oldSection.contains(-2) {
      return "as many sections are kept in the old snapshot as in the new: they are not"
    }
    for (old, new) in newSection.enumerated() where new >= 0 {
      let kept = unnamedCount(namedOld, list.oldOffsets, old)
      let keptNew = unnamedCount(namedNew, list.newOffsets, new)
      if kept != keptNew {
        return "section \(old) keeps \(kept) items in place, but as section \(new) it has \(keptNew)"
      }
    }
    for (old, new) in newSection.enumerated() where new < 0 && unnamedCount(namedOld, list.oldOffsets, old) != 0 {
      return "section \(old) is deleted, but not all of its items are"
    }
    for (new, old) in oldSection.enumerated() where old < 0 && unnamedCount(namedNew, list.newOffsets, new) != 0 {
      return "section \(new) is inserted, but not all of its items are"
    }
    return nil
  }

  private func unnamedCount(_ named: [Int32], _ offsets: SectionOffsets, _ section: Int) -> Int {
    let start = Int32(truncatingIfNeeded: offsets.start(of: section))
    let end = Int32(truncatingIfNeeded: offsets.end(of: section))
    return Int(end - start) - (named.partitionPoint { $0 < end } - named.partitionPoint { $0 < start })
  }
}
