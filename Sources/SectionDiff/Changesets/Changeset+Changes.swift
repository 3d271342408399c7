extension Changeset {
  /// One change with the item or the section that it is about: deletes are addressed in the old snapshot, inserts in the new
  /// one, moves and updates in both.
  public enum Change {
    /// The section with this key, at an offset in the old snapshot, was deleted.
    case deleteSection(Key, at: Int)
    /// The section with this key, at an offset in the new snapshot, was inserted.
    case insertSection(Key, at: Int)
    /// The section with this key moved among those that were kept.
    case moveSection(Key, from: Int, to: Int)
    /// The section with this key was kept, and has another header.
    case updateSection(Key, from: Int, to: Int)
    /// An item, at a path in the old snapshot, was deleted.
    case delete(Item, at: ItemPath)
    /// An item, at a path in the new snapshot, was inserted.
    case insert(Item, at: ItemPath)
    /// An item moved: as it is now, from a path in the old snapshot to one in the new.
    case move(Item, from: ItemPath, to: ItemPath)
    /// An item that was kept has other content: as it was and as it is, its path in the old snapshot and in the new.
    case update(old: Item, new: Item, from: ItemPath, to: ItemPath)
  }

  /// All changes with their items, in a fixed order: sections deleted, inserted, moved, updated, then items likewise.
  ///
  ///     for change in try changes.changes {
  ///       switch change {
  ///       case .insert(let note, at: _): print("new: \(note.title)")
  ///       case .update(let old, let new, from: _, to: _): print("\(old.title) is \(new.title) now")
  ///       case .delete, .move, .deleteSection, .insertSection, .moveSection, .updateSection: break
  ///       }
  ///     }
  ///
  /// Positions alone, which need no item, are ``ChangeList/changes`` of ``identity``.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)`` where something moved and the changeset was decoded, detached or composed
  ///   of such: these hold no item and no key of what only moved.
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections, *k* that of changes and *n* that of items.
  public var changes: [Change] {
    get throws(DiffError) {
      func moved<Value>(_ value: Value?, from place: some CustomStringConvertible) throws(DiffError) -> Value {
        if let value { return value }
        throw .changesetMismatch(
          "the changeset does not hold what moved from \(place), as it was decoded, detached or composed of such; "
            + "take the positions, `identity.changes`, and look it up in the old snapshot")
      }
      var all: [Change] = []
      all.reserveCapacity(changeCount)
      for (index, offset) in identity.sectionDeletes.enumerated() {
        all.append(.deleteSection(deletedSection(index).key, at: offset))
      }
      for (index, offset) in identity.sectionInserts.enumerated() {
        all.append(.insertSection(insertedSection(index).key, at: offset))
      }
      for pair in identity.movedSections {
        let section = try moved(payload.old.section(at: pair.old), from: "section \(pair.old)")
        all.append(.moveSection(section.key, from: Int(pair.old), to: Int(pair.new)))
      }
      for (index, pair) in identity.sectionUpdates.enumerated() {
        all.append(.updateSection(updatedSection(index).key, from: pair.from, to: pair.to))
      }
      for (index, path) in identity.deletes.enumerated() { all.append(.delete(deletedItem(index), at: path)) }
      for (index, path) in identity.inserts.enumerated() { all.append(.insert(insertedItem(index), at: path)) }
      for (index, pair) in identity.moves.enumerated() {
        let item = try moved(payload.new.item(at: identity.moved[index].new), from: pair.from)
        all.append(.move(item, from: pair.from, to: pair.to))
      }
      for (index, pair) in identity.updates.enumerated() {
        let (old, new) = updatedItem(index)
        all.append(.update(old: old, new: new, from: pair.from, to: pair.to))
      }
      return all
    }
  }
}

extension Changeset.Change: CustomStringConvertible {
  /// The change as one line, such as `- [0, 3] Olive` or `> [0, 1] → [1, 2] Fig`.
  public var description: String {
    switch self {
    case .deleteSection(let key, let old): "- [\(old)] \(key)"
    case .insertSection(let key, let new): "+ [\(new)] \(key)"
    case .moveSection(let key, let old, let new): "> [\(old)] → [\(new)] \(key)"
    case .updateSection(let key, let old, let new): "~ [\(old)] → [\(new)] \(key)"
    case .delete(let item, let old): "- \(old) \(item)"
    case .insert(let item, let new): "+ \(new) \(item)"
    case .move(let item, let old, let new): "> \(old) → \(new) \(item)"
    case .update(let before, let after, let old, let new): "~ \(old) → \(new) \(before) → \(after)"
    }
  }
}

extension Changeset.Change: Equatable where Item: Equatable {}
extension Changeset.Change: Hashable where Item: Hashable {}
extension Changeset.Change: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
