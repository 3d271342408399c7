/// The last stage of a diff: all that the stages before found, as one list.
extension ChangeList {
  /// Lists what the front paired, what the algorithm paired, and what neither did.
  ///
  /// - Parameters:
  ///   - front: The pairs of the front, and the residue.
  ///   - matched: The pairs of the residue, and what moves.
  ///   - updates: The pairs of the residue whose content differs: old and new positions.
  ///   - sides: The sections of both sides.
  ///   - algorithm: What paired the residue.
  ///   - run: Memory, and the receipt.
  @usableFromInline
  init(
    _ front: borrowing FrontPairs, _ matched: borrowing Matched, updates: inout [PositionPair],
    _ sides: borrowing DiffSides, algorithm: any DiffAlgorithm, in run: inout DiffRun
  ) {
    self.init(oldOffsets: sides.oldOffsets, newOffsets: sides.newOffsets)
    if !sides.sections.isIdentity {
      deletedSections = sides.sections.deleted
      insertedSections = sides.sections.inserted
      movedSections = sides.sections.moved
    }
    updatedSections = sides.headerUpdates
    moved = matched.moves

    if !front.residue.isEmpty { list(front.residue, matched.pairs, in: &run.scratch.pool) }
    if !front.updates.isEmpty || !updates.isEmpty { list(front.updates, &updates) }
    run.note(
      moves: moved.count,
      isSmallest: isSmallest(by: algorithm, hasRepeats: front.hasRepeats || matched.pairs.hasRepeats, in: run))
  }

  /// Lists the updates of both, which ascend in `new`.
  private mutating func list(_ front: [PositionPair], _ updates: inout [PositionPair]) {
    if !updates.isAscending { updates.sort { $0.new < $1.new } }
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

  /// Lists the items of the residue that have no partner.
  private mutating func list(
    _ residue: borrowing Residue, _ matching: borrowing ResidueMatching, in pool: inout BufferPool
  ) {
    var paired = 0
    for old in matching.oldOfNew { paired &+= old >= 0 ? 1 : 0 }
    if paired == 0 {
      // Copied, because the residue is in memory that others use again, and which has room for more.
      inserted.reserveCapacity(residue.new.count)
      inserted.append(contentsOf: residue.new)
      deleted.reserveCapacity(residue.old.count)
      deleted.append(contentsOf: residue.old)
    }
    if paired > 0, paired < residue.new.count {
      inserted.reserveCapacity(residue.new.count - paired)
      for new in residue.new.indices where matching.oldOfNew[new] < 0 { inserted.append(residue.new[new]) }
    }
    if paired > 0, paired < residue.old.count {
      var taken = pool.takeWords(count: residue.old.count / 64 + 1)
      for old in matching.oldOfNew where old >= 0 {
        taken[Int(old) >> 6] |= 1 << UInt64(truncatingIfNeeded: old & 63)
      }
      deleted.reserveCapacity(residue.old.count - paired)
      for (index, word) in taken.enumerated() {
        let start = index << 6
        // The bits of items that have no partner.
        var left = ~word
        while left != 0 {
          let old = start + left.trailingZeroBitCount
          if old >= residue.old.count { break }
          deleted.append(residue.old[old])
          left &= left - 1
        }
      }
      pool.give(&taken)
    }
    // The residue holds the items of inserted and deleted sections last, wherever those are.
    guard residue.isSectioned else { return }
    if !inserted.isAscending { inserted.sort() }
    if !deleted.isAscending { deleted.sort() }
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
