internal import RecordFormats
internal import SectionDiff

/// The report for people: sections as headings, one line a change, a summary at the end.
///
///     Fruit (3 items)
///       - 1  name: apple
///       ~ 2  price: 4 → 5
///       ↕ 3  from Nuts, 1 → 3
///
///     1 deleted, 1 moved, 1 updated
@available(LiveSystems, *)
struct TextReport {
  /// A change takes one line up to so many characters; then every field gets a line of its own.
  static let lineLimit = 100

  private let diff: RecordDiff
  private let view: ChangeView
  private let palette: Palette
  private var text = ""

  /// Returns the report.
  ///
  /// - Parameters:
  ///   - diff: what to tell.
  ///   - view: which of its views; stages are reported one after the other.
  ///   - palette: the colours.
  ///   - withReceipt: whether what the diff did is reported too.
  static func report(
    _ diff: RecordDiff, view: ChangeView, palette: Palette, withReceipt: Bool
  ) throws(Failure) -> [UInt8] {
    var report = TextReport(diff: diff, view: view, palette: palette)
    let steps = try diff.steps(view)
    report.writeColumns()
    for (index, step) in steps.enumerated() {
      if view == .stages {
        report.beginParagraph()
        report.line(
          palette.paint(
            "stage \(index + 1) of \(steps.count): \(SummaryLine.brief(step.changes.counts))", .heading))
      }
      report.write(step)
    }
    report.writeEnds()
    report.beginParagraph()
    report.writeSummary()
    if withReceipt {
      report.beginParagraph()
      for line in diff.explanation { report.line(palette.paint(line, .faint)) }
    }
    return Array(report.text.utf8)
  }

  // MARK: - Around the changes

  private mutating func line(_ content: String) { text += content + "\n" }

  private mutating func beginParagraph() {
    if !text.isEmpty { text += "\n" }
  }

  private mutating func writeColumns() {
    let columns = diff.pair.oneSidedColumns
    for name in columns.old { line(palette.paint("- column \(VisibleText.escaped(name))", .deleted)) }
    for name in columns.new { line(palette.paint("+ column \(VisibleText.escaped(name))", .inserted)) }
    if !columns.old.isEmpty || !columns.new.isEmpty { text += "\n" }
  }

  private mutating func writeEnds() {
    let endInCR = diff.endInCR
    if endInCR.old != endInCR.new {
      line(palette.paint("  ~ the lines now end in \(endInCR.new ? "CR" : "LF")", .updated))
    }
    guard let ends = diff.finalNewlines, ends.old != ends.new else { return }
    line(
      palette.paint(
        ends.new ? "  ~ the last line now ends with a newline" : "  ~ the last line lost its newline",
        .updated))
  }

  private mutating func writeSummary() {
    let counts = diff.counts(view)
    let summary = SummaryLine.brief(counts)
    let item = diff.pair.format.shape == .line ? "line" : "item"
    if !summary.isEmpty {
      line(summary)
    } else if diff.isDifferent {
      line("no \(item) deleted, inserted, moved or updated")
    } else {
      line("no differences (\(diff.new.itemCount) \(item)\(diff.new.itemCount == 1 ? "" : "s"))")
    }
    let receipt = diff.receipt
    if receipt.droppedOld + receipt.droppedNew > 0 {
      let differing = diff.droppedDifferences
      line(
        "dropped as duplicates: \(receipt.droppedOld) old, \(receipt.droppedNew) new"
          + (differing > 0 ? "; \(differing) of them differ\(differing == 1 ? "s" : "")" : ""))
    }
  }

  // MARK: - Sections

  private mutating func write(_ step: ChangeStep) {
    var sections = SectionChanges.grouped(
      step.changes, from: step.before, to: step.after, impliesRows: view.impliesRows)
    sections.removeAll(where: \.isEmpty)
    let isFlat = diff.rules.sectionBy == nil && !diff.pair.format.shape.hasSections
    for section in sections {
      if !isFlat {
        beginParagraph()
        for line in section.heading(from: step.before, to: step.after, isText: diff.pair.isTextOnly, palette) {
          self.line(line)
        }
      }
      if section.impliesRows {
        let snapshot = section.mark == .deleted ? step.before : step.after
        for row in snapshot.sections[section.mark == .deleted ? section.old ?? 0 : section.new ?? 0].items {
          writeWhole(row, section.mark)
        }
      } else {
        writeItems(of: section, step)
      }
    }
  }

  // MARK: - Items

