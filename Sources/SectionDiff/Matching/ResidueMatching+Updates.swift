extension ResidueMatching {
  /// The pairs of the residue whose content differs: their old and new positions.
  ///
  /// - Parameters:
  ///   - residue: What the front left, as positions of `items`.
  ///   - positions: The same residue, as positions of the snapshots.
  ///   - tokens: Its tokens; the answer takes the memory of ``Tokens/changed``.
  ///   - items: The items.
  ///   - run: Counts, and says when the diff is cancelled.
  /// - Complexity: O(*r*), where *r* is the size of the residue; a comparison for each pair only where identities repeat.
  @inlinable
  func updates<C: ItemComparison>(
    of residue: borrowing Residue, positions: borrowing Residue, _ tokens: inout Tokens,
    _ items: borrowing ComparedItems<C>, in run: inout DiffRun
  ) throws(DiffError) -> [PositionPair] {
    var updates: [PositionPair] = []
    swap(&updates, &tokens.changed)
    if !tokens.hasSharedRepeats {
      if updates.isEmpty { return updates }
      // Every pair is a match by token, and those were compared when they were found.
      var kept = 0
      for index in updates.indices where oldOfNew[Int(updates[index].new)] >= 0 {
        updates[kept] = PositionPair(
          old: positions.old[Int(updates[index].old)], new: positions.new[Int(updates[index].new)])
        kept += 1
      }
      updates.removeLast(updates.count - kept)
      return updates
    }
    updates.removeAll(keepingCapacity: true)
    for offset in residue.new.indices {
      if offset & (DiffRun.chunk - 1) == 0, run.isCancelled?() == true {
        swap(&updates, &tokens.changed)
        throw .cancelled
      }
      let oldOffset = Int(oldOfNew[offset])
      guard oldOffset >= 0 else { continue }
      run.counters.comparisons += 1
      let isEqual = items.comparison.haveEqualContent(
        items.old[Int(residue.old[oldOffset])], items.new[Int(residue.new[offset])])
      if !isEqual { updates.append(PositionPair(old: positions.old[oldOffset], new: positions.new[offset])) }
    }
    return updates
  }
}
