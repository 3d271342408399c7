extension ResidueMatching {
  /// The pairs of the residue whose content differs: their old and new positions.
  ///
  /// - Parameters:
  ///   - residue: What the front left.
  ///   - tokens: Its tokens; the answer takes the memory of ``Tokens/changed``.
  ///   - old: All old items.
  ///   - new: All new items.
  ///   - comparison: How contents are compared.
  ///   - run: Counts, and says when the diff is cancelled.
  /// - Complexity: O(*r*), where *r* is the size of the residue; a comparison for each pair only where identities repeat.
  @inlinable
  func updates<C: ItemComparison>(
    of residue: borrowing Residue, _ tokens: inout Tokens, old: borrowing Span<C.Item>, new: borrowing Span<C.Item>,
    comparing comparison: borrowing C, in run: inout DiffRun
  ) throws(DiffError) -> [PositionPair] {
    var updates: [PositionPair] = []
    swap(&updates, &tokens.changed)
    if !tokens.hasSharedRepeats {
      if updates.isEmpty { return updates }
      // Every pair is a match by token, and those were compared when they were found.
      var kept = 0
      for index in updates.indices where oldOfNew[Int(updates[index].new)] >= 0 {
        updates[kept] = PositionPair(old: updates[index].old, new: residue.new[Int(updates[index].new)])
        kept += 1
      }
      updates.removeLast(updates.count - kept)
      return updates
    }
    updates.removeAll(keepingCapacity: true)
    for place in residue.new.indices {
      if place & (DiffRun.chunk - 1) == 0, run.isCancelled?() == true {
        swap(&updates, &tokens.changed)
        throw .cancelled
      }
      guard oldOfNew[place] >= 0 else { continue }
      let oldPosition = Int(residue.old[Int(oldOfNew[place])])
      let newPosition = Int(residue.new[place])
      run.counters.comparisons += 1
      if !comparison.haveEqualContent(old[oldPosition], new[newPosition]) {
        updates.append(PositionPair(position: oldPosition, newPosition))
      }
    }
    return updates
  }
}
