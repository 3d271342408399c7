internal import RecordFormats
internal import SectionDiff

/// Writes changes as the JSON of a patch, keys in a fixed order: what `diff` and `watch` have in common. They say
/// how keys, records and contents are written.
protocol ChangesWriter {
  associatedtype Key: Hashable & Sendable
  associatedtype Item: Sendable
  associatedtype Header: Hashable & Sendable

  /// Whether sections have headers.
  var hasHeaders: Bool { get }
  /// Whether a record that stays is named by its old version, as a patch finds it.
  var namesOld: Bool { get }
  /// Appends a section's key.
  func append(key: Key, to output: inout [UInt8])
  /// Appends a section's header.
  func append(header: Header, to output: inout [UInt8])
  /// Appends what identifies a record.
  func append(id item: Item, to output: inout [UInt8])
  /// Appends a whole record.
  func append(item: Item, to output: inout [UInt8])
  /// Appends the members that say what differs between two versions of a record.
  func appendContents(from before: Item, to after: Item, to output: inout [UInt8])
}

extension ChangesWriter {
  /// Appends the members `sections` and `items`, each with a comma before it.
  ///
  /// - Parameters:
  ///   - changes: What changed.
  ///   - before: The snapshot that old paths refer to.
  ///   - after: The snapshot that new paths refer to.
  ///   - impliesRows: Whether records of deleted and inserted sections stand with the section.
  ///   - output: Where to.
  func append(
    _ changes: ChangeList, from before: Snapshot<Key, Item, Header>, to after: Snapshot<Key, Item, Header>,
    impliesRows: Bool = false, to output: inout [UInt8]
  ) {
    func whole(_ section: Int, of snapshot: Snapshot<Key, Item, Header>, _ output: inout [UInt8]) {
      open(section, of: snapshot, &output)
      output.append(",\"at\":\(section)")
      if hasHeaders {
        output.append(",\"content\":")
        append(header: snapshot.sections[section].header, to: &output)
      }
      if impliesRows {
        output.append(",\"rows\":")
        output.appendList(snapshot.sections[section].items) { append(item: $1, to: &$0) }
      }
      output.append("}")
    }
    output.append(",\"sections\":{\"deleted\":")
    output.appendList(changes.sectionDeletes) { whole($1, of: before, &$0) }
    output.append(",\"inserted\":")
    output.appendList(changes.sectionInserts) { whole($1, of: after, &$0) }
    output.append(",\"moved\":")
    output.appendList(changes.sectionMoves) { output, move in
      open(move.to, of: after, &output)
      output.append(",\"from\":\(move.from),\"to\":\(move.to)}")
    }
    output.append(",\"updated\":")
    output.appendList(changes.sectionUpdates) { output, update in
      open(update.to, of: after, &output)
      output.append(",\"from\":\(update.from),\"to\":\(update.to),\"content\":[")
      append(header: before.sections[update.from].header, to: &output)
      output.append(",")
      append(header: after.sections[update.to].header, to: &output)
      output.append("]}")
    }
    output.append("},\"items\":{\"deleted\":")
    output.appendList(changes.deletes) { appendWhole(before[$1], at: $1, to: &$0) }
    output.append(",\"inserted\":")
    output.appendList(changes.inserts) { appendWhole(after[$1], at: $1, to: &$0) }
    output.append(",\"moved\":")
    output.appendList(changes.moves) { output, move in
      appendKept(before[move.from], after[move.to], move.from, move.to, to: &output)
      output.append("}")
    }
    output.append(",\"updated\":")
    output.appendList(changes.updates) { output, update in
      appendKept(before[update.from], after[update.to], update.from, update.to, to: &output)
      appendContents(from: before[update.from], to: after[update.to], to: &output)
      output.append("}")
    }
    output.append("}")
  }

  /// Opens a section's object with its id.
  private func open(_ section: Int, of snapshot: Snapshot<Key, Item, Header>, _ output: inout [UInt8]) {
    output.append("{\"id\":")
    append(key: snapshot.sections[section].key, to: &output)
  }

  private func appendWhole(_ item: Item, at path: ItemPath, to output: inout [UInt8]) {
    output.append("{\"id\":")
    append(id: item, to: &output)
    output.append(",\"at\":[\(path.section),\(path.item)],\"item\":")
    append(item: item, to: &output)
    output.append("}")
  }

  /// Opens a kept record's object with its id and its offsets.
  private func appendKept(_ before: Item, _ after: Item, _ from: ItemPath, _ to: ItemPath, to output: inout [UInt8]) {
    output.append("{\"id\":")
    append(id: namesOld ? before : after, to: &output)
    output.append(",\"from\":[\(from.section),\(from.item)],\"to\":[\(to.section),\(to.item)]")
  }

}

extension ChangesWriter where Header == SectionHeader {
  func append(header: SectionHeader, to output: inout [UInt8]) {
    if let json = header.json { output.append(contentsOf: json) } else { output.append("null") }
  }
}

extension [UInt8] {
  /// Appends counts as an object, all eight of them.
  mutating func append(_ counts: ChangeCounts) {
    append("{\"sectionDeletes\":\(counts.sectionDeletes),\"sectionInserts\":\(counts.sectionInserts)")
    append(",\"sectionMoves\":\(counts.sectionMoves),\"sectionUpdates\":\(counts.sectionUpdates)")
    append(",\"deletes\":\(counts.deletes),\"inserts\":\(counts.inserts)")
    append(",\"moves\":\(counts.moves),\"updates\":\(counts.updates)}")
  }

  /// Appends the members that say what differs between two versions of a record: of its content, where it has one of its
  /// own, else of its fields.
  mutating func appendContents(from old: OwnParts?, to new: OwnParts?, fields: @autoclosure () -> FieldChanges) {
    if let old = old?.content, let new = new?.content {
      append(",\"content\":[")
      old.appendJSON(to: &self)
      append(",")
      new.appendJSON(to: &self)
      return append("]")
    }
    let changes = fields()
    append(",\"fields\":{")
    for (index, change) in changes.changed.enumerated() {
      if index > 0 { append(",") }
      JSONText.appendString(change.name, to: &self)
      append(":[")
      change.old.appendJSON(to: &self)
      append(",")
      change.new.appendJSON(to: &self)
      append("]")
    }
    append("},\"added\":")
    appendObject(changes.added)
    append(",\"removed\":")
    appendObject(changes.removed)
  }
}
