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
@usableFromInline
struct StagePlan: Sendable {
  /// How many stages.
  @usableFromInline private(set) var count: Int
  /// The stage of each change, from zero.
  private(set) var stages: PerChange<UInt8>
  /// Sections are deleted in the first stage and inserted in the last: nothing is in their way, and so no snapshot
  /// in between holds an item twice that goes into or out of one.
  var sectionInserts: Int { count - 1 }
  var sectionDeletes: Int { 0 }

  /// All changes in one stage.
  init(atOnce list: ChangeList) {
    count = 1
    stages = PerChange(list, repeating: 0)
  }

  /// As few stages as are legal.
  ///
  /// - Complexity: O(*k* log *s*), where *s* is the number of sections and *k* the number of changes; O(*s*) more where
  ///   sections move.
  @usableFromInline
  init(_ batch: ChangeList) {
    self.init(atOnce: batch)
    // The section moves that each item change touches: indices into `sectionMoves`, or -1.
    let anySectionMoves = !batch.movedSections.isEmpty
    var moveOfOld = [Int](repeating: -1, count: anySectionMoves ? batch.oldOffsets.sectionCount : 0)
    var moveOfNew = [Int](repeating: -1, count: anySectionMoves ? batch.newOffsets.sectionCount : 0)
    for (index, pair) in batch.movedSections.enumerated() {
      moveOfOld[Int(pair.old)] = index
      moveOfNew[Int(pair.new)] = index
    }
    func left(_ old: Int32) -> Int {
      anySectionMoves ? moveOfOld[batch.oldOffsets.section(ofPosition: Int(old))] : -1
    }
    func entered(_ new: Int32) -> Int {
      anySectionMoves ? moveOfNew[batch.newOffsets.section(ofPosition: Int(new))] : -1
    }

    let touchesMoving =
      anySectionMoves
      && (batch.deleted.contains { left($0) >= 0 } || batch.inserted.contains { entered($0) >= 0 }
        || batch.updated.contains { left($0.old) >= 0 || entered($0.new) >= 0 }
        || batch.moved.contains { left($0.old) >= 0 || entered($0.new) >= 0 })
    let movesAnUpdatedItem = batch.movesAnUpdatedItem
    if !movesAnUpdatedItem && !touchesMoving { return }

    count = 2
    var groups = JoinedGroups(count: batch.movedSections.count)
    if anySectionMoves {
      for move in batch.moved {
        let (from, to) = (left(move.old), entered(move.new))
        if from >= 0, to >= 0 { groups.join(from, to) }
        if movesAnUpdatedItem, batch.update(to: move.new) != nil {
          switch (from >= 0, to >= 0) {
          case (true, true): count = 3
          case (true, false): groups.force(from, 1)
          case (false, true): groups.force(to, 0)
          case (false, false): break
          }
        }
      }
    }
    if count == 3 || groups.areForcedBothWays {
      count = 3
      for index in batch.movedSections.indices { stages.movedSections[index] = 1 }
      for index in batch.deleted.indices { stages.deleted[index] = 2 }
      for index in batch.inserted.indices { stages.inserted[index] = 2 }
      for index in batch.moved.indices { stages.moved[index] = 2 }
      return
    }

    for index in batch.movedSections.indices { stages.movedSections[index] = groups.value(index) ?? 0 }
    /// The stage in which a change may touch this section: not the one in which it moves.
    func beside(_ sectionMove: Int) -> UInt8? { sectionMove < 0 ? nil : 1 - stages.movedSections[sectionMove] }
    for (index, old) in batch.deleted.enumerated() { stages.deleted[index] = beside(left(old)) ?? 1 }
    for (index, new) in batch.inserted.enumerated() { stages.inserted[index] = beside(entered(new)) ?? 1 }
    for (index, pair) in batch.updated.enumerated() { stages.updated[index] = beside(left(pair.old)) ?? 0 }
    for (index, pair) in batch.moved.enumerated() {
      let stage = beside(left(pair.old)) ?? beside(entered(pair.new)) ?? 1
      stages.moved[index] = stage
      if let update = batch.update(to: pair.new) { stages.updated[update] = 1 - stage }
    }
  }
}

extension ChangeList {
  /// Whether one stage is certainly legal: no section moves, and no item is both moved and updated.
  ///
  /// - Complexity: O(*k*), where *k* is the number of moves and updates; O(1) where there are none of one kind.
  @usableFromInline var isOneStage: Bool { movedSections.isEmpty && !movesAnUpdatedItem }

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
  private var forced: [UInt8?]
  /// Whether a group is forced into both stages.
  private(set) var areForcedBothWays = false

  init(count: Int) {
    parent = Array(0..<count)
    forced = [UInt8?](repeating: nil, count: count)
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

  mutating func force(_ index: Int, _ stage: UInt8) {
    let index = root(index)
    if let other = forced[index], other != stage { areForcedBothWays = true }
    forced[index] = stage
  }

  mutating func value(_ index: Int) -> UInt8? { forced[root(index)] }
}
