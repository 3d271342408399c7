extension Changeset: CustomStringConvertible {
  /// The changes as text, one a line: first sections, then items, each with its marks, addresses and values. Stable: the
  /// same changeset gives the same text in every version of this package with the same major number.
  ///
  ///     - [1] Dairy                    a section deleted
  ///     + [0, 3] apple                 an item inserted
  ///     > [0, 1] → [1, 2]              an item moved
  ///     ~ [0, 0] → [0, 0] pear → plum  an item updated
  public var description: String {
    var lines: [String] = []
    for (index, at) in identity.deletedSections.enumerated() {
      lines.append("- [\(at)] \(label(deletedSection(index)))")
    }
    for (index, at) in identity.insertedSections.enumerated() {
      lines.append("+ [\(at)] \(label(insertedSection(index)))")
    }
    for pair in identity.movedSections { lines.append("> [\(pair.old)] → [\(pair.new)]") }
    for (index, pair) in identity.updatedSections.enumerated() {
      let value = updatedSection(index)
      lines.append("~ [\(pair.old)] → [\(pair.new)] \(value.key): \(value.from) → \(value.to)")
    }
    for (index, path) in identity.deletes.enumerated() { lines.append("- \(path) \(deletedItem(index))") }
    for (index, path) in identity.inserts.enumerated() { lines.append("+ \(path) \(insertedItem(index))") }
    for move in identity.moves { lines.append("> \(move.from) → \(move.to)") }
    for (index, update) in identity.updates.enumerated() {
      let value = updatedItem(index)
      lines.append("~ \(update.from) → \(update.to) \(value.from) → \(value.to)")
    }
    return lines.joined(separator: "\n")
  }

  private func label(_ section: (key: Key, header: Header)) -> String {
    Header.self == NoHeader.self ? "\(section.key)" : "\(section.key): \(section.header)"
  }
}
