/// What a list shows once some of its changes are made, and where in it each changed item is.
///
/// All that a list shows on its way is a part of the sequence of a ``ChangeWalk``, and its sections are of one like it. What it
/// shows after a stage is what stays, what has yet to leave and what has arrived.
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
    if !keepsSections { sections = Self.sections(of: list, plan, after: stage) }
    let count = keepsSections ? list.newOffsets.sectionCount : sections.count
    offsets.reserveCapacity(count)
    // A change parts what stays, and adds one stretch at most for each position of its item.
    splice.stretches.reserveCapacity(
      2 * (list.deleted.count + list.inserted.count + list.updated.count + 2 * list.moved.count) + 1)
    var walk = ChangeWalk(list)
    for index in 0..<count {
      let section = keepsSections ? PositionPair(position: index, index) : sections[index]
      walk.walk(section) { step in place(step, of: list, plan, after: stage) }
      offsets.appendSection(endingAt: splice.count)
    }
  }

  /// The sections after a stage.
  private static func sections(of list: ChangeList, _ plan: StagePlan, after stage: Int) -> [PositionPair] {
    var sections: [PositionPair] = []
    var walk = ChangeWalk(list.sections)
    walk.walk(PositionPair(old: 0, new: 0)) { step in
      switch step {
      case .stay(let old, let new, let count):
        for offset in 0..<count { sections.append(PositionPair(position: old + offset, new + offset)) }
      case .insert(let index):
        if plan.sectionInserts <= stage { sections.append(PositionPair(old: -1, new: list.insertedSections[index])) }
      case .leave(let move):
        if plan.stages.movedSections[move] > stage { sections.append(list.movedSections[move]) }
      case .arrive(let move):
        if plan.stages.movedSections[move] <= stage { sections.append(list.movedSections[move]) }
      case .delete, .update: break
      }
    }
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
  /// Adds what a step shows.
  private mutating func place(_ step: ChangeWalk.Step, of list: ChangeList, _ plan: StagePlan, after stage: Int) {
    let here = Int32(truncatingIfNeeded: splice.count)
    switch step {
    case .stay(let old, _, let count):
      splice.append(old: old, count: count)
    case .delete(let index):
      if plan.stages.deleted[index] <= stage { return }
      positions.deleted[index] = here
      splice.append(old: Int(list.deleted[index]), count: 1)
    case .insert(let index):
      if plan.stages.inserted[index] > stage { return }
      positions.inserted[index] = here
      splice.append(new: Int(list.inserted[index]))
    case .leave(let move):
      if plan.stages.moved[move] > stage { placeMoved(move, of: list, plan, after: stage) }
    case .arrive(let move):
      if plan.stages.moved[move] <= stage { placeMoved(move, of: list, plan, after: stage) }
    case .update(let index):
      placeUpdated(index, of: list, plan, after: stage)
    }
  }

  /// Adds a moved item, with the content that it has after a stage.
  private mutating func placeMoved(_ move: Int, of list: ChangeList, _ plan: StagePlan, after stage: Int) {
    positions.moved[move] = Int32(truncatingIfNeeded: splice.count)
    if let update = list.update(to: list.moved[move].new) {
      placeUpdated(update, of: list, plan, after: stage)
    } else {
      splice.append(old: Int(list.moved[move].old), count: 1)
    }
  }

  /// Adds an updated item, with the content that it has after a stage.
  private mutating func placeUpdated(_ update: Int, of list: ChangeList, _ plan: StagePlan, after stage: Int) {
    positions.updated[update] = Int32(truncatingIfNeeded: splice.count)
    let pair = list.updated[update]
    if plan.stages.updated[update] <= stage {
      splice.append(new: Int(pair.new))
    } else {
      splice.append(old: Int(pair.old), count: 1)
    }
  }
}
