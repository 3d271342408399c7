/// Which change of a batch happens in which stage, so that every stage is legal for a list view and there are as few as
/// possible.
///
/// Two rules keep changes apart; all else may share a stage.
///
/// - An item that is moved and updated needs two stages: a reload names a row that stays.
/// - A change of an item must not touch a section that moves in the same stage.
///
/// An item's move touches the section it leaves and the one it enters. Its reload touches the section it leaves when it
/// comes before the move, the one it enters when it comes after.
///
///     item moved + updated, from section a to b      two stages suffice when
///     neither a nor b moves                          always
///     a moves                                        item moves in 1; a moves, reload in 2
///     b moves                                        reload, b moves in 1; item moves in 2
///     both move                                      never: three
///
/// An item moved between two moving sections makes them move in the same stage. So two stages suffice when the stages
/// forced on the sections of each group joined in this way agree. Three always do: reloads; sections; items.
struct StagePlan {
  /// How many stages.
  private(set) var count = 1
  /// The stage of each change of an item and of a section, from zero; `nil` where there is one.
  ///
  /// Sections are deleted in the first stage and inserted in the last: nothing is in their way, and so no snapshot in
  /// between holds an item twice that goes into or out of one.
  private(set) var items: PerChange?
  private(set) var sections: PerChange?

  /// All changes in one stage.
  init() {}

  /// As few stages as are legal.
  ///
  /// - Complexity: O(*k* log *s*), where *s* is the number of sections and *k* the number of changes; O(*s*) more where
  ///   sections move.
  init(_ batch: ChangeList) {
    // The section moves that each item change touches: indices into those of the batch.
    var (moveOfOld, moveOfNew): ([Int: Int], [Int: Int]) = ([:], [:])
    for (index, pair) in batch.movedSections.enumerated() {
      moveOfOld[Int(pair.old)] = index
      moveOfNew[Int(pair.new)] = index
    }
    func left(_ pair: PositionPair) -> Int? {
      pair.old < 0 ? nil : moveOfOld[batch.oldOffsets.section(ofPosition: Int(pair.old))]
    }
    func entered(_ pair: PositionPair) -> Int? {
      pair.new < 0 ? nil : moveOfNew[batch.newOffsets.section(ofPosition: Int(pair.new))]
    }

    let anySectionMoves = !batch.movedSections.isEmpty
    let movesAnUpdatedItem = batch.movesAnUpdatedItem
    let touchesMoving =
      anySectionMoves
      && ChangeList.Kind.allCases.contains { batch[$0].contains { left($0) != nil || entered($0) != nil } }
    if !movesAnUpdatedItem && !touchesMoving { return }

    count = 2
    var groups = JoinedGroups(count: batch.movedSections.count)
    for move in batch.moved where anySectionMoves {
      let (from, to) = (left(move), entered(move))
      if let from, let to { groups.join(from, to) }
      guard movesAnUpdatedItem, batch.update(to: move.new) != nil else { continue }
      switch (from, to) {
      case (_?, _?): count = 3
      case (let from?, nil): groups.force(from, 1)
      case (nil, let to?): groups.force(to, 0)
      case (nil, nil): break
      }
    }
    if groups.areForcedBothWays { count = 3 }

    let last = Int32(truncatingIfNeeded: count - 1)
    var sections = PerChange(batch.sections, repeating: 0)
    for index in batch.insertedSections.indices { sections[.inserted, index] = last }
    for index in batch.movedSections.indices { sections[.moved, index] = count == 3 ? 1 : groups.value(index) ?? 0 }
    /// The stage in which a change may touch this section: of two, not the one in which it moves.
    func beside(_ move: Int?) -> Int32? { count == 3 ? nil : move.map { 1 - sections[.moved, $0] } }
    var items = PerChange(batch, repeating: 0)
    for kind in ChangeList.Kind.allCases {
      for (index, pair) in batch[kind].enumerated() {
        items[kind, index] = beside(left(pair)) ?? beside(entered(pair)) ?? (kind == .updated ? 0 : last)
      }
    }
    for (index, pair) in batch.moved.enumerated() where count == 2 {
      if let update = batch.update(to: pair.new) { items[.updated, update] = 1 - items[.moved, index] }
    }
    (self.items, self.sections) = (items, sections)
  }

  /// Whether an item change has been made after a stage.
  func isMade(_ kind: ChangeList.Kind, _ index: Int, after stage: Int) -> Bool {
    items.map { $0[kind, index] <= stage } ?? true
  }

  /// Whether the change of a section has been made after a stage.
  func isMade(sections kind: ChangeList.Kind, _ index: Int, after stage: Int) -> Bool {
    sections.map { $0[kind, index] <= stage } ?? true
  }
}

extension ChangeList {
  /// Whether an item is both moved and updated: both lists ascend in `new`.
  fileprivate var movesAnUpdatedItem: Bool {
    var update = 0
    for move in moved {
      while update < updated.count, updated[update].new < move.new { update += 1 }
      if update == updated.count { return false }
      if updated[update].new == move.new { return true }
    }
    return false
  }

  /// The index of the update of the item at a new position, or `nil`.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of updates.
  func update(to position: Int32) -> Int? {
    let index = updated.partitionPoint { $0.new < position }
    return index < updated.count && updated[index].new == position ? index : nil
  }
}

/// Groups of section moves that must share a stage, with the stage that is forced on each group.
private struct JoinedGroups {
  private var parent: [Int]
  private var forced: [Int32?]
  /// Whether a group is forced into both stages.
  private(set) var areForcedBothWays = false

  init(count: Int) {
    parent = Array(0..<count)
    forced = [Int32?](repeating: nil, count: count)
  }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parent[index] != index {
      parent[index] = parent[parent[index]]
      index = parent[index]
    }
    return index
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    guard a != b else { return }
    parent[b] = a
    if let stage = forced[b] { force(a, stage) }
  }

  mutating func force(_ index: Int, _ stage: Int32) {
    let index = root(index)
    if let other = forced[index], other != stage { areForcedBothWays = true }
    forced[index] = stage
  }

  mutating func value(_ index: Int) -> Int32? { forced[root(index)] }
}
