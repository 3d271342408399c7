internal import RecordFormats
internal import SectionDiff

/// Writes the one JSON object that is both the report for programs and the patch for `apply`.
///
/// Compact, keys in a fixed order, an LF at the end: the same bytes in every run.
struct PatchWriter {
  /// The name of the form that patches are written in.
  static let formatName = "section-diff/1"

  private let diff: RecordDiff
  private var output: [UInt8] = []

  /// Makes a writer for one comparison.
  private init(_ diff: RecordDiff) { self.diff = diff }

  /// Returns the patch.
  ///
  /// - Parameters:
  ///   - diff: what to write.
  ///   - view: which of its views.
  ///   - withReceipt: whether what the diff did is written too.
  static func patch(_ diff: RecordDiff, view: ChangeView, withReceipt: Bool) throws(Failure) -> [UInt8] {
    var writer = PatchWriter(diff)
    let steps = try diff.steps(view)
    writer.output.append("{\"format\":\"\(formatName)\",\"input\":")
    writer.writeInput()
    writer.output.append(",\"view\":\"\(view.rawValue)\",\"strategy\":")
    JSONText.appendString(diff.receipt.picked, to: &writer.output)
    writer.output.append(",\"counts\":")
    writer.output.append(diff.counts(view))
    if view == .stages {
      writer.output.append(",\"stages\":")
      var isFirst = true
      writer.output.append("[")
      for step in steps {
        if !isFirst { writer.output.append(",") }
        isFirst = false
        writer.output.append("{\"counts\":")
        writer.output.append(step.changes.counts)
        writer.writeChanges(step)
        writer.output.append("}")
      }
      writer.output.append("]")
    } else {
      for step in steps { writer.writeChanges(step) }
    }
    if withReceipt {
      writer.output.append(",\"receipt\":")
      diff.receipt.appendJSON(to: &writer.output)
    }
    writer.output.append("}\n")
    return writer.output
  }

  // MARK: - Input

  private mutating func writeInput() {
    let rules = diff.rules
    output.append("{\"format\":\"\(diff.pair.format.rawValue)\",\"id\":")
    output.appendStrings(rules.id)
    output.append(",\"sectionBy\":")
    if let field = rules.sectionBy {
      JSONText.appendString(field, to: &output)
    } else {
      output.append("null")
    }
    output.append(",\"sectionOrder\":\"\(rules.sectionOrder.rawValue)\",\"sortBy\":")
    output.appendStrings(rules.sortBy.map(\.description))
    output.append(",\"ignore\":")
    output.appendStrings(rules.selection.ignore)
    output.append(",\"only\":")
    output.appendStrings(rules.selection.only)
    output.append(
      ",\"duplicates\":\"\(rules.duplicates.commandName)\",\"idScope\":\"\(rules.idScope.rawValue)\"")
    if let old = diff.pair.old.document.columns, let new = diff.pair.new.document.columns {
      output.append(",\"columns\":{\"old\":")
      output.appendStrings(old)
      output.append(",\"new\":")
      output.appendStrings(new)
      output.append("}")
    }
    if let finalNewlines = diff.finalNewlines {
      output.append(",\"finalNewline\":[\(finalNewlines.old),\(finalNewlines.new)]")
      let marks = (
        diff.pair.old.document.source.hasByteOrderMark, diff.pair.new.document.source.hasByteOrderMark
      )
      // Only where there is one, which is seldom: lines are given back byte for byte.
      if marks.0 || marks.1 { output.append(",\"byteOrderMark\":[\(marks.0),\(marks.1)]") }
    }
    output.append("}")
  }

  // MARK: - Changes

