import SectionDiff

/// The fewest legal stages of a batch view, by exhaustive search over its partitions.
///
/// A *partition* gives each operation of the batch a stage 1 … *k*. Which partitions are legal follows from the
/// rules of ``ListViewModel`` alone:
///
/// - **Order never forbids a partition.** Rows that keep their place in the batch view are in the same order
///   before and after, so between two of them every state in between can list first the rows that have yet to leave
///   (in old order), then those that have come (in new order). All states so built agree with each other, which is
///   L7 for rows that no operation of the stage names; sections likewise. L1, L2 and L3 hold by counting. An item
///   that is moved is at its old place until its stage and at its new place from then on.
/// - **L4 never forbids one.** The batch view lists no operation on a row of a deleted or inserted section.
/// - **L5** forbids to move and to reload one item in one stage.
/// - **L6** forbids an operation on a row in the stage in which a section moves that it touches. A delete touches
///   its section, an insert likewise, a move both its sections. A reload touches the section in which the item
///   is at that moment: the old one before the item's move, the new one after it.
///
/// So the only constraints are between an item's own operations (L5) and between those and section moves (L6):
/// given the stages of the section moves, each item can be judged by itself. The search goes through *all* ways to
/// spread the section moves over *k* stages, and for each through all ways to place each item's one or two
/// operations. Nothing is left out, so where it finds no legal partition there is none.
///
/// Three stages always suffice: sections move in the first, items in the second, reloads come in the third.
package struct StageSearch: Sendable {
  /// The operations of one item, with the kept sections they touch, each named by its old offset.
  private enum Item {
    case operation(touching: Set<Int>)
    case moveAndReload(old: Int, new: Int)
  }

  private let sectionMoves: [Int]
  private let items: [Item]
  private let isEmpty: Bool

  /// Prepares the search for a batch view, in coordinates of the two snapshots of the mapping.
  package init(batch: PlainChanges, mapping: RowMapping) {
    isEmpty = batch.counts.total == 0
    sectionMoves = batch.sectionMoves.map(\.from)
    func oldName(_ new: Int) -> Int? { mapping.oldSections[new] }
    let moving = Set(sectionMoves)
    var items: [Item] = []
    let reloads = Dictionary(batch.updates.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
    for path in batch.deletes { items.append(.operation(touching: [path.section])) }
    for path in batch.inserts {
      items.append(.operation(touching: Set([oldName(path.section)].compactMap { $0 })))
    }
    var movedTargets: Set<ItemPath> = []
    for move in batch.moves {
      guard let target = oldName(move.to.section) else { continue }
      movedTargets.insert(move.to)
      if reloads[move.to] != nil {
        items.append(.moveAndReload(old: move.from.section, new: target))
      } else {
        items.append(.operation(touching: [move.from.section, target]))
      }
    }
    for update in batch.updates where !movedTargets.contains(update.to) {
      items.append(.operation(touching: [update.from.section]))
    }
    // Operations on sections at rest can be in any stage.
    self.items = items.filter {
      if case .operation(let touched) = $0 { return !touched.isDisjoint(with: moving) }
      return true
    }
  }

  /// The fewest stages: 0 for no changes at all, otherwise 1, 2 or 3.
  package var fewest: Int {
    if isEmpty { return 0 }
    return (1...3).first(where: hasPartition) ?? 4
  }

  /// Whether some way to spread the operations over `count` stages is legal.
  ///
  /// - Complexity: O(*k*^(*m* + 2) · *i*), where *k* is `count`, *m* the number of section moves and *i* of items.
  package func hasPartition(into count: Int) -> Bool {
    var stages = Array(repeating: 0, count: sectionMoves.count)
    while true {
      let stageOfMove = Dictionary(zip(sectionMoves, stages), uniquingKeysWith: { first, _ in first })
      if items.allSatisfy({ isPlaceable($0, in: count, stageOfMove: stageOfMove) }) { return true }
      // The next spread: count up, in base `count`.
      guard let digit = stages.indices.first(where: { stages[$0] + 1 < count }) else { return false }
      stages[digit] += 1
      for lower in 0..<digit { stages[lower] = 0 }
    }
  }

  private func isPlaceable(_ item: Item, in count: Int, stageOfMove: [Int: Int]) -> Bool {
    switch item {
    case .operation(let touched):
      return (0..<count).contains { stage in touched.allSatisfy { stageOfMove[$0] != stage } }
    case .moveAndReload(let old, let new):
      for move in 0..<count where stageOfMove[old] != move && stageOfMove[new] != move {
        for reload in 0..<count where reload != move {
          if stageOfMove[reload < move ? old : new] != reload { return true }
        }
      }
      return false
    }
  }
}
