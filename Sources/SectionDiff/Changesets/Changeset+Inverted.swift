extension Changeset {
  /// The changeset that turns the new snapshot back into the old one.
  ///
  ///     try after.applying(changes.inverted) == before
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public var inverted: Changeset {
    // Moves and updates must ascend in what is now the new snapshot.
    let updates = identity.updated.indices.sorted { identity.updated[$0].old < identity.updated[$1].old }
    let sectionMoves = identity.movedSections.indices.sorted {
      identity.movedSections[$0].old < identity.movedSections[$1].old
    }
    let sectionUpdates = identity.updatedSections.indices.sorted {
      identity.updatedSections[$0].old < identity.updatedSections[$1].old
    }
    var list = ChangeList(oldOffsets: identity.newOffsets, newOffsets: identity.oldOffsets)
    list.deletedSections = identity.insertedSections
    list.insertedSections = identity.deletedSections
    list.movedSections = sectionMoves.map { identity.movedSections[$0].swapped }
    list.updatedSections = sectionUpdates.map { identity.updatedSections[$0].swapped }
    list.deleted = identity.inserted
    list.inserted = identity.deleted
    list.moved = identity.moved.map { $0.swapped }.sorted { $0.new < $1.new }
    list.updated = updates.map { identity.updated[$0].swapped }

    switch payload {
    case .snapshots(let old, let new):
      return Changeset(identity: list, payload: .snapshots(old: new, new: old), rules: rules)
    case .values(let values):
      var inverse = Values()
      inverse.deletedSections = values.insertedSections
      inverse.insertedSections = values.deletedSections
      inverse.updatedSections = sectionUpdates.map {
        let update = values.updatedSections[$0]
        return SectionUpdate(key: update.key, from: update.to, to: update.from)
      }
      inverse.deleted = values.inserted
      inverse.inserted = values.deleted
      inverse.updatedFrom = updates.map { values.updatedTo[$0] }
      inverse.updatedTo = updates.map { values.updatedFrom[$0] }
      return Changeset(identity: list, payload: .values(inverse), rules: rules)
    }
  }
}

extension PositionPair {
  var swapped: PositionPair { PositionPair(old: new, new: old) }
}
