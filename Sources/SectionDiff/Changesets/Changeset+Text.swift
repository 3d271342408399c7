extension Changeset: CustomStringConvertible {
  /// The changes as text, one a line: first sections, then items, each with its marks, addresses and values. Stable: the
  /// same changeset gives the same text in every version of this package with the same major number.
  ///
  ///     - [1] Dairy                    a section deleted
  ///     + [0, 3] apple                 an item inserted
  ///     > [0, 1] → [1, 2]              an item moved
  ///     ~ [0, 0] → [0, 0] pear → plum  an item updated
  public var description: String {
    let list = identity
    var values = list.deletedSections.indices.map { label(deletedSection($0)) }
    values += list.insertedSections.indices.map { label(insertedSection($0)) }
    values += list.movedSections.map { _ in "" }
    values += list.updatedSections.indices.map(updatedSection).map { " \($0.key): \($0.from) → \($0.to)" }
    values += list.deleted.indices.map { " \(deletedItem($0))" }
    values += list.inserted.indices.map { " \(insertedItem($0))" }
    values += list.moved.map { _ in "" }
    values += list.updated.indices.map(updatedItem).map { " \($0.from) → \($0.to)" }
    return zip(list.changes, values).map { "\($0)\($1)" }.joined(separator: "\n")
  }

  private func label(_ section: (key: Key, header: Header)) -> String {
    Header.self == NoHeader.self ? " \(section.key)" : " \(section.key): \(section.header)"
  }
}
