/// The fourth stage of a diff: from pairs, those of the front and those of the matching, to moves.
extension MovePlanner {
  /// The moves of a diff, ascending in `new`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of runs and of pairs in the residue; O(*n*) where their order
  ///   is unchanged.
  @usableFromInline
  static func moves(
    _ front: borrowing FrontPairs, _ matching: borrowing ResidueMatching, sections: borrowing SectionPlan,
    oldOffsets: SectionOffsets,
    in scratch: inout DiffScratch
  ) -> [PositionPair] {
    guard front.hasStretches || matching.oldOfNew.contains(where: { $0 >= 0 }) else { return [] }
    if front.runs.isEmpty, sections.moved.isEmpty, matching.stays.isEmpty, !front.residue.isSectioned {
      return singleMoves(front.residue, matching, in: &scratch.pool)
    }
    var planner = MovePlanner()
    swap(&planner.blocks, &scratch.moveBlocks)
    planner.blocks.removeAll(keepingCapacity: true)
    defer { swap(&planner.blocks, &scratch.moveBlocks) }
    planner.reserve(front.runs.count + front.residue.keptNew)
    // Without moved sections old positions are in order; else sections are laid out in their new order.
    var shift: [Int32] = []
    defer { scratch.pool.give(&shift) }
    if !sections.moved.isEmpty {
      shift = scratch.pool.take(count: oldOffsets.sectionCount)
      var base = 0
      for old in sections.oldOfNew where old >= 0 {
        shift[Int(old)] = Int32(truncatingIfNeeded: base - oldOffsets.start(of: Int(old)))
        base += oldOffsets.size(of: Int(old))
      }
    }
    let runs = front.runs
    func order(_ old: Int32) -> Int32 {
      guard !shift.isEmpty else { return old }
      return old + shift[oldOffsets.section(ofPosition: Int(old))]
    }

    // Both lists ascend in `new`; merge them, section by section of the residue.
    var run = 0
    func addRuns(before new: Int32, to planner: inout MovePlanner) {
      while run < runs.count, runs[run].new < new {
        planner.add(MoveBlock(runs[run], order: order(runs[run].lowestOld)))
        run += 1
      }
    }
    var cut = 0
    var cutOld = 0..<(front.residue.cuts.first.map { Int($0.old) } ?? 0)
    for new in 0..<front.residue.keptNew {
      while cut < front.residue.cuts.count, new >= Int(front.residue.cuts[cut].new) {
        let start = Int(front.residue.cuts[cut].old)
        cut += 1
        cutOld = start..<(cut < front.residue.cuts.count ? Int(front.residue.cuts[cut].old) : start)
      }
      let old = matching.oldOfNew[new]
      guard old >= 0 else { continue }
      let oldPosition = front.residue.old[Int(old)]
      let newPosition = front.residue.new[new]
      guard cutOld.contains(Int(old)), matching.mayStay(new) else {
        if planner.moves.isEmpty { planner.reserveMoves(matching.moveBound(from: new)) }
        planner.addMove(PositionPair(old: oldPosition, new: newPosition))
        continue
      }
      addRuns(before: newPosition, to: &planner)
      planner.add(MoveBlock(old: oldPosition, new: newPosition, count: 1, order: order(oldPosition)))
    }
    addRuns(before: .max, to: &planner)
    if planner.moves.isEmpty { planner.reserveMoves(matching.moveBound(from: front.residue.keptNew)) }
    for new in front.residue.keptNew..<front.residue.new.count where matching.oldOfNew[new] >= 0 {
      planner.addMove(PositionPair(old: front.residue.old[Int(matching.oldOfNew[new])], new: front.residue.new[new]))
    }
    planner.plan(bound: oldOffsets.itemCount, in: &scratch.pool)
    return planner.moves
  }

  /// The moves where the front paired nothing and all is in one section: every pair is by itself, and needs no block.
  ///
  /// The residue ascends, so that its offsets are in the order of the positions.
  private static func singleMoves(
    _ residue: borrowing Residue, _ matching: borrowing ResidueMatching, in pool: inout BufferPool
  ) -> [PositionPair] {
    let oldOfNew = matching.oldOfNew
    let paired = matching.pairCount
    // The offsets of the pairs alone.
    var offsets = oldOfNew
    if paired < oldOfNew.count {
      offsets = pool.takeEmpty(capacity: paired)
      for offset in oldOfNew where offset >= 0 { offsets.append(offset) }
    }
    defer { if paired < oldOfNew.count { pool.give(&offsets) } }
    if offsets.isAscending { return [] }
    var stays = longestIncreasingRun(offsets, in: &pool)
    defer { pool.give(&stays) }
    var moves: [PositionPair] = []
    moves.reserveCapacity(stays.count { $0 == 0 })
    var pair = 0
    for (new, old) in oldOfNew.enumerated() where old >= 0 {
      if stays[pair] == 0 { moves.append(PositionPair(old: residue.old[Int(old)], new: residue.new[new])) }
      pair += 1
    }
    return moves
  }
}

extension ResidueMatching {
  /// Whether the algorithm lets a pair stay: all, unless it says which.
  fileprivate func mayStay(_ new: Int) -> Bool { stays.isEmpty || stays[new] }

  /// How many pairs may move, from a new offset on.
  fileprivate func moveBound(from offset: Int) -> Int {
    (offset..<oldOfNew.count).count { oldOfNew[$0] >= 0 && ($0 >= stays.count || !stays[$0]) }
  }
}
