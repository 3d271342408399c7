/// Plans moves where only some items are named: all others of a kept section stay in their order.
///
/// Between the named items the unnamed ones form blocks, and a block is one weighted element; so the cost is that of the
/// named ones. The *rank* of an offset is the number of unnamed items before it in its section, the same in both orders
/// for an unnamed item. Named items cut the unnamed ones into blocks at their ranks.
///
///     old   a · · b · c      a, b and c are named; ranks 0, 2 and 3
///     new   · a · b · c      ranks 1, 2 and 3: a has another one, so it or what it passed has moved
///
/// *Invariant:* where in a section every named item has the rank that it had, in the same order, none has moved.
@usableFromInline
struct NamedMovePlanner {
  /// All named old positions, ascending.
  private let removed: [Int32]
  /// All named new positions, ascending.
  private let added: [Int32]
  /// For each of `added` the index in `removed` of the same item, or -1.
  private let partners: [Int32]
  private let oldOffsets: SectionOffsets
  private let newOffsets: SectionOffsets
  /// Whether unnamed items may be moved where that takes fewer moves.
  private let mayMoveUnnamed: Bool
  private var moves: [PositionPair] = []
  private var pool = BufferPool()

  /// - Parameters:
  ///   - removed: Positions of all named old items, ascending.
  ///   - added: Positions of all named new items, ascending.
  ///   - partners: For each of `added` the index in `removed` of the same item, or -1.
  ///   - oldOffsets: Where the old sections begin.
  ///   - newOffsets: Where the new sections begin.
  ///   - mayMoveUnnamed: Whether unnamed items may be moved where that takes fewer moves.
  init(
    removed: [Int32], added: [Int32], partners: [Int32], oldOffsets: SectionOffsets, newOffsets: SectionOffsets,
    mayMoveUnnamed: Bool
  ) {
    self.removed = removed
    self.added = added
    self.partners = partners
    self.oldOffsets = oldOffsets
    self.newOffsets = newOffsets
    self.mayMoveUnnamed = mayMoveUnnamed
  }

  /// The fewest moves, ascending in `new`: of items that changed section, and within each kept section.
  ///
  /// - Complexity: O(*k* log *k* + *t* log *s*), where *k* is the number of named items, *t* that of the sections that
  ///   they are in and *s* that of all sections.
  mutating func moves(sections: SectionPlan) -> [PositionPair] {
    var first = 0
    var firstRemoved = 0
    while first < added.count {
      let section = newOffsets.section(ofPosition: Int(added[first]))
      let end = newOffsets.end(of: section)
      var last = first + 1
      while last < added.count, Int(added[last]) < end { last += 1 }
      let oldSection = sections.oldSection(ofNew: section)
      if oldSection < 0 {
        for index in first..<last where partners[index] >= 0 { moves.append(pair(index)) }
      } else {
        let old = oldOffsets[oldSection]
        // Sections are most often in the order that they were in: then this is where the last one ended.
        if !isStart(firstRemoved, of: old) { firstRemoved = removed.partitionPoint { Int($0) < old.lowerBound } }
        var lastRemoved = firstRemoved
        while lastRemoved < removed.count, Int(removed[lastRemoved]) < old.upperBound { lastRemoved += 1 }
        plan(
          KeptSection(
            removed: firstRemoved..<lastRemoved, oldStart: old.lowerBound, oldEnd: old.upperBound, added: first..<last,
            newStart: newOffsets.start(of: section)))
        firstRemoved = lastRemoved
      }
      first = last
    }
    if !moves.isAscending { moves.sort { $0.new < $1.new } }
    return moves
  }

  /// Whether those of `removed` from an index on are the first that are not before a section.
  private func isStart(_ index: Int, of section: Range<Int>) -> Bool {
    (index == 0 || Int(removed[index - 1]) < section.lowerBound)
      && (index == removed.count || Int(removed[index]) >= section.lowerBound)
  }

  private func pair(_ index: Int) -> PositionPair {
    PositionPair(old: removed[Int(partners[index])], new: added[index])
  }

  // MARK: - One section

  /// A section that is kept, by the indices of what is named in it.
  private struct KeptSection {
    let removed: Range<Int>
    let oldStart: Int
    let oldEnd: Int
    let added: Range<Int>
    let newStart: Int
    /// The number of its items that are not named.
    var unnamed: Int { oldEnd - oldStart - removed.count }
  }

  private func oldRank(_ partner: Int, in section: KeptSection) -> Int {
    Int(removed[partner]) - section.oldStart - (partner - section.removed.lowerBound)
  }

