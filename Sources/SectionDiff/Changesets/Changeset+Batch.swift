extension Changeset {
  /// What a list view accepts: rows of deleted and inserted sections are implied, not listed.
  ///
  /// A move out of a deleted section becomes an insert, one into an inserted section a delete, one from a deleted to an
  /// inserted section nothing; updates are listed only between kept sections. An item both moved and updated is in both lists, which
  /// no list view takes in one step: see ``stages(from:)``.
  ///
  /// - Complexity: O(*k* log *s*), where *k* is the number of changes and *s* the number of sections; O(*s*) more where
  ///   sections come or go.
  @inlinable public var batch: ChangeList { identity.batch }
}

extension ChangeList {
  /// The same changes without the rows of deleted and inserted sections.
  @usableFromInline
  var batch: ChangeList {
    if deletedSections.isEmpty, insertedSections.isEmpty { return self }
    var batch = self
    var isDead = [Bool](repeating: false, count: oldOffsets.sectionCount)
    for section in deletedSections { isDead[Int(section)] = true }
    var isBorn = [Bool](repeating: false, count: newOffsets.sectionCount)
    for section in insertedSections { isBorn[Int(section)] = true }
    func leavesDead(_ position: Int32) -> Bool {
      isDead[oldOffsets.section(ofPosition: Int(position))]
    }
    func entersBorn(_ position: Int32) -> Bool {
      isBorn[newOffsets.section(ofPosition: Int(position))]
    }
    batch.deleted.removeAll { leavesDead($0) }
    batch.inserted.removeAll { entersBorn($0) }
    batch.updated.removeAll { leavesDead($0.old) || entersBorn($0.new) }
    batch.moved.removeAll { leavesDead($0.old) || entersBorn($0.new) }
    for move in moved {
      switch (leavesDead(move.old), entersBorn(move.new)) {
      case (true, false): batch.inserted.append(move.new)
      case (false, true): batch.deleted.append(move.old)
      default: break
      }
    }
    if !batch.inserted.isAscending { batch.inserted.sort() }
    if !batch.deleted.isAscending { batch.deleted.sort() }
    return batch
  }
}
