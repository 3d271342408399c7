internal import RecordFormats
internal import SectionDiff

/// Writes the one JSON object that is both the report for programs and the patch for `apply`.
///
/// Compact, keys in a fixed order, an LF at the end: the same bytes in every run.
struct PatchWriter {
  /// The name of the form that patches are written in.
  static let formatName = "section-diff/1"

  private let diff: RecordDiff

  /// Returns the patch.
  ///
  /// - Parameters:
  ///   - diff: what to write.
  ///   - view: which of its views.
  ///   - withReceipt: whether what the diff did is written too.
  ///   - withSectionNames: whether the names of all sections are written too.
  static func patch(
    _ diff: RecordDiff, view: ChangeView, withReceipt: Bool, withSectionNames: Bool = false
  ) throws(Failure) -> [UInt8] {
    let writer = PatchWriter(diff: diff)
    func append(_ step: ChangeStep, _ output: inout [UInt8]) {
      writer.append(step.changes, from: step.before, to: step.after, impliesRows: view.impliesRows, to: &output)
    }
    var output: [UInt8] = []
    let steps = try diff.steps(view)
    output.append("{\"format\":\"\(formatName)\",\"input\":")
    writer.appendInput(to: &output)
    output.append(",\"view\":\"\(view.rawValue)\",\"strategy\":")
    JSONText.appendString(diff.receipt.picked, to: &output)
    output.append(",\"counts\":")
    output.append(diff.counts(view))
    if view == .stages {
      output.append(",\"stages\":")
      output.appendList(steps) { output, step in
        output.append("{\"counts\":")
        output.append(step.changes.counts)
        append(step, &output)
        output.append("}")
      }
    } else {
      for step in steps { append(step, &output) }
    }
    if withReceipt {
      output.append(",\"receipt\":")
      diff.receipt.appendJSON(favoring: diff.strategy.favors, to: &output)
    }
    if withSectionNames {
      output.append(",\"sectionNames\":{\"old\":")
      output.appendList(diff.old.sections) { output, section in writer.append(key: section.key, to: &output) }
      output.append(",\"new\":")
      output.appendList(diff.new.sections) { output, section in writer.append(key: section.key, to: &output) }
      output.append("}")
    }
    output.append("}\n")
    return output
  }

  private func appendInput(to output: inout [UInt8]) {
    let rules = diff.rules
    output.append("{\"format\":\"\(diff.pair.format)\",\"id\":")
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
    // These two only where they were chosen.
    let choice = diff.pair.format.choice
    if let delimiter = choice.delimiter {
      output.append(",\"delimiter\":")
      JSONText.appendString([delimiter], to: &output)
    }
    if choice.lazyQuotes { output.append(",\"lazyQuotes\":true") }
    if let old = diff.pair.old.document.records.header, let new = diff.pair.new.document.records.header {
      output.append(",\"columns\":{\"old\":")
      output.appendStrings(old)
      output.append(",\"new\":")
      output.appendStrings(new)
      output.append("}")
    }
    if let finalNewlines = diff.finalNewlines {
      output.append(",\"finalNewline\":[\(finalNewlines.old),\(finalNewlines.new)]")
      // These two only where there is one, which is seldom: lines are given back byte for byte.
      let endInCR = diff.endInCR
      if endInCR.old || endInCR.new { output.append(",\"endInCR\":[\(endInCR.old),\(endInCR.new)]") }
      let marks = (
        diff.pair.old.document.source.hasByteOrderMark, diff.pair.new.document.source.hasByteOrderMark
      )
      if marks.0 || marks.1 { output.append(",\"byteOrderMark\":[\(marks.0),\(marks.1)]") }
    }
    output.append("}")
  }
}

extension PatchWriter: ChangesWriter {
  var hasHeaders: Bool { diff.pair.format.shape.hasSections }
  var namesOld: Bool { true }

  func append(key: SectionKey, to output: inout [UInt8]) { output.append(contentsOf: key.json) }

  func append(id row: Row, to output: inout [UInt8]) {
    diff.pair.file(of: row).appendID(of: row.number, to: &output)
  }

  func append(item row: Row, to output: inout [UInt8]) {
    diff.pair.file(of: row).appendJSON(of: row.number, to: &output)
  }

  func appendContents(from before: Row, to after: Row, to output: inout [UInt8]) {
    output.appendContents(
      from: diff.pair.file(of: before).ownParts(of: before.number),
      to: diff.pair.file(of: after).ownParts(of: after.number), fields: diff.pair.fieldChanges(from: before, to: after))
  }
}
