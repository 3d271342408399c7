/// Plans moves where only some items are named: all others of a kept section stay in their order.
///
/// Between the named items the unnamed ones form blocks, and a block is one weighted element; so the cost is that of the
/// named ones. The *rank* of a place is the number of unnamed items before it in its section, the same in both orders
/// for an unnamed item. Named items cut the unnamed ones into blocks at their ranks.
@usableFromInline
struct NamedMovePlanner {
  /// Named items that both sides hold, ascending in `new`.
  private let kept: [PositionPair]
  private let oldOffsets: SectionOffsets
  private let newOffsets: SectionOffsets
  /// Whether unnamed items may be moved where that takes fewer moves.
  private let mayMoveUnnamed: Bool
  /// All named old positions, ascending.
  private let namedOld: [Int32]
  /// All named new positions, ascending.
  private let namedNew: [Int32]

  /// - Parameters:
  ///   - kept: Named items that both sides hold, ascending in `new`.
  ///   - deleted: Old positions of named items that only the old side holds.
  ///   - inserted: New positions of named items that only the new side holds.
  ///   - oldOffsets: Where the old sections begin.
  ///   - newOffsets: Where the new sections begin.
  ///   - mayMoveUnnamed: Whether unnamed items may be moved where that takes fewer moves.
  init(
    kept: [PositionPair], deleted: [Int32], inserted: [Int32], oldOffsets: SectionOffsets, newOffsets: SectionOffsets,
    mayMoveUnnamed: Bool
  ) {
    self.kept = kept
    self.oldOffsets = oldOffsets
    self.newOffsets = newOffsets
    self.mayMoveUnnamed = mayMoveUnnamed
    namedOld = (kept.map { $0.old } + deleted).sorted()
    namedNew = (kept.map { $0.new } + inserted).sorted()
  }

  /// The fewest moves, ascending in `new`: of items that changed section, and within each kept section.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of named items.
  func moves(sections: SectionPlan) -> [PositionPair] {
    var planner = MovePlanner()
    var start = 0
    while start < kept.count {
      let section = newOffsets.section(ofPosition: Int(kept[start].new))
      var end = start
      while end < kept.count, Int(kept[end].new) < newOffsets.end(of: section) { end += 1 }
      let oldSection = sections.oldSection(ofNew: section)
      var inside: [PositionPair] = []
      for pair in kept[start..<end] {
        if oldSection >= 0, oldOffsets.section(ofPosition: Int(pair.old)) == oldSection {
          inside.append(pair)
        } else {
          planner.addMove(old: pair.old, new: pair.new)
        }
      }
      if !inside.isEmpty {
        for move in moves(
          inside, oldStart: oldOffsets.start(of: oldSection), oldEnd: oldOffsets.end(of: oldSection),
          newStart: newOffsets.start(of: section))
        {
          planner.addMove(old: move.old, new: move.new)
        }
      }
      start = end
    }
    planner.plan(bound: 0, respectingNames: false)
    return planner.moves
  }

  /// The moves within one kept section.
  private func moves(
    _ inside: [PositionPair], oldStart: Int, oldEnd: Int, newStart: Int
  ) -> [PositionPair] {
    let firstOld = namedOld.partitionPoint { Int($0) < oldStart }
    let firstNew = namedNew.partitionPoint { Int($0) < newStart }
    let unnamed = oldEnd - oldStart - (namedOld.partitionPoint { Int($0) < oldEnd } - firstOld)
    func rankOld(_ pair: PositionPair) -> Int {
      Int(pair.old) - oldStart - (namedOld.partitionPoint { $0 < pair.old } - firstOld)
    }
    func rankNew(_ pair: PositionPair) -> Int {
      Int(pair.new) - newStart - (namedNew.partitionPoint { $0 < pair.new } - firstNew)
    }
    // What is between the same unnamed items, in the same order, has not moved.
    if inside.isAscendingInOld, inside.allSatisfy({ rankOld($0) == rankNew($0) }) { return [] }
    // A single one has passed one other at least, so one move is the fewest.
    if inside.count == 1 { return inside }

    var cuts = Set([0, unnamed])
    for pair in inside {
      cuts.insert(rankOld(pair))
      cuts.insert(rankNew(pair))
    }
    let edges = cuts.sorted()

    func interleave(_ pairs: [PositionPair], rank: (PositionPair) -> Int) -> [SectionElement] {
      var elements: [SectionElement] = []
      var next = 0
      for (low, high) in zip(edges, edges.dropFirst()) {
        while next < pairs.count, rank(pairs[next]) <= low {
          elements.append(.named(pairs[next]))
          next += 1
        }
        elements.append(.block(low..<high))
      }
      elements.append(contentsOf: pairs[next...].map(SectionElement.named))
      return elements
    }
    // The rank of each element in the old order, found again by its old position or its first rank.
    var placeOfNamed: [Int32: Int32] = [:]
    var placeOfBlock: [Int: Int32] = [:]
    for (place, element) in interleave(inside.sorted { $0.old < $1.old }, rank: rankOld).enumerated() {
      switch element {
      case .named(let pair): placeOfNamed[pair.old] = Int32(truncatingIfNeeded: place)
      case .block(let range): placeOfBlock[range.lowerBound] = Int32(truncatingIfNeeded: place)
      }
    }
    let elements = interleave(inside, rank: rankNew)
    var places: [Int32] = []
    var weights: [Int32] = []
    // Where unnamed items must stay, each weighs more than all named ones together.
    let unit = mayMoveUnnamed ? 1 : inside.count + 1
    for element in elements {
      switch element {
      case .named(let pair):
        places.append(placeOfNamed[pair.old] ?? 0)
        weights.append(1)
      case .block(let range):
        places.append(placeOfBlock[range.lowerBound] ?? 0)
        weights.append(Int32(clamping: range.count * unit))
      }
    }
    if places.isAscending { return [] }
    let stays = heaviestIncreasingRun(ranks: places, weights: weights)
    var moves: [PositionPair] = []
    for (index, element) in elements.enumerated() where !stays[index] {
      switch element {
      case .named(let pair): moves.append(pair)
      case .block(let range):
        for rank in range {
          moves.append(
            PositionPair(
              position: namedOld.unnamed(rank: rank, from: oldStart),
              namedNew.unnamed(rank: rank, from: newStart)))
        }
      }
    }
    return moves
  }
}

/// What a section is made of when its moves are planned.
private enum SectionElement {
  /// An item that a change names.
  case named(PositionPair)
  /// Unnamed items, by their ranks.
  case block(Range<Int>)
}
