/// What a list shows once some of its changes are made, and where in it each changed item is.
///
/// All that a list shows on its way is a part of the sequence of a ``ChangeWalk``, and its sections are of one like it. What it
/// shows after a stage is what stays, what has yet to leave and what has arrived.
@usableFromInline
struct AssemblyPlan: Sendable {
  /// Where its sections begin.
  @usableFromInline private(set) var offsets = SectionOffsets.none
  /// Its sections, unless all are kept in their order: old and new offsets, -1 where a side does not have the section.
  @usableFromInline private(set) var sections: [PositionPair] = []
  /// Where its items are taken from.
  @usableFromInline private(set) var splice = Splice()
  /// Whether all sections are kept in their order.
  @usableFromInline let keepsSections: Bool
  /// The position at which it shows the item of each change, or -1; `nil` where all changes are in one stage, as only stages
  /// are listed from it. The offset at which it shows each changed section likewise.
  private(set) var positions: PerChange?
  private(set) var sectionPositions: PerChange?

  /// Lays out what a list shows in the end.
  ///
  /// - Parameter list: A list that names the items of deleted and inserted sections.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes; O(log *k*)
  ///   more for each section where sections come, go or move.
  @usableFromInline
  init(_ list: ChangeList) { self.init(list, StagePlan(), after: 0) }

  /// Lays out what a list shows after a stage.
  ///
  /// - Parameters:
  ///   - list: All changes, of which some are made.
  ///   - plan: The stage of each of them.
  ///   - stage: The number of the stage. Before the last no section has been inserted, and all are deleted that will be.
  /// - Complexity: As ``init(_:)``.
  init(_ list: ChangeList, _ plan: StagePlan, after stage: Int) {
    keepsSections = list.keepsSections
    if plan.count > 1 { positions = PerChange(list, repeating: -1) }
    if !keepsSections { placeSections(of: list.sections, plan, after: stage) }
    let count = keepsSections ? list.newOffsets.sectionCount : sections.count
    offsets.reserveCapacity(count)
    // A change parts what stays, and adds one stretch at most for each position of its item.
    splice.stretches.reserveCapacity(
      2 * (list.deleted.count + list.inserted.count + list.updated.count + 2 * list.moved.count) + 1)
    var walk = ChangeWalk(list)
    for index in 0..<count {
      walk.enter(keepsSections ? PositionPair(position: index, index) : sections[index])
      while let step = walk.next() {
        switch step {
        case .stay(let old, _, let count): splice.append(old: old, count: count)
        case .leave(let kind, let index): if !plan.isMade(kind, index, after: stage) { place(kind, index) }
        case .arrive(let kind, let index): if plan.isMade(kind, index, after: stage) { place(kind, index) }
        case .update(let index): place(.updated, index)
        }
      }
      offsets.appendSection(endingAt: splice.count)
    }

    /// Adds the item of a change, with the content that it has after the stage.
    func place(_ kind: ChangeList.Kind, _ index: Int) {
      positions?[kind, index] = Int32(truncatingIfNeeded: splice.count)
      let pair = list.pair(kind, index)
      if kind == .moved, let update = list.update(to: pair.new) {
        place(.updated, update)
      } else if kind == .inserted || (kind == .updated && plan.isMade(kind, index, after: stage)) {
        splice.append(new: Int(pair.new))
      } else {
        splice.append(old: Int(pair.old), count: 1)
      }
    }
  }

  /// Lays out the sections after a stage, as the items of one.
  private mutating func placeSections(of list: ChangeList, _ plan: StagePlan, after stage: Int) {
    var positions = PerChange(list, repeating: -1)
    var walk = ChangeWalk(list)
    walk.enter(PositionPair(old: 0, new: 0))
    while let step = walk.next() {
      switch step {
      case .stay(let old, let new, let count):
        for offset in 0..<count { sections.append(PositionPair(position: old + offset, new + offset)) }
      case .leave(let kind, let index): if !plan.isMade(sections: kind, index, after: stage) { place(kind, index) }
      case .arrive(let kind, let index): if plan.isMade(sections: kind, index, after: stage) { place(kind, index) }
      case .update(let index): place(.updated, index)
      }
    }
    sectionPositions = positions

    func place(_ kind: ChangeList.Kind, _ index: Int) {
      let pair = list.pair(kind, index)
      positions[kind, index] = Int32(truncatingIfNeeded: sections.count)
      if kind == .moved, let update = list.update(to: pair.new) { positions[.updated, update] = positions[kind, index] }
      sections.append(pair)
    }
  }
}
