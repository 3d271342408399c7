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
  /// - Throws: ``ChangesetMismatch`` when `new` does not fit or has no such path.
  /// - Complexity: O(*s* + (*k* + *p*) log *k*), where *s* is the number of sections, *k* the number of changes and *p*
  ///   that of paths.
  public func refreshing(
    _ paths: some Sequence<ItemPath>, in new: Snapshot<Key, Item, Header>
  ) throws(ChangesetMismatch) -> Changeset {
    try ChangesetMismatch.check(new.offsets, equals: identity.newOffsets, whose: "leads to")
    let order = KeptOrder(identity)
    var added: [(pair: PositionPair, item: Item)] = []
    var seen = Set(identity.updated.map { $0.new })
    for path in paths {
      guard let position = identity.newOffsets.position(of: path) else {
        throw ChangesetMismatch("there is no path \(path) to refresh in the new snapshot")
      }
      guard let old = order.oldPosition(ofNew: position),
        seen.insert(Int32(truncatingIfNeeded: position)).inserted
      else { continue }
      added.append((PositionPair(position: old, position), new.items[position]))
    }
    if added.isEmpty { return self }

    var list = identity
    var merged = identity.updated.indices.map { index in
      let value = updatedItem(index)
      return (pair: identity.updated[index], from: value.from, to: value.to)
    }
    merged.append(contentsOf: added.map { ($0.pair, $0.item, $0.item) })
    merged.sort { $0.pair.new < $1.pair.new }
    list.updated = merged.map { $0.pair }
    var payload = payload
    if case .values(var values) = payload {
      values.updatedFrom = merged.map { $0.from }
      values.updatedTo = merged.map { $0.to }
      payload = .values(values)
    }
    return Changeset(identity: list, payload: payload, rules: rules)
  }
}
