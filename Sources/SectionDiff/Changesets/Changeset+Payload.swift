/// Reading the items and section values that a changeset holds, wherever they are.
extension Changeset {
  /// The item deleted by `identity.deletes[index]`.
  @inlinable
  public func deletedItem(_ index: Int) -> Item {
    switch payload {
    case .snapshots(let old, _): old.items[Int(identity.deleted[index])]
    case .values(let values): values.deleted[index]
    }
  }

  /// The item inserted by `identity.inserts[index]`.
  @inlinable
  public func insertedItem(_ index: Int) -> Item {
    switch payload {
    case .snapshots(_, let new): new.items[Int(identity.inserted[index])]
    case .values(let values): values.inserted[index]
    }
  }

  /// The old and the new value of the item updated by `identity.updates[index]`.
  @inlinable
  public func updatedItem(_ index: Int) -> (from: Item, to: Item) {
    switch payload {
    case .snapshots(let old, let new):
      (old.items[Int(identity.updated[index].old)], new.items[Int(identity.updated[index].new)])
    case .values(let values): (values.updatedFrom[index], values.updatedTo[index])
    }
  }

  /// Key and header of the section deleted by `identity.sectionDeletes[index]`.
  @inlinable
  public func deletedSection(_ index: Int) -> (key: Key, header: Header) {
    switch payload {
    case .snapshots(let old, _):
      let section = Int(identity.deletedSections[index])
      return (old.keys[section], old.headers[section])
    case .values(let values):
      return (values.deletedSections[index].key, values.deletedSections[index].header)
    }
  }

  /// Key and header of the section inserted by `identity.sectionInserts[index]`.
  @inlinable
  public func insertedSection(_ index: Int) -> (key: Key, header: Header) {
    switch payload {
    case .snapshots(_, let new):
      let section = Int(identity.insertedSections[index])
      return (new.keys[section], new.headers[section])
    case .values(let values):
      return (values.insertedSections[index].key, values.insertedSections[index].header)
    }
  }

  /// Key, old header and new header of the section updated by `identity.sectionUpdates[index]`.
  @inlinable
  public func updatedSection(_ index: Int) -> (key: Key, from: Header, to: Header) {
    switch payload {
    case .snapshots(let old, let new):
      let pair = identity.updatedSections[index]
      return (new.keys[Int(pair.new)], old.headers[Int(pair.old)], new.headers[Int(pair.new)])
    case .values(let values):
      let update = values.updatedSections[index]
      return (update.key, update.from, update.to)
    }
  }

  /// The same values in arrays of their own, independent of any snapshot.
  @usableFromInline
  var values: Values {
    if case .values(let values) = payload { return values }
    var values = Values()
    values.deletedSections = identity.deletedSections.indices.map {
      let section = deletedSection($0)
      return SectionValue(key: section.key, header: section.header)
    }
    values.insertedSections = identity.insertedSections.indices.map {
      let section = insertedSection($0)
      return SectionValue(key: section.key, header: section.header)
    }
    values.updatedSections = identity.updatedSections.indices.map {
      let section = updatedSection($0)
      return SectionUpdate(key: section.key, from: section.from, to: section.to)
    }
    values.deleted = identity.deleted.indices.map(deletedItem)
    values.inserted = identity.inserted.indices.map(insertedItem)
    values.updatedFrom = identity.updated.indices.map { updatedItem($0).from }
    values.updatedTo = identity.updated.indices.map { updatedItem($0).to }
    return values
  }

  /// The same changeset, holding only the items it names and no snapshot: smaller to keep, equal to this one.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes.
  public func detached() -> Changeset {
    Changeset(identity: identity, payload: .values(values), rules: rules)
  }
}

extension Changeset: Equatable where Item: Equatable {
  /// Whether both hold the same positions and equal items and section values.
  public static func == (a: Changeset, b: Changeset) -> Bool {
    guard a.identity == b.identity else { return false }
    return a.identity.deleted.indices.allSatisfy { a.deletedItem($0) == b.deletedItem($0) }
      && a.identity.inserted.indices.allSatisfy { a.insertedItem($0) == b.insertedItem($0) }
      && a.identity.updated.indices.allSatisfy { a.updatedItem($0) == b.updatedItem($0) }
      && a.identity.deletedSections.indices.allSatisfy { a.deletedSection($0) == b.deletedSection($0) }
      && a.identity.insertedSections.indices.allSatisfy { a.insertedSection($0) == b.insertedSection($0) }
      && a.identity.updatedSections.indices.allSatisfy { a.updatedSection($0) == b.updatedSection($0) }
  }
}
