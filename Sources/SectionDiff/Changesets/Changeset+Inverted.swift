extension Changeset {
  /// The changeset that turns the new snapshot back into the old one.
  ///
  ///     try after.applying(changes.inverted) == before
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public var inverted: Changeset {
    var list = identity.itemsInverted
    list.sections = identity.sections.itemsInverted
    return Changeset(identity: list, payload: Payload(old: payload.new, new: payload.old), rules: rules)
  }
}

extension ChangeList {
  /// The item changes that turn the new items back into the old ones.
  fileprivate var itemsInverted: ChangeList {
    func inverted(_ pairs: [PositionPair]) -> [PositionPair] { pairs.map { PositionPair(old: $0.new, new: $0.old) } }
    var list = ChangeList(oldOffsets: newOffsets, newOffsets: oldOffsets)
    (list.deleted, list.inserted) = (inserted, deleted)
    (list.moved, list.updated) = (inverted(moved), inverted(updated))
    list.order()
    return list
  }
}
