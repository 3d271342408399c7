extension Changeset {
  /// Returns this changeset with kept items reported as updated although their content is equal, so that a view draws
  /// them again.
  ///
  /// Items that are inserted or updated already are left as they are. A refreshed item composes, inverts and encodes
  /// like any update.
  ///
  /// - Parameters:
  ///   - paths: Paths in the new snapshot.
  ///   - new: The snapshot that this changeset leads to.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `new` does not fit or has no such path.
  /// - Complexity: O(*s* + (*k* + *p*) log *k*), where *s* is the number of sections, *k* the number of changes and *p*
  ///   that of paths.
  public func refreshing(
    _ paths: some Sequence<ItemPath>, in new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Changeset {
    try SectionOffsets.check(new.offsets, equals: identity.newOffsets, whose: "leads to")
    let order = KeptOrder(identity)
    var list = identity
    var seen = Set(identity.updated.map(\.new))
    for path in paths {
      guard let position = identity.newOffsets.position(of: path) else {
        throw DiffError.changesetMismatch("there is no path \(path) to refresh in the new snapshot")
      }
      guard let old = order.oldPosition(ofNew: position),
        seen.insert(Int32(truncatingIfNeeded: position)).inserted
      else { continue }
      list.updated.append(PositionPair(position: old, position))
    }
    if list.updated.count == identity.updated.count { return self }
    list.updated.order()
    var payload = payload
    if case .named = payload.old {
      let (before, after) = (payload.old, payload.new)
      // A refreshed item is the same on both sides.
      payload =
        Payload(
          namedBy: list,
          oldItem: { before.item(at: $0) ?? order.newPosition(ofOld: Int($0)).map { new.items[$0] } },
          newItem: { after.item(at: $0) ?? new.items[Int($0)] }, oldSection: before.section, newSection: after.section)
        ?? payload
    }
    return Changeset(identity: list, payload: payload, rules: rules)
  }
}
