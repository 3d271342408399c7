extension Changeset {
  /// What a list view accepts: rows of deleted and inserted sections are implied, not listed.
  ///
  /// A move out of a deleted section becomes an insert, one into an inserted section a delete, one from a deleted to an
  /// inserted section nothing; updates are listed only between kept sections. An item both moved and updated is in both lists, which
  /// no list view takes in one step: see ``stages(from:)``.
  ///
  /// - Complexity: O(*k* log *s*), where *k* is the number of changes and *s* the number of sections.
  @inlinable public var batch: ChangeList { identity.batch }
}

extension ChangeList {
  /// The same changes without the rows of deleted and inserted sections.
  @usableFromInline
  var batch: ChangeList {
    if deletedSections.isEmpty, insertedSections.isEmpty { return self }
    var batch = self
    func leavesDead(_ pair: PositionPair) -> Bool { isSection(of: pair.old, in: oldOffsets, oneOf: deletedSections) }
    func entersBorn(_ pair: PositionPair) -> Bool { isSection(of: pair.new, in: newOffsets, oneOf: insertedSections) }
    func isSection(of position: Int32, in offsets: SectionOffsets, oneOf sections: [Int32]) -> Bool {
      position >= 0
        && sections.index(of: Int32(truncatingIfNeeded: offsets.section(ofPosition: Int(position)))) != nil
    }
    for kind in Kind.allCases { batch[kind] = self[kind].filter { !leavesDead($0) && !entersBorn($0) } }
    for move in moved where leavesDead(move) != entersBorn(move) {
      if leavesDead(move) { batch.inserted.append(move.new) } else { batch.deleted.append(move.old) }
    }
    batch.order()
    return batch
  }
}
