/// What a list shows once some of its changes are made, and where in it each changed item is.
///
/// All that a list shows on its way is a part of one sequence. Between two sections or items that stay where they are
/// come first those that leave, in old order, then those that arrive, in new order. From `a b C` to `C b a`, where C
/// stays, the sequence is `a b C b a`. What it shows after a stage is what stays, what has yet to leave and what has
/// arrived.
@usableFromInline
struct AssemblyPlan: Sendable {
  /// Where its sections begin.
  @usableFromInline private(set) var offsets = SectionOffsets.none
  /// Its sections, unless all are kept in their order: old and new offsets, the old one -1 where the section is new.
  @usableFromInline private(set) var sections: [PositionPair] = []
  /// Where its items are taken from.
  @usableFromInline private(set) var splice = Splice()
  /// Whether all sections are kept in their order.
  @usableFromInline let keepsSections: Bool
  /// The position at which it shows the item of each change, or -1.
  private(set) var positions: PerChange<Int32>

  /// Lays out what a list shows in the end.
  ///
  /// - Parameter list: A list that names the items of deleted and inserted sections.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes; O(log *k*)
  ///   more for each section where sections come, go or move.
  @usableFromInline
  init(_ list: ChangeList) { self.init(list, StagePlan(atOnce: list), after: 0) }

  /// Lays out what a list shows after a stage.
  ///
  /// - Parameters:
  ///   - list: All changes, of which some are made.
  ///   - plan: The stage of each of them.
  ///   - stage: The number of the stage. Before the last no section has been inserted, and all are deleted that will be.
  /// - Complexity: As ``init(_:)``.
  @usableFromInline
  init(_ list: ChangeList, _ plan: StagePlan, after stage: Int) {
    keepsSections = list.keepsSections
    positions = PerChange(list, repeating: -1)
    if !keepsSections { sections = Self.sections(SectionPlan(list), of: list, plan, after: stage) }
    let count = keepsSections ? list.newOffsets.sectionCount : sections.count
    offsets.reserveCapacity(count)
    // A change parts what stays, and adds one stretch at most for each position of its item.
    splice.stretches.reserveCapacity(
      2 * (list.deleted.count + list.inserted.count + list.updated.count + 2 * list.moved.count) + 1)
    var cursors = Cursors(list)
    for index in 0..<count {
      let section = keepsSections ? PositionPair(position: index, index) : sections[index]
      let old = section.old < 0 ? 0..<0 : list.oldOffsets[Int(section.old)]
      let new = list.newOffsets[Int(section.new)]
      if !keepsSections { cursors.seek(old: old.lowerBound, new: new.lowerBound, in: list) }
      place(old: old, new: new, &cursors, of: list, plan, after: stage)
      offsets.appendSection(endingAt: splice.count)
    }
  }

  /// The sections after a stage.
  private static func sections(
    _ kept: SectionPlan, of list: ChangeList, _ plan: StagePlan, after stage: Int
  ) -> [PositionPair] {
    let count = list.newOffsets.sectionCount
    if stage == plan.count - 1 { return (0..<count).map { PositionPair(position: kept.oldSection(ofNew: $0), $0) } }
    // For each section that moves, by old offset: whether it has moved by this stage.
    var hasMoved: [Int32: Bool] = [:]
    for (index, move) in list.movedSections.enumerated() {
      hasMoved[move.old] = plan.stages[.movedSections, index] <= stage
    }
    var sections: [PositionPair] = []
    var next = 0
    /// Takes what has arrived before the next section that stays.
    func takeArrived() {
      while next < count {
        let old = kept.oldOfNew[next]
        if old >= 0 {
          guard let hasMoved = hasMoved[old] else { return }
          if hasMoved { sections.append(PositionPair(old: old, new: Int32(truncatingIfNeeded: next))) }
        }
        next += 1
      }
    }
    for (old, new) in kept.newOfOld.enumerated() where new >= 0 {
      let pair = PositionPair(old: Int32(truncatingIfNeeded: old), new: new)
      if let hasMoved = hasMoved[pair.old] {
        if !hasMoved { sections.append(pair) }
      } else {
        takeArrived()
        sections.append(pair)
        next += 1
      }
    }
    takeArrived()
    return sections
  }

  /// The offset of each section in what is shown, by the one that `side` takes of its pair, the old or the new one; `nil`
  /// where all are the same.
  func sectionOffsets(by side: (PositionPair) -> Int32) -> [Int32]? {
    if keepsSections { return nil }
    var shown = [Int32](repeating: -1, count: Int(sections.map(side).max() ?? -1) + 1)
    for (offset, section) in sections.enumerated() { shown[Int(side(section))] = Int32(truncatingIfNeeded: offset) }
    return shown
  }
}

// MARK: - Items

extension AssemblyPlan {
  /// The next change of each kind.
  private struct Cursors {
    var deleted = 0
    var inserted = 0
    /// Into the moves in the order of what they leave.
    var left = 0
    /// Into the moves in the order of where they arrive.
    var arrived = 0
    var updated = 0
    /// The indices of the moves, ascending in old positions; empty where the moves do so themselves.
    private let movesByOld: [Int]

