extension DiffRun {
  /// Lists the changes: what the front paired, what the algorithm paired, and what neither did.
  @usableFromInline
  mutating func list(
    _ matching: ResidueMatching, plan: SectionPlan,
    oldOffsets: [Int], newOffsets: [Int], updatedSections: [PositionPair], algorithm: any DiffAlgorithm
  ) -> ChangeList {
    var list = ChangeList(oldOffsets: oldOffsets, newOffsets: newOffsets)
    list.deletedSections = plan.deleted
    list.insertedSections = plan.inserted
    list.movedSections = plan.moved
    list.updatedSections = updatedSections
    list.moved = planMoves(matching, plan: plan, oldOffsets: oldOffsets, newOffsets: newOffsets)

    var taken = Self.cleared(&seenTokens, count: residueOld.count / 64 + 1)
    var paired = 0
    for old in matching.oldOfNew where old >= 0 {
      taken[Int(old) >> 6] |= 1 << UInt64(truncatingIfNeeded: old & 63)
      paired += 1
    }
    if paired < residueNew.count { list.inserted.reserveCapacity(residueNew.count - paired) }
    for new in residueNew.indices where matching.oldOfNew[new] < 0 { list.inserted.append(residueNew[new]) }
    if paired < residueOld.count { list.deleted.reserveCapacity(residueOld.count - paired) }
    for old in residueOld.indices where taken[old >> 6] & 1 << UInt64(truncatingIfNeeded: old & 63) == 0 {
      list.deleted.append(residueOld[old])
    }
    seenTokens = taken
    if !list.inserted.isAscending { list.inserted.sort() }
    if !list.deleted.isAscending { list.deleted.sort() }

    if !frontUpdates.isEmpty || !spareUpdates.isEmpty {
      // A copy: the arrays themselves go back to the workspace. The residue holds the items of born sections last,
      // wherever those are.
      if !spareUpdates.isAscending { spareUpdates.sort { $0.new < $1.new } }
      list.updated.reserveCapacity(frontUpdates.count + spareUpdates.count)
      var front = 0
      for update in spareUpdates {
        while front < frontUpdates.count, frontUpdates[front].new < update.new {
          list.updated.append(frontUpdates[front])
          front += 1
        }
        list.updated.append(update)
      }
      list.updated.append(contentsOf: frontUpdates[front...])
    }

    receipt.comparisons = counters.comparisons
    receipt.hashes = counters.hashes
    receipt.trimmedPrefix = counters.prefix
    receipt.trimmedSuffix = counters.suffix
    receipt.walked = counters.walked
    receipt.moves = list.moved.count
    receipt.isMinimal = !receipt.budgetExhausted && isSmallest(list, promises: algorithm.promises)
    return list
  }

  /// Whether a list has the fewest changes: it cannot have fewer, or the algorithm promises it.
  private func isSmallest(_ list: ChangeList, promises: DiffPromises) -> Bool {
    if receipt.infersMoves {
      // Each identity that both sides hold is paired: without moves nothing is left to save.
      return list.moved.isEmpty || (promises.contains(.fewestMoves) && !hasRepeats)
    }
    // A delete more is an insert more: where there are none of one kind, there can be no fewer of the other.
    return list.deleted.isEmpty || list.inserted.isEmpty || promises.contains(.shortestScript)
  }

