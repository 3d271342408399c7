import SectionDiff

extension Reference {
  /// The batch view of an identity view, from the definition: rows of deleted and inserted sections are implied;
  /// a move out of a deleted section is an insert, one into an inserted section a delete; updates are listed between
  /// kept sections only.
  package static func batch(of identity: PlainChanges) -> PlainChanges {
    let dead = Set(identity.sectionDeletes)
    let born = Set(identity.sectionInserts)
    var batch = identity
    batch.deletes = identity.deletes.filter { !dead.contains($0.section) }
    batch.inserts = identity.inserts.filter { !born.contains($0.section) }
    batch.moves = []
    for move in identity.moves {
      switch (dead.contains(move.from.section), born.contains(move.to.section)) {
      case (false, false): batch.moves.append(move)
      case (true, false): batch.inserts.append(move.to)
      case (false, true): batch.deletes.append(move.from)
      case (true, true): break
      }
    }
    batch.updates = identity.updates.filter {
      !dead.contains($0.from.section) && !born.contains($0.to.section)
    }
    batch.deletes.sort()
    batch.inserts.sort()
    return batch
  }
}
