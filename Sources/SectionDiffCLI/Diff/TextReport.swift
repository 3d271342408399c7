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
  /// What is written and not yet handed on.
  private var output: [UInt8] = []
  /// Takes what is written; false where nobody wants more.
  private let sink: ([UInt8]) throws(Failure) -> Bool
  /// Whether nobody wants more.
  private var isClosed = false
  /// Whether anything was written.
  private var hasBegun = false
  /// Rows of the same columns on both sides, where they are such.
  private let columns: ChangedColumns?
  /// The names of those columns as they are shown, with what is behind them; empty for those that no whole record shows.
  private var names: (changed: [[UInt8]], whole: [[UInt8]]) = ([], [])
  private var namesAreASCII = true
  /// The column of the key, where it is one.
  private var keyColumns: (old: Int, new: Int)?
  private var changes: [ChangedColumns.Change] = []
  private var values: [FieldValue] = []
  /// What a line begins with: its mark, and what names a record.
  private var head: [UInt8] = []
  /// The parts of a line, one after another, and where each ends.
  private var body: [UInt8] = []
  private var ends: [Int] = []
  /// How many bytes of the parts belong to the character before, where all but the arrows between two values is ASCII.
  private var extraBytes: Int? = 0
  /// Names that look like others.
  private var alike = LookAlikes()

  /// How many bytes are handed on at a time.
  private static let chunk = 1 << 16

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
    var report: [UInt8] = []
    try write(diff, view: view, palette: palette, withReceipt: withReceipt) { bytes throws(Failure) in
      report += bytes
      return true
    }
    return report
  }

  /// Writes the report, a part at a time.
  ///
  /// - Parameter sink: Takes a part, and says whether more is wanted.
  static func write(
    _ diff: RecordDiff, view: ChangeView, palette: Palette, withReceipt: Bool,
    to sink: @escaping ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    var report = TextReport(diff, view, palette, sink)
    let steps = try diff.steps(view)
    report.alike = report.lookAlikes(in: steps)
    try report.writeColumns()
    for (index, step) in steps.enumerated() where !report.isClosed {
      if view == .stages {
        report.beginParagraph()
        try report.line("stage \(index + 1) of \(steps.count): \(SummaryLine.brief(step.changes.counts))", .heading)
      }
      try report.write(step)
    }
    try report.writeEnds()
    report.beginParagraph()
    try report.writeSummary()
    if withReceipt {
      report.beginParagraph()
      for line in diff.explanation { try report.line(line, .faint) }
    }
    try report.handOn()
  }

  private init(
    _ diff: RecordDiff, _ view: ChangeView, _ palette: Palette, _ sink: @escaping ([UInt8]) throws(Failure) -> Bool
  ) {
    (self.diff, self.view, self.palette, self.sink) = (diff, view, palette, sink)
    let (old, new) = (diff.pair.old, diff.pair.new)
    columns = ChangedColumns(old.document, new.document, old.selection)
    guard let columns else { return }
    names.changed = columns.names.map { Array("\(ValueText.fieldName($0)): ".utf8) }
    // Without a field of sections none is left out: one with an empty name is a field like any other.
    let key = Set((diff.rules.id + [diff.rules.sectionBy].compactMap(\.self)).map { Array($0.utf8) })
    namesAreASCII = columns.names.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    names.whole = columns.names.indices.map { key.contains(columns.names[$0]) ? [] : names.changed[$0] }
    if case .column(let old)? = old.key.first, case .column(let new)? = new.key.first, diff.rules.id.count == 1 {
      keyColumns = (old, new)
    }
  }

  // MARK: - Writing

  private mutating func handOn() throws(Failure) {
    if output.isEmpty || isClosed { return }
    hasBegun = true
    isClosed = try !sink(output)
    output.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() throws(Failure) {
    output.append(0x0A)
    if output.count >= Self.chunk { try handOn() }
  }

  private mutating func line(_ content: String, _ role: Palette.Role? = nil) throws(Failure) {
    output += (role.map { palette.paint(content, $0) } ?? content).utf8
    try endLine()
  }

  /// Appends the head in a colour.
  private mutating func paintHead(_ role: Palette.Role) {
    if palette.isColoured { output += palette.opening(role).utf8 }
    output += head
    if palette.isColoured { output += palette.closing.utf8 }
  }

  private mutating func beginParagraph() {
    if hasBegun || !output.isEmpty { output.append(0x0A) }
  }

  // MARK: - Around the changes

  private mutating func writeColumns() throws(Failure) {
    let columns = diff.pair.oneSidedColumns
    for name in columns.old { try line("- column \(VisibleText.escaped(name))", .deleted) }
    for name in columns.new { try line("+ column \(VisibleText.escaped(name))", .inserted) }
    if !columns.old.isEmpty || !columns.new.isEmpty { output.append(0x0A) }
  }

  private mutating func writeEnds() throws(Failure) {
    let endInCR = diff.endInCR
    if endInCR.old != endInCR.new {
      try line("  ~ the lines now end in \(endInCR.new ? "CR" : "LF")", .updated)
    }
    guard let ends = diff.finalNewlines, ends.old != ends.new else { return }
    try line(
      ends.new ? "  ~ the last line now ends with a newline" : "  ~ the last line lost its newline", .updated)
  }

  private mutating func writeSummary() throws(Failure) {
    let counts = diff.counts(view)
    let summary = SummaryLine.brief(counts)
    let item = diff.pair.format.shape == .line ? "line" : "item"
    if !summary.isEmpty {
      try line(summary)
    } else if diff.isDifferent {
      try line("no \(item) deleted, inserted, moved or updated")
    } else {
      try line("no differences (\(diff.new.itemCount) \(item)\(diff.new.itemCount == 1 ? "" : "s"))")
    }
    let receipt = diff.receipt
    if receipt.droppedOld + receipt.droppedNew > 0 {
      let differing = diff.droppedDifferences
      try line(
        "dropped as duplicates: \(receipt.droppedOld) old, \(receipt.droppedNew) new"
          + (differing > 0 ? "; \(differing) of them differ\(differing == 1 ? "s" : "")" : ""))
    }
  }

  // MARK: - Sections

  private mutating func write(_ step: ChangeStep) throws(Failure) {
    var sections = SectionChanges.grouped(
      step.changes, from: step.before, to: step.after, impliesRows: view.impliesRows)
    sections.removeAll(where: \.isEmpty)
    let isFlat = diff.rules.sectionBy == nil && !diff.pair.format.shape.hasSections
    for section in sections where !isClosed {
      if !isFlat {
        beginParagraph()
        let heading = section.heading(
          from: step.before, to: step.after, isText: diff.pair.isTextOnly, telling: alike, palette)
        for text in heading { try line(text) }
      }
      if section.impliesRows {
        let snapshot = section.mark == .deleted ? step.before : step.after
        for row in snapshot.sections[section.mark == .deleted ? section.old ?? 0 : section.new ?? 0].items {
          if isClosed { return }
          try writeWhole(row, section.mark)
        }
      } else {
        try writeItems(of: section, step)
      }
    }
  }

  // MARK: - Items

  /// Reports the items of one section in reading order: deletes at their old place, the rest at their new one.
  private mutating func writeItems(of section: SectionChanges, _ step: ChangeStep) throws(Failure) {
    let fixed = { (sectionOffset: Int?, item: Int) in ItemPath(section: sectionOffset ?? 0, item: item) }
    var leaving = section.leaving[...]
    var arriving = section.arriving[...]
    var updated = section.updated[...]
    var o = 0
    var n = 0
    // Invariant: everything before `o` and `n` is reported, and the items between them and the next change are kept in
    // place on both sides.
    while !isClosed, !leaving.isEmpty || !arriving.isEmpty || !updated.isEmpty {
      if let next = leaving.first, next.offset == o {
        leaving.removeFirst()
        if next.isDelete { try writeWhole(step.before[fixed(section.old, o)], .deleted) }
        o += 1
      } else if let next = arriving.first, next.offset == n {
        arriving.removeFirst()
        if let from = next.from {
          let isUpdated = updated.first?.offset == n
          if isUpdated { updated.removeFirst() }
          try writeMove(from: from, to: fixed(section.new, n), isUpdated: isUpdated, step)
        } else {
          try writeWhole(step.after[fixed(section.new, n)], .inserted)
        }
        n += 1
      } else if let next = updated.first, next.offset == n {
        updated.removeFirst()
        try writeUpdate(from: step.before[next.from], to: step.after[fixed(section.new, n)])
        o += 1
        n += 1
      } else {
        var skip = Int.max
        if let next = leaving.first { skip = min(skip, next.offset - o) }
        if let next = arriving.first { skip = min(skip, next.offset - n) }
        if let next = updated.first { skip = min(skip, next.offset - n) }
        guard skip > 0 else { break }
        o += skip
        n += skip
      }
    }
  }

  private mutating func writeWhole(_ row: Row, _ mark: SectionChanges.Mark?) throws(Failure) {
    let isDelete = mark == .deleted
    let role = isDelete ? Palette.Role.deleted : .inserted
    let file = diff.pair.file(of: row)
    let own = file.ownParts(of: row.number)
    if let own, own.content == nil {
      return try line("  \(isDelete ? "-" : "+") \(ownText(own))", role)
    }
    beginHead(isDelete ? "  -" : "  +")
    let nameStart = head.count + 1
    head.append(0x20)
    appendLabel(row)
    if head.count == nameStart { head.removeLast() }
    if diff.rules.id.isEmpty, own == nil {
      paintHead(role)
      return try endLine()
    }
    beginParts()
    if let content = own?.content {
      if !content.text.isEmpty {
        body += ValueText.shown(content, isText: true, limit: palette.valueLimit).utf8
        endPart()
      }
    } else if let columns {
      columns.values(of: row, into: &values)
      let source = columns.source(of: row)
      for (column, value) in values.enumerated() where !names.whole[column].isEmpty && !value.range.isEmpty {
        body += names.whole[column]
        append(value, of: source)
        endPart()
      }
    } else {
      let key = Set((diff.rules.id + [diff.rules.sectionBy].compactMap(\.self)).map { Array($0.utf8) })
      for field in file.allFields(of: row.number) where !key.contains(field.name) {
        if field.value.value.isText, field.value.text.isEmpty { continue }
        body += ValueText.nameAndValue(field, limit: palette.valueLimit).utf8
        endPart()
      }
    }
    paintHead(role)
    if body.isEmpty { return try endLine() }
    output += "  ".utf8
    if palette.valueLimit == nil {
      appendParts()
    } else {
      let text = joinedParts
      let length = String(decoding: head, as: UTF8.self).count - 2
      output += VisibleText.shortened(text, to: max(20, Self.lineLimit - length)).utf8
    }
    try endLine()
  }

  private mutating func writeMove(
    from: ItemPath, to: ItemPath, isUpdated: Bool, _ step: ChangeStep
  ) throws(Failure) {
    let before = step.before[from]
    let after = step.after[to]
    beginHead("  ↕ ")
    appendLabel(after)
    paintHead(.moved)
    output += Self.gap
    if palette.isColoured { output += palette.opening(.faint).utf8 }
    let source = step.before.keys[from.section]
    if source != step.after.keys[to.section] {
      output += "from \(alike.shown(source.title(isText: diff.pair.isTextOnly))), ".utf8
    }
    output.append(number: from.item + 1)
    output += Self.arrow
    output.append(number: to.item + 1)
    if palette.isColoured { output += palette.closing.utf8 }
    try endLine()
    if isUpdated { try writeUpdate(from: before, to: after) }
  }

  private mutating func writeUpdate(from before: Row, to after: Row) throws(Failure) {
    let isText = diff.pair.isTextOnly
    beginHead("  ~ ")
    appendLabel(after)
    beginParts()
    if let columns {
      columns.find(from: before, to: after, into: &changes)
      let (oldSource, newSource) = (columns.source(of: before), columns.source(of: after))
      for change in changes {
        body += names.changed[change.column]
        if !namesAreASCII { extraBytes = nil }
        appendChange(change.old, of: oldSource, change.new, of: newSource)
        endPart()
      }
    } else {
      extraBytes = nil
      let texts = ValueText.changes(
        from: diff.pair.file(of: before).ownParts(of: before.number),
        to: diff.pair.file(of: after).ownParts(of: after.number),
        fields: diff.pair.fieldChanges(from: before, to: after), isText: isText, limit: palette.valueLimit)
      for text in texts {
        body += text.utf8
        endPart()
      }
    }
    paintHead(.updated)
    let bodyLength = extraBytes.map { body.count - $0 } ?? Self.length(of: body)
    let length = Self.length(of: head) + bodyLength + 2 * max(0, ends.count - 1)
    if ends.count == 1 || length <= Self.lineLimit {
      output += Self.gap
      appendParts()
      return try endLine()
    }
    try endLine()
    var start = 0
    for end in ends {
      output += Self.gap
      output += Self.gap
      output += Self.gap
      output += body[start..<end]
      try endLine()
      start = end
    }
  }

  // MARK: - Parts of a line

  private static let gap = Array("  ".utf8)
  private static let comma = Array(", ".utf8)
  private static let arrow = Array(" → ".utf8)

  private mutating func beginHead(_ mark: StaticString) {
    head.removeAll(keepingCapacity: true)
    mark.withUTF8Buffer { unsafe head.append(contentsOf: $0) }
  }

  private mutating func beginParts() {
    body.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    extraBytes = 0
  }

  private mutating func endPart() { ends.append(body.count) }

  /// Appends all parts with commas between them.
  private mutating func appendParts() {
    var start = 0
    for end in ends {
      if start > 0 { output += Self.comma }
      output += body[start..<end]
      start = end
    }
  }

  private var joinedParts: String {
    var parts: [String] = []
    var start = 0
    for end in ends {
      parts.append(String(decoding: body[start..<end], as: UTF8.self))
      start = end
    }
    return parts.joined(separator: ", ")
  }

  /// How many characters there are.
  private static func length(of text: [UInt8]) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }

  /// Appends a value of a row to the parts.
  private mutating func append(_ value: FieldValue, of source: SourceText) {
    if source.appendPlain(value, isText: true, limit: palette.valueLimit, to: &body) { return }
    body += ValueText.shown(SourcedValue(value: value, source: source), limit: palette.valueLimit).utf8
  }

  private mutating func appendChange(
    _ old: FieldValue, of oldSource: SourceText, _ new: FieldValue, of newSource: SourceText
  ) {
    let start = body.count
    if oldSource.appendPlain(old, isText: true, limit: palette.valueLimit, to: &body) {
      body += Self.arrow
      if newSource.appendPlain(new, isText: true, limit: palette.valueLimit, to: &body) {
        extraBytes = extraBytes.map { $0 + 2 }
        return
      }
    }
    extraBytes = nil
    body.removeLast(body.count - start)
    body +=
      ValueText.change(
        from: SourcedValue(value: old, source: oldSource), to: SourcedValue(value: new, source: newSource),
        isText: true,
        limit: palette.valueLimit
      ).utf8
  }

  // MARK: - Names

  /// Appends what names a record in a line to its head. Not to an array of the caller: this would be copied for it.
  private mutating func appendLabel(_ row: Row) {
    if let columns, let keyColumns {
      let value = columns.value(of: row, column: row.isNew ? keyColumns.new : keyColumns.old)
      if columns.source(of: row).appendPlain(value, isText: true, limit: nil, to: &head) { return }
    }
    head += alike.shown(label(row)).utf8
  }

  /// What names a record in a line.
  private func label(_ row: Row) -> String {
    let file = diff.pair.file(of: row)
    if let own = file.ownParts(of: row.number) {
      return own.content == nil ? ownText(own) : ValueText.shown(own.id, isText: true)
    }
    if !file.key.isEmpty { return ValueText.name(file.key.map { file.value(row.number, at: $0) }) }
    let fields = file.fields(of: row.number)
    // Values alone name a record where all have the same fields in the same order.
    guard columns != nil else { return ValueText.fields(fields) }
    return ValueText.name(fields.map(\.value))
  }

  /// A record that is one value: a line whole, with tabs as they are; a value of JSON so that `1` and `"1"` differ.
  private func ownText(_ own: OwnParts) -> String {
    guard diff.pair.format.shape == .line else { return ValueText.shown(own.id) }
    return own.id.text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { VisibleText.escaped(String($0)) }.joined(separator: "\t")
  }

  /// The names in a report that look alike: of sections, and of records that are told.
  private func lookAlikes(in steps: [ChangeStep]) -> LookAlikes {
    var alike = LookAlikes()
    // Lines are told whole, as they are.
    if diff.pair.format.shape == .line { return alike }
    if diff.pair.old.document.source.isASCII, diff.pair.new.document.source.isASCII { return alike }
    var plain: [UInt8] = []
    func add(_ row: Row) {
      if let columns, let keyColumns {
        plain.removeAll(keepingCapacity: true)
        let value = columns.value(of: row, column: row.isNew ? keyColumns.new : keyColumns.old)
        if columns.source(of: row).appendPlain(value, isText: true, limit: nil, to: &plain) { return }
      }
      alike.add(label(row))
    }
    for step in steps {
      for key in step.before.keys + step.after.keys { alike.add(key.title(isText: diff.pair.isTextOnly)) }
      for path in step.changes.deletes { add(step.before[path]) }
      for path in step.changes.inserts { add(step.after[path]) }
      for pair in step.changes.moves { add(step.after[pair.to]) }
      for pair in step.changes.updates { add(step.after[pair.to]) }
    }
    return alike
  }
}
