extension Changeset {
  /// The changeset that turns the new snapshot back into the old one.
  ///
  ///     try after.applying(changes.inverted) == before
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public var inverted: Changeset {
    var list = ChangeList(oldOffsets: identity.newOffsets, newOffsets: identity.oldOffsets)
    list.deletedSections = identity.insertedSections
    list.insertedSections = identity.deletedSections
    list.movedSections = identity.movedSections.inverted
    list.updatedSections = identity.updatedSections.inverted
    list.deleted = identity.inserted
    list.inserted = identity.deleted
    list.moved = identity.moved.inverted
    list.updated = identity.updated.inverted
    return Changeset(identity: list, payload: Payload(old: payload.new, new: payload.old), rules: rules)
  }
}

extension [PositionPair] {
  /// The pairs with their sides exchanged, ascending in what is new now.
  fileprivate var inverted: [PositionPair] {
    map { PositionPair(old: $0.new, new: $0.old) }.sorted { $0.new < $1.new }
  }
}