  private mutating func writeChanges(_ step: ChangeStep) {
    output.append(",\"sections\":{\"deleted\":")
    writeList(step.changes.sectionDeletes) { $0.writeWholeSection($1, of: step.before, step) }
    output.append(",\"inserted\":")
    writeList(step.changes.sectionInserts) { $0.writeWholeSection($1, of: step.after, step) }
    output.append(",\"moved\":")
    writeList(step.changes.sectionMoves) { writer, move in
      writer.writeSection(move.to, of: step.after)
      writer.output.append(",\"from\":\(move.from),\"to\":\(move.to)}")
    }
    output.append(",\"updated\":")
    writeList(step.changes.sectionUpdates) { writer, update in
      writer.writeSection(update.to, of: step.after)
      writer.output.append(",\"from\":\(update.from),\"to\":\(update.to),\"content\":[")
      writer.writeHeader(step.before.sections[update.from].header)
      writer.output.append(",")
      writer.writeHeader(step.after.sections[update.to].header)
      writer.output.append("]}")
    }
    output.append("},\"items\":{\"deleted\":")
    writeList(step.changes.deletes) { $0.writeWholeItem(step.before[$1], at: $1) }
    output.append(",\"inserted\":")
    writeList(step.changes.inserts) { $0.writeWholeItem(step.after[$1], at: $1) }
    output.append(",\"moved\":")
    writeList(step.changes.moves) { writer, move in
      writer.writeItem(step.before[move.from])
      writer.output.append(",\"from\":")
      writer.writePath(move.from)
      writer.output.append(",\"to\":")
      writer.writePath(move.to)
      writer.output.append("}")
    }
    output.append(",\"updated\":")
    writeList(step.changes.updates) { writer, update in
      let before = step.before[update.from]
      let after = step.after[update.to]
      writer.writeItem(before)
      writer.output.append(",\"from\":")
      writer.writePath(update.from)
      writer.output.append(",\"to\":")
      writer.writePath(update.to)
      writer.writeContents(from: before, to: after)
      writer.output.append("}")
    }
    output.append("}")
  }

  private mutating func writeList<Elements: Sequence>(
    _ elements: Elements, _ body: (inout PatchWriter, Elements.Element) -> Void
  ) {
    output.append("[")
    var isFirst = true
    for element in elements {
      if !isFirst { output.append(",") }
      isFirst = false
      body(&self, element)
    }
    output.append("]")
  }

  /// Opens a section's object with its id.
  private mutating func writeSection(_ index: Int, of snapshot: RecordSnapshot) {
    output.append("{\"id\":")
    output.append(contentsOf: snapshot.sections[index].key.json)
  }

  private mutating func writeWholeSection(_ index: Int, of snapshot: RecordSnapshot, _ step: ChangeStep) {
    let section = snapshot.sections[index]
    writeSection(index, of: snapshot)
    output.append(",\"at\":\(index)")
    if diff.pair.format == .sections {
      output.append(",\"content\":")
      writeHeader(section.header)
    }
    if step.impliesRows {
      output.append(",\"rows\":")
      writeList(section.items) { writer, row in writer.writeRecord(row) }
    }
    output.append("}")
  }

  private mutating func writeHeader(_ header: SectionHeader) {
    if let json = header.json { output.append(contentsOf: json) } else { output.append("null") }
  }

  /// Opens an item's object with its id.
  private mutating func writeItem(_ row: Row) {
    output.append("{\"id\":")
    diff.pair.file(of: row).appendID(of: row.number, to: &output)
  }

  private mutating func writeWholeItem(_ row: Row, at path: ItemPath) {
    writeItem(row)
    output.append(",\"at\":")
    writePath(path)
    output.append(",\"item\":")
    writeRecord(row)
    output.append("}")
  }

  private mutating func writeRecord(_ row: Row) {
    diff.pair.file(of: row).appendJSON(of: row.number, to: &output)
  }

  private mutating func writePath(_ path: ItemPath) { output.append("[\(path.section),\(path.item)]") }

  private mutating func writeContents(from before: Row, to after: Row) {
    if case .sections(let old) = diff.pair.file(of: before).document,
      case .sections(let new) = diff.pair.file(of: after).document
    {
      output.append(",\"content\":[")
      old.source.appendJSON(of: old.item(before.number).content, to: &output)
      output.append(",")
      new.source.appendJSON(of: new.item(after.number).content, to: &output)
      output.append("]")
      return
    }
    let changes = diff.pair.fieldChanges(from: before, to: after)
    output.append(",\"fields\":{")
    for (index, change) in changes.changed.enumerated() {
      if index > 0 { output.append(",") }
      JSONText.appendString(change.name, to: &output)
      output.append(":[")
      change.old.appendJSON(to: &output)
      output.append(",")
      change.new.appendJSON(to: &output)
      output.append("]")
    }
    output.append("},\"added\":")
    output.appendObject(changes.added)
    output.append(",\"removed\":")
    output.appendObject(changes.removed)
  }
}
