/// Reading the items and section values that a changeset holds, wherever they are.
extension Changeset {
  /// The item deleted by `identity.deletes[index]`.
  @inlinable
  public func deletedItem(_ index: Int) -> Item { payload.old[position: identity.deleted[index]] }

  /// The item inserted by `identity.inserts[index]`.
  @inlinable
  public func insertedItem(_ index: Int) -> Item { payload.new[position: identity.inserted[index]] }

  /// The old and the new value of the item updated by `identity.updates[index]`.
  @inlinable
  public func updatedItem(_ index: Int) -> (from: Item, to: Item) {
    let pair = identity.updated[index]
    return (payload.old[position: pair.old], payload.new[position: pair.new])
  }

  /// Key and header of the section deleted by `identity.sectionDeletes[index]`.
  @inlinable
  public func deletedSection(_ index: Int) -> (key: Key, header: Header) {
    payload.old[section: identity.deletedSections[index]]
  }

  /// Key and header of the section inserted by `identity.sectionInserts[index]`.
  @inlinable
  public func insertedSection(_ index: Int) -> (key: Key, header: Header) {
    payload.new[section: identity.insertedSections[index]]
  }

  /// Key, old header and new header of the section updated by `identity.sectionUpdates[index]`.
  @inlinable
  public func updatedSection(_ index: Int) -> (key: Key, from: Header, to: Header) {
    let pair = identity.updatedSections[index]
    let (key, header) = payload.new[section: pair.new]
    return (key, payload.old[section: pair.old].header, header)
  }

  /// The same changeset, holding only the items it names and no snapshot: smaller to keep, equal to this one.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func detached() -> Changeset {
    let (old, new) = (payload.old, payload.new)
    let named = Payload(
      namedBy: identity, oldItem: old.item, newItem: new.item, oldSection: old.section, newSection: new.section)
    return Changeset(identity: identity, payload: named ?? payload, rules: rules)
  }
}

extension Changeset: Equatable where Item: Equatable {
  /// Whether both hold the same positions and equal items and section values.
  public static func == (a: Changeset, b: Changeset) -> Bool {
    a.identity == b.identity
      && a.identity.heldOld.allSatisfy { a.payload.old[position: $0] == b.payload.old[position: $0] }
      && a.identity.heldNew.allSatisfy { a.payload.new[position: $0] == b.payload.new[position: $0] }
      && a.identity.sections.heldOld.allSatisfy { a.payload.old[section: $0] == b.payload.old[section: $0] }
      && a.identity.sections.heldNew.allSatisfy { a.payload.new[section: $0] == b.payload.new[section: $0] }
  }
}
