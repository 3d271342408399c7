internal import LiveResults
internal import RecordFormats
internal import SectionDiff

/// A step of the demonstration for programs: one object in one line, its keys in a fixed order, its changes in the form
/// of a patch.
@available(LiveSystems, *)
struct DemoJSON {
  private let update: DemoRun.Update
  private let changes: ChangeList
  private var output: [UInt8] = []

  /// Returns what is printed.
  static func line(_ step: DemoRun.Step) -> [UInt8] {
    var writer = DemoJSON(step.update)
    writer.write(step)
    return writer.output
  }

  private init(_ update: DemoRun.Update) {
    self.update = update
    changes = update.changeset.identity
  }

  private mutating func write(_ step: DemoRun.Step) {
    output.append("{\"step\":\(step.number),\"time\":\"\(step.time)\",\"revision\":\(update.revision),\"counts\":")
    output.append(changes.counts)
    writeSections()
    writeItems()
    output.append("}\n")
  }

  private mutating func writeSections() {
    let (before, after) = (update.before, update.after)
    output.append(",\"sections\":{\"deleted\":")
    output.appendList(changes.sectionDeletes) { output, section in
      output.append(sectionID: before.sections[section].key)
      output.append(",\"at\":\(section)}")
    }
    output.append(",\"inserted\":")
    output.appendList(changes.sectionInserts) { output, section in
      output.append(sectionID: after.sections[section].key)
      output.append(",\"at\":\(section)}")
    }
    output.append(",\"moved\":")
    output.appendList(changes.sectionMoves) { output, move in
      output.append(sectionID: after.sections[move.to].key)
      output.append(",\"from\":\(move.from),\"to\":\(move.to)}")
    }
    // Sections of the board have no headers.
    output.append(",\"updated\":[]}")
  }

  private mutating func writeItems() {
    let (before, after) = (update.before, update.after)
    output.append(",\"items\":{\"deleted\":")
    output.appendList(changes.deletes) { $0.append(before[$1], at: $1) }
    output.append(",\"inserted\":")
    output.appendList(changes.inserts) { $0.append(after[$1], at: $1) }
    output.append(",\"moved\":")
    output.appendList(changes.moves) { output, move in
      output.append(itemID: after[move.to].id)
      output.append(",\"from\":\(move.from.json),\"to\":\(move.to.json)}")
    }
    output.append(",\"updated\":")
    output.appendList(changes.updates) { output, change in
      output.append(itemID: after[change.to].id)
      output.append(",\"from\":\(change.from.json),\"to\":\(change.to.json),\"fields\":{")
      for (index, field) in before[change.from].changes(to: after[change.to]).enumerated() {
        output.append(index > 0 ? ",\"\(field.name)\":" : "\"\(field.name)\":")
        output.appendStrings([field.old, field.new])
      }
      output.append("},\"added\":{},\"removed\":{}}")
    }
    output.append("}")
  }
}

extension [UInt8] {
  /// Opens a section's object with its id.
  fileprivate mutating func append(sectionID key: String?) {
    append("{\"id\":")
    if let key { JSONText.appendString(key, to: &self) } else { append("null") }
  }

  /// Opens an item's object with its id.
  fileprivate mutating func append(itemID id: String) {
    append("{\"id\":")
    JSONText.appendString(id, to: &self)
  }

  fileprivate mutating func append(_ flight: Flight, at path: ItemPath) {
    append(itemID: flight.id)
    append(",\"at\":\(path.json),\"item\":{\"id\":")
    JSONText.appendString(flight.id, to: &self)
    for field in flight.fields {
      append(",\"\(field.name)\":")
      JSONText.appendString(field.value, to: &self)
    }
    append("}}")
  }
}

extension ItemPath {
  fileprivate var json: String { "[\(section),\(item)]" }
}
