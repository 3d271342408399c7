/// The items that changed between two snapshots: all others of a kept section are in their order.
struct ChangedItems {
  /// Positions of all changed old items, ascending.
  let removed: [Int32]
  /// Positions of all changed new items, ascending.
  let added: [Int32]
  /// For each of `added` the index in `removed` of the same item, or -1.
  let partners: [Int32]
  /// Where the old sections begin.
  let oldOffsets: SectionOffsets
  /// Where the new sections begin.
  let newOffsets: SectionOffsets

  fileprivate func pair(_ index: Int) -> PositionPair {
    PositionPair(old: removed[Int(partners[index])], new: added[index])
  }

  /// Whether those of `removed` from an index on are the first that are not before a section.
  fileprivate func isStart(_ index: Int, of section: Range<Int>) -> Bool {
    (index == 0 || Int(removed[index - 1]) < section.lowerBound)
      && (index == removed.count || Int(removed[index]) >= section.lowerBound)
  }

  /// A section that is kept, by the indices of what changed in it.
  fileprivate struct Section {
    let removed: Range<Int>
    let old: Range<Int>
    let added: Range<Int>
    let newStart: Int
  }

  fileprivate func oldRank(_ partner: Int, in section: Section) -> Int {
    Int(removed[partner]) - section.old.lowerBound - (partner - section.removed.lowerBound)
  }

  fileprivate func newRank(_ index: Int, in section: Section) -> Int {
    Int(added[index]) - section.newStart - (index - section.added.lowerBound)
  }
}

/// Moves where only the changed items are given.
///
/// Between those the unchanged ones form blocks, so the cost is that of the changed ones. The *rank* of an offset is the
/// number of unchanged items before it in its section, the same in both orders for an unchanged item.
///
///     old   a · · b · c      a, b and c changed; ranks 0, 2 and 3
///     new   · a · b · c      ranks 1, 2 and 3: a has another one, so it or what it passed has moved
///
/// *Invariant:* where in a section every changed item has the rank that it had, in the same order, none has moved.
extension MovePlanner {
  /// The fewest moves, ascending in `new`: of items that changed section, and within each kept section.
  ///
  /// - Parameters:
  ///   - changed: The items that changed.
  ///   - sections: Which section is which.
  ///   - mayMoveUnchanged: Whether unchanged items may be moved where that takes fewer moves.
  /// - Complexity: O(*k* log *k* + *t* log *s*), where *k* is the number of changed items, *t* that of the sections that
  ///   they are in and *s* that of all sections.
  static func moves(of changed: ChangedItems, sections: SectionPlan, mayMoveUnchanged: Bool) -> [PositionPair] {
    let (added, removed) = (changed.added, changed.removed)
    var planner = MovePlanner()
    var nextOrder = 0
    var first = 0
    var firstRemoved = 0
    while first < added.count {
      let section = changed.newOffsets.section(ofPosition: Int(added[first]))
      let end = changed.newOffsets.end(of: section)
      var last = first + 1
      while last < added.count, Int(added[last]) < end { last += 1 }
      let oldSection = sections.oldSection(ofNew: section)
      if oldSection < 0 {
        for index in first..<last where changed.partners[index] >= 0 { planner.addMove(changed.pair(index)) }
      } else {
        let old = changed.oldOffsets[oldSection]
        // Sections are most often in the order that they were in: then this is where the last one ended.
        if !changed.isStart(firstRemoved, of: old) {
          firstRemoved = removed.partitionPoint { Int($0) < old.lowerBound }
        }
        var lastRemoved = firstRemoved
        while lastRemoved < removed.count, Int(removed[lastRemoved]) < old.upperBound { lastRemoved += 1 }
        planner.add(
          ChangedItems.Section(
            removed: firstRemoved..<lastRemoved, old: old, added: first..<last,
            newStart: changed.newOffsets.start(of: section)),
          of: changed, orderedFrom: &nextOrder, mayMoveUnchanged: mayMoveUnchanged)
        firstRemoved = lastRemoved
      }
      first = last
    }
    // A bound far above their number has the orders sorted: the cost is that of the changed items.
    planner.plan(bound: .max)
    return planner.moves
  }

  /// Adds the moves into a section, and its blocks where some of its items have moved.
  private mutating func add(
    _ section: ChangedItems.Section, of changed: ChangedItems, orderedFrom nextOrder: inout Int, mayMoveUnchanged: Bool
  ) {
    var inside = 0
    var lastInside = 0
    var lastPartner = -1
    var staysInOrder = true
    for index in section.added {
      let partner = Int(changed.partners[index])
      if partner < 0 { continue }
      if !section.removed.contains(partner) {
        addMove(changed.pair(index))
        continue
      }
      let hasRank = changed.oldRank(partner, in: section) == changed.newRank(index, in: section)
      if partner < lastPartner || !hasRank { staysInOrder = false }
      inside += 1
      lastInside = index
      lastPartner = partner
    }
    if staysInOrder { return }
    if inside == 1 {
      // It has passed one other at least, so one move is the fewest.
      addMove(changed.pair(lastInside))
    } else {
      addBlocks(section, of: changed, orderedFrom: nextOrder, mayMoveUnchanged: mayMoveUnchanged)
      nextOrder += section.old.count
    }
  }

  /// Adds a section in its new order: changed items that are on both sides one by one, and between them and those that are
  /// on one side the unchanged ones.
  private mutating func addBlocks(
    _ section: ChangedItems.Section, of changed: ChangedItems, orderedFrom base: Int, mayMoveUnchanged: Bool
  ) {
    let shift = Int32(truncatingIfNeeded: base - section.old.lowerBound)
    if blocks.isEmpty { blocks.reserveCapacity(section.removed.count + 2 * section.added.count + 1) }
    // How many unchanged items are in blocks, and the first changed old one that does not come before the next of them.
    var rank = 0
    var removed = section.removed.lowerBound
    func addUnchanged(to end: Int, passing added: Int, in planner: inout MovePlanner) {
      while rank < end {
        while removed < section.removed.upperBound, changed.oldRank(removed, in: section) <= rank { removed += 1 }
        let next = removed < section.removed.upperBound ? min(end, changed.oldRank(removed, in: section)) : end
        let pair = PositionPair(
          position: section.old.lowerBound + rank + removed - section.removed.lowerBound,
          section.newStart + rank + added - section.added.lowerBound)
        let count = Int32(truncatingIfNeeded: next - rank)
        planner.add(MoveBlock(old: pair.old, new: pair.new, count: count, order: pair.old + shift))
        rank = next
      }
    }
    for index in section.added {
      addUnchanged(to: changed.newRank(index, in: section), passing: index, in: &self)
      let partner = Int(changed.partners[index])
      guard partner >= 0, section.removed.contains(partner) else { continue }
      let pair = changed.pair(index)
      if mayMoveUnchanged || changed.oldRank(partner, in: section) == rank {
        add(MoveBlock(old: pair.old, new: pair.new, count: 1, order: pair.old + shift))
      } else {
        // It has passed an unchanged item.
        addMove(pair)
      }
    }
    addUnchanged(to: section.old.count - section.removed.count, passing: section.added.upperBound, in: &self)
  }
}