  private func newRank(_ index: Int, in section: KeptSection) -> Int {
    Int(added[index]) - section.newStart - (index - section.added.lowerBound)
  }

  /// Adds the moves into a section, and those within it.
  private mutating func plan(_ section: KeptSection) {
    var inside = 0
    var lastInside = 0
    var lastPartner = -1
    var staysInOrder = true
    for index in section.added {
      let partner = Int(partners[index])
      if partner < 0 { continue }
      if !section.removed.contains(partner) {
        moves.append(pair(index))
        continue
      }
      if partner < lastPartner || oldRank(partner, in: section) != newRank(index, in: section) { staysInOrder = false }
      inside += 1
      lastInside = index
      lastPartner = partner
    }
    if staysInOrder { return }
    if inside == 1 {
      // It has passed one other at least, so one move is the fewest.
      moves.append(pair(lastInside))
    } else {
      planWithin(section, count: inside)
    }
  }

  /// Adds the moves within a section in which so many named items are on both sides, and some have moved.
  ///
  /// The elements of both orders are the named items, by their number in the new order, and the blocks between the
  /// *edges*, which are all ranks of named items.
  private mutating func planWithin(_ section: KeptSection, count: Int) {
    var inside = pool.takeEmpty(capacity: count)
    var edges = pool.takeEmpty(capacity: 2 * count + 2)
    edges.append(0)
    edges.append(Int32(truncatingIfNeeded: section.unnamed))
    for index in section.added where section.removed.contains(Int(partners[index])) {
      inside.append(Int32(truncatingIfNeeded: index))
      edges.append(Int32(truncatingIfNeeded: oldRank(Int(partners[index]), in: section)))
      edges.append(Int32(truncatingIfNeeded: newRank(index, in: section)))
    }
    edges.sort()
    removeRepeats(&edges)
    let blocks = edges.count - 1

    // Where each named item and each block comes in the old order.
    var orders = pool.take(count: count + blocks)
    var inOldOrder = pool.takeEmpty(capacity: count)
    for number in 0..<count { inOldOrder.append(Int32(truncatingIfNeeded: number)) }
    inOldOrder.sort { partners[Int(inside[Int($0)])] < partners[Int(inside[Int($1)])] }
    var order: Int32 = 0
    var next = 0
    for block in 0...blocks {
      while next < count {
        let number = Int(inOldOrder[next])
        if oldRank(Int(partners[Int(inside[number])]), in: section) > Int(edges[block]) { break }
        orders[number] = order
        order += 1
        next += 1
      }
      if block < blocks {
        orders[count + block] = order
        order += 1
      }
    }

    // The elements in the new order, and where each was in the old one.
    var elements = pool.takeEmpty(capacity: count + blocks)
    var ranks = pool.takeEmpty(capacity: count + blocks)
    next = 0
    for block in 0...blocks {
      while next < count, newRank(Int(inside[next]), in: section) <= Int(edges[block]) {
        elements.append(Int32(truncatingIfNeeded: next))
        ranks.append(orders[next])
        next += 1
      }
      if block < blocks {
        elements.append(Int32(truncatingIfNeeded: count + block))
        ranks.append(orders[count + block])
      }
    }

    // Where unnamed items must stay, each weighs more than all named ones together.
    let unit = mayMoveUnnamed ? 1 : count + 1
    let stays = heaviestIncreasingRun(ranks: ranks) { element in
      let block = Int(elements[element]) - count
      return block < 0 ? 1 : Int(edges[block + 1] - edges[block]) * unit
    }
    for (element, number) in elements.enumerated() where stays[element] == 0 {
      let block = Int(number) - count
      if block < 0 {
        moves.append(pair(Int(inside[Int(number)])))
      } else {
        for rank in Int(edges[block])..<Int(edges[block + 1]) {
          moves.append(
            PositionPair(
              position: removed.unnamed(rank: rank, from: section.oldStart),
              added.unnamed(rank: rank, from: section.newStart)))
        }
      }
    }
    pool.give(&inside)
    pool.give(&edges)
    pool.give(&orders)
    pool.give(&inOldOrder)
    pool.give(&elements)
    pool.give(&ranks)
  }

  /// Keeps each number of an ascending list once.
  private func removeRepeats(_ numbers: inout [Int32]) {
    var kept = 0
    for index in numbers.indices where kept == 0 || numbers[kept - 1] != numbers[index] {
      numbers[kept] = numbers[index]
      kept += 1
    }
    numbers.removeLast(numbers.count - kept)
  }
}