  private mutating func planMoves(
    _ matching: ResidueMatching, plan: SectionPlan, oldOffsets: [Int], newOffsets: [Int]
  ) -> [PositionPair] {
    guard hasStretches || matching.oldOfNew.contains(where: { $0 >= 0 }) else { return [] }
    if runs.isEmpty, cuts.count <= 1, plan.moved.isEmpty, matching.stays.isEmpty,
      matching.keptOld == residueOld.count, matching.keptNew == residueNew.count
    {
      return planSingleMoves(matching)
    }
    var planner = MovePlanner()
    swap(&planner.blocks, &blocks)
    defer { swap(&planner.blocks, &blocks) }
    planner.reserve(runs.count + matching.keptNew)
    let isNamed = !matching.stays.isEmpty
    // Without moved sections old positions serve as places; else sections are laid out in their new order.
    var shift: [Int32] = []
    defer { pool.give(&shift) }
    if !plan.moved.isEmpty {
      shift = pool.take(count: oldOffsets.count - 1)
      var base = 0
      for old in plan.oldOfNew where old >= 0 {
        shift[Int(old)] = Int32(truncatingIfNeeded: base - oldOffsets[Int(old)])
        base += oldOffsets[Int(old) + 1] - oldOffsets[Int(old)]
      }
    }
    func place(_ old: Int32) -> Int32 {
      guard !shift.isEmpty else { return old }
      return old + shift[oldOffsets.section(ofPosition: Int(old))]
    }

    // Both lists ascend in `new`; merge them, section by section of the residue.
    var run = 0
    var cut = 0
    var cutOld = 0..<(cuts.first.map { Int($0.old) } ?? 0)
    for new in 0..<matching.keptNew {
      while cut < cuts.count, new >= Int(cuts[cut].new) {
        let start = Int(cuts[cut].old)
        cut += 1
        cutOld = start..<(cut < cuts.count ? Int(cuts[cut].old) : start)
      }
      let old = matching.oldOfNew[new]
      guard old >= 0 else { continue }
      let oldPosition = residueOld[Int(old)]
      let newPosition = residueNew[new]
      guard cutOld.contains(Int(old)) else {
        if planner.moves.isEmpty { planner.reserveMoves(paired(from: new, matching)) }
        planner.addMove(old: oldPosition, new: newPosition)
        continue
      }
      while run < runs.count, runs[run].new < newPosition {
        planner.add(runs[run].block(place: place(runs[run].old)))
        run += 1
      }
      planner.add(
        MoveBlock(
          old: oldPosition, new: newPosition, count: 1, place: place(oldPosition),
          mayStay: !isNamed || matching.stays[new]))
    }
    while run < runs.count {
      planner.add(runs[run].block(place: place(runs[run].old)))
      run += 1
    }
    if planner.moves.isEmpty { planner.reserveMoves(paired(from: matching.keptNew, matching)) }
    for new in matching.keptNew..<residueNew.count where matching.oldOfNew[new] >= 0 {
      planner.addMove(old: residueOld[Int(matching.oldOfNew[new])], new: residueNew[new])
    }
    planner.plan(bound: oldOffsets.last ?? 0, respectingNames: isNamed, in: &pool)
    return planner.moves
  }
}

extension DiffRun {
  /// How many new items of the residue have a partner, from a place on.
  private func paired(from place: Int, _ matching: ResidueMatching) -> Int {
    var count = 0
    for new in place..<residueNew.count where matching.oldOfNew[new] >= 0 { count += 1 }
    return count
  }

  /// The moves where the front paired nothing and all is in one section: every pair is by itself.
  private mutating func planSingleMoves(_ matching: ResidueMatching) -> [PositionPair] {
    var pairs: [PositionPair] = []
    pairs.reserveCapacity(matching.oldOfNew.count)
    var increases = true
    for new in matching.oldOfNew.indices where matching.oldOfNew[new] >= 0 {
      let old = residueOld[Int(matching.oldOfNew[new])]
      if let last = pairs.last, last.old > old { increases = false }
      pairs.append(PositionPair(old: old, new: residueNew[new]))
    }
    if increases { return [] }
    var places = pool.takeEmpty(capacity: pairs.count)
    for pair in pairs { places.append(pair.old) }
    var stays = longestIncreasingRun(places, in: &pool)
    defer {
      pool.give(&places)
      pool.give(&stays)
    }
    var kept = 0
    for index in pairs.indices where stays[index] == 0 {
      pairs[kept] = pairs[index]
      kept += 1
    }
    if kept < pairs.count / 2 { return Array(pairs[..<kept]) }
    pairs.removeLast(pairs.count - kept)
    return pairs
  }
}

extension PairedRun {
  /// The run as a block whose old order is reported by `place`.
  func block(place: Int32) -> MoveBlock { MoveBlock(old: old, new: new, count: count, place: place) }
}

extension [PositionPair] {
  /// Whether each new position is above the one before.
  var isAscending: Bool {
    var index = 1
    while index < count {
      if self[index - 1].new >= self[index].new { return false }
      index += 1
    }
    return true
  }
}

extension [Int32] {
  /// Whether each number is above the one before.
  var isAscending: Bool {
    var index = 1
    while index < count {
      if self[index - 1] >= self[index] { return false }
      index += 1
    }
    return true
  }
}
