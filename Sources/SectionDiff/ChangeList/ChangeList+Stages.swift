/// The last stage of a diff: all that the stages before found, as one list.
extension ChangeList {
  /// Lists what the front paired, what the algorithm paired, and what neither did.
  ///
  /// - Parameters:
  ///   - front: The pairs of the front, and the residue.
  ///   - planned: The pairs of the residue, and what moves.
  ///   - updates: The pairs of the residue whose content differs: old and new positions.
  ///   - sides: The sections of both sides.
  ///   - algorithm: What paired the residue.
  ///   - run: Memory, and the receipt.
  @usableFromInline
  init(
    _ front: borrowing FrontPairs, _ planned: borrowing PlannedMatching, updates: inout [PositionPair],
    _ sides: borrowing DiffSides, algorithm: any DiffAlgorithm, in run: inout DiffRun
  ) {
    self.init(oldOffsets: sides.oldOffsets, newOffsets: sides.newOffsets)
    addSections(sides.sections)
    updatedSections = sides.headerUpdates
    moved = planned.moves

    if !front.residue.isEmpty {
      listUnpaired(
        old: front.residue.old, new: front.residue.new, partners: planned.matching.oldOfNew, in: &run.scratch.pool)
      // The residue holds the items of inserted and deleted sections last, wherever those are.
      if front.residue.isSectioned {
        inserted.order()
        deleted.order()
      }
    }
    if !front.updates.isEmpty || !updates.isEmpty { list(front.updates, &updates) }
    run.note(
      moves: moved.count,
      isSmallest: isSmallest(by: algorithm, hasRepeats: front.hasRepeats || planned.matching.hasRepeats, in: run))
  }

  /// Lists deleted, inserted and moved sections.
  mutating func addSections(_ sections: SectionPlan) {
    deletedSections = sections.deleted
    insertedSections = sections.inserted
    movedSections = sections.moved
  }

  /// Lists the updates of both, which ascend in `new`.
  private mutating func list(_ front: [PositionPair], _ updates: inout [PositionPair]) {
    updates.order()
    updated.reserveCapacity(front.count + updates.count)
    var next = 0
    for update in updates {
      while next < front.count, front[next].new < update.new {
        updated.append(front[next])
        next += 1
      }
      updated.append(update)
    }
    updated.append(contentsOf: front[next...])
  }

  /// Lists the items that have no partner as deleted and inserted.
  ///
  /// - Parameters:
  ///   - old: Positions of old items.
  ///   - new: Positions of new items.
  ///   - partners: For each of `new` the index in `old` of the same item, or -1.
  ///   - pool: Where memory comes from.
  mutating func listUnpaired(old: [Int32], new: [Int32], partners: [Int32], in pool: inout BufferPool) {
    var paired = 0
    for partner in partners { paired &+= partner >= 0 ? 1 : 0 }
    if paired == 0 {
      // Copied, because the residue is in memory that others use again, and which has room for more.
      inserted.reserveCapacity(new.count)
      inserted.append(contentsOf: new)
      deleted.reserveCapacity(old.count)
      deleted.append(contentsOf: old)
    }
    if paired > 0, paired < new.count {
      inserted.reserveCapacity(new.count - paired)
      for index in new.indices where partners[index] < 0 { inserted.append(new[index]) }
    }
    if paired > 0, paired < old.count {
      var taken = pool.takeWords(count: old.count / 64 + 1)
      for partner in partners where partner >= 0 {
        taken[Int(partner) >> 6] |= 1 << UInt64(truncatingIfNeeded: partner & 63)
      }
      deleted.reserveCapacity(old.count - paired)
      for (index, word) in taken.enumerated() {
        let start = index << 6
        // The bits of items that have no partner.
        var left = ~word
        while left != 0 {
          let index = start + left.trailingZeroBitCount
          if index >= old.count { break }
          deleted.append(old[index])
          left &= left - 1
        }
      }
      pool.give(&taken)
    }
  }

  /// Whether no list could be smaller: it cannot have fewer changes, or that is promised.
  private func isSmallest(by algorithm: any DiffAlgorithm, hasRepeats: Bool, in run: borrowing DiffRun) -> Bool {
    if run.receipt.infersMoves {
      // Each identity that both sides hold is paired: without moves nothing is left to save. What a shortest script keeps
      // is the most that can stay in place, and nothing else moves. The walk may pair copies that no such script keeps.
      if moved.isEmpty { return true }
      let promises = algorithm.promises.union(run.pickedPromises)
      return promises.contains(.fewestMoves)
        && (!hasRepeats || (promises.contains(.shortestScript) && run.counters.walked == 0))
    }
    // A delete more is an insert more: where there are none of one kind, there can be no fewer of the other.
    return deleted.isEmpty || inserted.isEmpty || algorithm.promises.contains(.shortestScript)
  }
}