  /// Reports the items of one section in reading order: deletes where they was, the others where they are.
  private mutating func writeItems(of section: SectionChanges, _ step: ChangeStep) {
    let fixed = { (sectionOffset: Int?, item: Int) in ItemPath(section: sectionOffset ?? 0, item: item) }
    var leaving = section.leaving[...]
    var arriving = section.arriving[...]
    var updated = section.updated[...]
    var o = 0
    var n = 0
    // Invariant: everything before `o` and `n` is reported, and the items between them and the next change are kept in
    // place on both sides.
    while !leaving.isEmpty || !arriving.isEmpty || !updated.isEmpty {
      if let next = leaving.first, next.offset == o {
        leaving.removeFirst()
        if next.isDelete { writeWhole(step.before[fixed(section.old, o)], .deleted) }
        o += 1
      } else if let next = arriving.first, next.offset == n {
        arriving.removeFirst()
        if let from = next.from {
          let isUpdated = updated.first?.offset == n
          if isUpdated { updated.removeFirst() }
          writeMove(from: from, to: fixed(section.new, n), isUpdated: isUpdated, step)
        } else {
          writeWhole(step.after[fixed(section.new, n)], .inserted)
        }
        n += 1
      } else if let next = updated.first, next.offset == n {
        updated.removeFirst()
        writeUpdate(from: step.before[next.from], to: step.after[fixed(section.new, n)])
        o += 1
        n += 1
      } else {
        let skip =
          [
            leaving.first.map { $0.offset - o }, arriving.first.map { $0.offset - n },
            updated.first.map { $0.offset - n },
          ].compactMap { $0 }.min() ?? 0
        guard skip > 0 else { break }
        o += skip
        n += skip
      }
    }
  }

  private mutating func writeWhole(_ row: Row, _ mark: SectionChanges.Mark?) {
    let isDelete = mark == .deleted
    let file = diff.pair.file(of: row)
    var content: [String] = []
    let own = file.ownParts(of: row.number)
    if let own {
      guard let value = own.content else {
        line(palette.paint("  \(isDelete ? "-" : "+") \(Self.lineText(own.id.text))", isDelete ? .deleted : .inserted))
        return
      }
      if !value.text.isEmpty { content.append(ValueText.shown(value, isText: true, limit: palette.valueLimit)) }
    } else {
      // Without a field of sections none is left out: one with an empty name is a field like any other.
      let key = Set((diff.rules.id + [diff.rules.sectionBy].compactMap(\.self)).map { Array($0.utf8) })
      for field in file.allFields(of: row.number) where !key.contains(field.name) {
        if field.value.value.isText, field.value.text.isEmpty { continue }
        content.append(ValueText.nameAndValue(field, limit: palette.valueLimit))
      }
    }
    let head = [isDelete ? "-" : "+", label(row)].filter { !$0.isEmpty }.joined(separator: " ")
    var body = content.joined(separator: ", ")
    if diff.rules.id.isEmpty, own == nil {
      return line(palette.paint("  \(head)", isDelete ? .deleted : .inserted))
    }
    if palette.valueLimit != nil { body = VisibleText.shortened(body, to: max(20, Self.lineLimit - head.count)) }
    let tail = body.isEmpty ? "" : "  " + body
    line(palette.paint("  \(head)", isDelete ? .deleted : .inserted) + tail)
  }

  private mutating func writeMove(from: ItemPath, to: ItemPath, isUpdated: Bool, _ step: ChangeStep) {
    let before = step.before[from]
    let after = step.after[to]
    let move: String
    let source = step.before.sections[from.section].key
    if source == step.after.sections[to.section].key {
      move = "\(from.item + 1) → \(to.item + 1)"
    } else {
      let name = source.title(isText: diff.pair.isTextOnly)
      move = "from \(name), \(from.item + 1) → \(to.item + 1)"
    }
    line(palette.paint("  ↕ \(label(after))", .moved) + "  " + palette.paint(move, .faint))
    if isUpdated { writeUpdate(from: before, to: after) }
  }

  private mutating func writeUpdate(from before: Row, to after: Row) {
    let changes = ValueText.changes(
      from: diff.pair.file(of: before).ownParts(of: before.number),
      to: diff.pair.file(of: after).ownParts(of: after.number),
      fields: diff.pair.fieldChanges(from: before, to: after), isText: diff.pair.isTextOnly, limit: palette.valueLimit)
    let head = "  ~ \(label(after))"
    let body = changes.joined(separator: ", ")
    if changes.count == 1 || head.count + body.count <= Self.lineLimit {
      line(palette.paint(head, .updated) + "  " + body)
    } else {
      line(palette.paint(head, .updated))
      for change in changes { line("      " + change) }
    }
  }

  /// What names a record in a line.
  private func label(_ row: Row) -> String {
    let file = diff.pair.file(of: row)
    if let own = file.ownParts(of: row.number) {
      return own.content == nil ? Self.lineText(own.id.text) : ValueText.shown(own.id, isText: true)
    }
    if !file.key.isEmpty { return ValueText.name(file.key.map { file.value(row.number, at: $0) }) }
    let fields = file.fields(of: row.number)
    // Values alone name a record where all have the same fields in the same order.
    guard isUniform else { return ValueText.fields(fields) }
    return ValueText.name(fields.map(\.value))
  }

  /// Whether all records have the same fields in the same order, as those of two files of the same columns do.
  private var isUniform: Bool {
    guard let old = diff.pair.old.document.columns, let new = diff.pair.new.document.columns else { return false }
    return old.elementsEqual(new) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// A line whole, with tabs as they are.
  private static func lineText(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { VisibleText.escaped(String($0)) }.joined(separator: "\t")
  }
}
