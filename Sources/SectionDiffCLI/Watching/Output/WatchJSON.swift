internal import LiveResults
internal import RecordFormats
internal import SectionDiff

/// An update for programs: one object in one line, its keys in a fixed order, its changes in the form of a patch.
@available(LiveSystems, *)
struct WatchJSON {
  private let update: WatchedForm.Update
  private let form: WatchedForm
  private var output: [UInt8] = []

  /// Returns the line of an update.
  static func line(_ update: WatchedForm.Update, form: WatchedForm) -> [UInt8] {
    var writer = WatchJSON(update: update, form: form)
    writer.write()
    return writer.output
  }

  /// Returns the line of a failure.
  static func line(error: String) -> [UInt8] {
    var output = Array("{\"error\":".utf8)
    JSONText.appendString(error, to: &output)
    output.append("}\n")
    return output
  }

  private init(update: WatchedForm.Update, form: WatchedForm) {
    self.update = update
    self.form = form
  }

  private mutating func write() {
    let changes = update.changeset.identity
    output.append("{\"revision\":\(update.revision),\"counts\":")
    output.append(changes.counts)
    writeSections(changes)
    writeItems(changes)
    output.append("}\n")
  }

  private mutating func writeSections(_ changes: ChangeList) {
    let (before, after, hasHeaders) = (update.before, update.after, form.keepsSections)
    output.append(",\"sections\":{\"deleted\":")
    output.appendList(changes.sectionDeletes) { $0.append(before.sections[$1], at: $1, hasHeaders) }
    output.append(",\"inserted\":")
    output.appendList(changes.sectionInserts) { $0.append(after.sections[$1], at: $1, hasHeaders) }
    output.append(",\"moved\":")
    output.appendList(changes.sectionMoves) { output, move in
      output.append(sectionID: after.sections[move.to].key)
      output.append(",\"from\":\(move.from),\"to\":\(move.to)}")
    }
    output.append(",\"updated\":")
    output.appendList(changes.sectionUpdates) { output, change in
      output.append(sectionID: after.sections[change.to].key)
      output.append(",\"from\":\(change.from),\"to\":\(change.to),\"content\":[")
      output.append(header: before.sections[change.from].header)
      output.append(",")
      output.append(header: after.sections[change.to].header)
      output.append("]}")
    }
    output.append("}")
  }

  private mutating func writeItems(_ changes: ChangeList) {
    let (before, after) = (update.before, update.after)
    output.append(",\"items\":{\"deleted\":")
    output.appendList(changes.deletes) { $0.append(before[$1], at: $1) }
    output.append(",\"inserted\":")
    output.appendList(changes.inserts) { $0.append(after[$1], at: $1) }
    output.append(",\"moved\":")
    output.appendList(changes.moves) { output, move in
      output.append(itemID: after[move.to])
      output.append(",\"from\":\(move.from.json),\"to\":\(move.to.json)}")
    }
    output.append(",\"updated\":")
    output.appendList(changes.updates) { output, change in
      output.append(itemID: after[change.to])
      output.append(",\"from\":\(change.from.json),\"to\":\(change.to.json)")
      output.append(from: before[change.from], to: after[change.to])
      output.append("}")
    }
    output.append("}")
  }
}

@available(LiveSystems, *)
extension [UInt8] {
  /// Opens a section's object with its id.
  fileprivate mutating func append(sectionID key: SectionKey) {
    append("{\"id\":")
    append(contentsOf: key.json)
  }

  fileprivate mutating func append(
    _ section: WatchedForm.Results.SectionView, at offset: Int, _ hasHeaders: Bool
  ) {
    append(sectionID: section.key)
    append(",\"at\":\(offset)")
    if hasHeaders {
      append(",\"content\":")
      append(header: section.header)
    }
    append("}")
  }

  fileprivate mutating func append(header: SectionHeader) {
    if let json = header.json { append(contentsOf: json) } else { append("null") }
  }

  /// Opens an item's object with its id.
  fileprivate mutating func append(itemID record: WatchedRecord) {
    append("{\"id\":")
    append(contentsOf: record.idJSON)
  }

  fileprivate mutating func append(_ record: WatchedRecord, at path: ItemPath) {
    append(itemID: record)
    append(",\"at\":\(path.json),\"item\":")
    append(contentsOf: record.json)
    append("}")
  }

  fileprivate mutating func append(from before: WatchedRecord, to after: WatchedRecord) {
    if let was = before.content, let isNow = after.content {
      append(",\"content\":[")
      was.appendJSON(to: &self)
      append(",")
      isNow.appendJSON(to: &self)
      return append("]")
    }
    let changes = before.changes(to: after)
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

extension ItemPath {
  fileprivate var json: String { "[\(section),\(item)]" }
}