    init(_ list: ChangeList) {
      movesByOld =
        list.moved.isAscendingInOld ? [] : list.moved.indices.sorted { list.moved[$0].old < list.moved[$1].old }
    }

    /// The index of the next move in the order of what they leave, or -1.
    func nextToLeave(in list: ChangeList) -> Int {
      left == list.moved.count ? -1 : movesByOld.isEmpty ? left : movesByOld[left]
    }

    /// Goes to the first changes from an old and from a new position on.
    mutating func seek(old: Int, new: Int, in list: ChangeList) {
      deleted = list.deleted.partitionPoint { $0 < old }
      left =
        movesByOld.isEmpty
        ? list.moved.partitionPoint { $0.old < old } : movesByOld.partitionPoint { list.moved[$0].old < old }
      inserted = list.inserted.partitionPoint { $0 < new }
      arrived = list.moved.partitionPoint { $0.new < new }
      updated = list.updated.partitionPoint { $0.new < new }
    }
  }

  /// Lays out a section.
  private mutating func place(
    old: Range<Int>, new: Range<Int>, _ cursors: inout Cursors, of list: ChangeList, _ plan: StagePlan, after stage: Int
  ) {
    var (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    // Invariant: what is before `nextOld` and `nextNew` is laid out, and both have as many items left that stay.
    while true {
      let deletion = cursors.deleted < list.deleted.count ? Int(list.deleted[cursors.deleted]) : .max
      let leaver = cursors.nextToLeave(in: list)
      let departure = leaver >= 0 ? Int(list.moved[leaver].old) : .max
      let insertion = cursors.inserted < list.inserted.count ? Int(list.inserted[cursors.inserted]) : .max
      let arrival = cursors.arrived < list.moved.count ? Int(list.moved[cursors.arrived].new) : .max
      let update = cursors.updated < list.updated.count ? Int(list.updated[cursors.updated].new) : .max

      // The numbers of items that stay before the next one that leaves, and before the next that is named in new order.
      let leaving = min(deletion, departure)
      let nextNamed = min(insertion, arrival, update)
      let stayBeforeLeaving = leaving < old.upperBound ? leaving - nextOld : Int.max
      let stayBeforeNamed = nextNamed < new.upperBound ? nextNamed - nextNew : Int.max
      let stay = max(0, min(stayBeforeLeaving, stayBeforeNamed, old.upperBound - nextOld))
      splice.append(old: nextOld, count: stay)
      nextOld += stay
      nextNew += stay
      let here = Int32(truncatingIfNeeded: splice.count)

      if stayBeforeLeaving <= stay {
        if deletion < departure {
          if plan.stages[.deleted, cursors.deleted] > stage {
            positions[.deleted, cursors.deleted] = here
            splice.append(old: nextOld, count: 1)
          }
          cursors.deleted += 1
        } else {
          if plan.stages[.moved, leaver] > stage { placeMoved(leaver, of: list, plan, after: stage) }
          cursors.left += 1
        }
        nextOld += 1
      } else if stayBeforeNamed <= stay {
        if insertion < min(arrival, update) {
          if plan.stages[.inserted, cursors.inserted] <= stage {
            positions[.inserted, cursors.inserted] = here
            splice.append(new: nextNew)
          }
          cursors.inserted += 1
        } else if arrival <= update {
          if plan.stages[.moved, cursors.arrived] <= stage { placeMoved(cursors.arrived, of: list, plan, after: stage) }
          cursors.arrived += 1
          if update == arrival { cursors.updated += 1 }
        } else {
          positions[.updated, cursors.updated] = here
          if plan.stages[.updated, cursors.updated] <= stage {
            splice.append(new: nextNew)
          } else {
            splice.append(old: nextOld, count: 1)
          }
          cursors.updated += 1
          nextOld += 1
        }
        nextNew += 1
      } else {
        return
      }
    }
  }

  /// Adds a moved item, with the content that it has after a stage.
  private mutating func placeMoved(_ move: Int, of list: ChangeList, _ plan: StagePlan, after stage: Int) {
    let here = Int32(truncatingIfNeeded: splice.count)
    positions[.moved, move] = here
    let pair = list.moved[move]
    if let update = list.update(ofMoved: pair) {
      positions[.updated, update] = here
      if plan.stages[.updated, update] <= stage { return splice.append(new: Int(pair.new)) }
    }
    splice.append(old: Int(pair.old), count: 1)
  }
}

extension SectionPlan {
  /// Reads from a list of changes which section is which.
  ///
  /// - Complexity: O(1) where no section comes, goes or moves; else O(*s*), where *s* is the number of sections.
  init(_ list: ChangeList) {
    let tables = list.keepsSections ? ([], []) : KeptOrder.sections(of: list)
    isIdentity = list.keepsSections
    newOfOld = tables.0.map { Int32(truncatingIfNeeded: $0) }
    oldOfNew = tables.1.map { Int32(truncatingIfNeeded: $0) }
    (deleted, inserted, moved) = (list.deletedSections, list.insertedSections, list.movedSections)
  }
}
