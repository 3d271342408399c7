internal import RecordFormats
internal import SectionDiff

/// Applies a patch to a file: every id, position and old value is checked before anything comes out.
struct PatchApplier {
  private let patch: Patch
  private let file: RecordFile
  /// The columns of the result, for CSV and TSV.
  private let columns: Set<[UInt8]>?
  private(set) var records: AppliedRecords
  private let editor: RecordEditor
  /// The snapshot as far as the patch is applied.
  private(set) var sections: [AppliedSection]

  /// Applies all steps of a patch to a file.
  ///
  /// - Throws: the first place where the patch does not fit.
  init(_ patch: Patch, to file: RecordFile) throws(Failure) {
    self.patch = patch
    self.file = file
    columns = patch.columns.map { Set(DelimitedDocument.names(of: $0.new).map { Array($0.utf8) }) }
    records = AppliedRecords(file: file, patch: patch.source, id: patch.rules.id)
    let selection = patch.rules.selection
    editor = RecordEditor(
      patch: patch.source, selection: file.format.shape == .row ? selection.ofColumns : selection)
    sections = []
    try checkFile()
    let snapshot = try file.snapshot(patch.rules, isNew: false)
    sections = snapshot.sections.map { section in
      AppliedSection(key: section.key, header: section.header, items: section.items.map { .row($0.number) })
    }
    if patch.rules.duplicates == .reject { try file.checkUniqueness(of: snapshot, scope: patch.rules.idScope) }
    for step in patch.steps { try apply(step) }
    if patch.rules.duplicates == .reject { try checkUniqueness() }
  }

  /// Returns what a patch makes of a file, in the file's format.
  ///
  /// - Parameters:
  ///   - patch: the patch.
  ///   - path: the file; `-` is standard input.
  ///   - format: the file's format, if not the one that the patch was made from.
  ///   - isReversed: whether the patch is applied backwards.
  static func output(
    of patch: Patch, to path: String, format: RecordFormat? = nil, isReversed: Bool
  ) throws(Failure) -> [UInt8] {
    try output(of: patch, to: .input(path), format: format, isReversed: isReversed)
  }

  /// Returns what a patch makes of a text, in the text's format.
  static func output(
    of patch: Patch, to source: SourceText, format: RecordFormat? = nil, isReversed: Bool
  ) throws(Failure) -> [UInt8] {
    let patch = isReversed ? patch.reversed : patch
    // The one that was chosen is read as the patch says.
    let format = format.map { $0 == patch.format ? patch.format : $0.takingPlainValues } ?? patch.format
    guard format.isCompatible(with: patch.format) else {
      throw Failure(
        "\(patch.source.name) was made from \(patch.format) and cannot be applied to \(format); "
          + "leave out --input or choose a related format")
    }
    let source = source.isWithoutBytes ? try source.filled(as: format, patch.columns?.old) : source
    let file = try RecordFile(source, format: format, rules: patch.rules)
    return try PatchApplier(patch, to: file).output()
  }

  /// The result in the file's format.
  ///
  /// - Throws: that a record cannot be written in the format.
  private func output() throws(Failure) -> [UInt8] {
    let ends = FileEnds(
      columns: columnsOfResult, hasFinalNewline: patch.finalNewline?.new ?? true,
      endsInCR: patch.endInCR.new, hasByteOrderMark: patch.byteOrderMark.new)
    return try reading { () throws(FormatError) in
      var writer = try file.document.records.rewriter(ends)
      for section in sections {
        if file.format.shape.hasSections {
          writer.beginSection(Self.text(section.key.json), content: section.header.json.map { Self.text($0) })
        }
        for record in section.items {
          if case .row(let row) = record {
            try writer.append(row)
          } else if let whole = records.whole(record) {
            try writer.append(whole)
          }
        }
      }
      return try writer.finish()
    }
  }

  /// The columns of the new file, but for those that were not compared and the file has not: the patch does not hold their
  /// values.
  private var columnsOfResult: [String]? {
    guard let columns = patch.columns else { return nil }
    let known = Set(DelimitedDocument.names(of: columns.old).map { Array($0.utf8) })
    return zip(columns.new, DelimitedDocument.names(of: columns.new)).compactMap { title, name in
      let name = Array(name.utf8)
      return known.contains(name) || patch.rules.selection.includes(column: name) ? title : nil
    }
  }

  /// The text of a JSON string.
  private static func text(_ json: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(SourceText(json, name: "key")) else { return json }
    return document.source.decodedBytes(of: document.root)
  }

  // MARK: - The file as a whole

  private func checkFile() throws(Failure) {
    if let expected = patch.columns?.old, let columns = file.document.records.header,
      !columns.elementsEqual(expected, by: { $0.utf8.elementsEqual($1.utf8) })
    {
      let lists = [columns, expected].map { $0.map { JSONText.literal($0) }.joined(separator: ", ") }
      let (found, wanted) = VisibleText.pair(lists[0], lists[1], to: 300)
      throw misfit("input.columns", "the columns are \(found), expected \(wanted)")
    }
    if patch.endInCR.old != file.document.records.endsInCR {
      throw misfit(
        "input.endInCR", "the lines end in \(file.document.records.endsInCR ? "CR, expected LF" : "LF, expected CR")")
    }
    if let expected = patch.finalNewline?.old, let found = file.document.records.hasFinalNewline, found != expected {
      throw misfit(
        "input.finalNewline",
        "the last line \(expected ? "does not end" : "ends") with a newline, expected the opposite")
    }
  }

  /// That the patch does not fit, at an entry of it.
  private func misfit(_ entry: String, _ reason: String) -> Failure {
    Failure(
      "\(patch.source.name) does not fit \(file.name): \(entry): \(reason); apply it to the file that it was made from"
    )
  }

  /// Where the patch was made of files without duplicates, what has come must not be there already.
  ///
  /// - Complexity: O(bytes of the identities) where something has come.
  private func checkUniqueness() throws(Failure) {
    var known: Set<[UInt8]> = []
    func identity(of record: AppliedRecord, in section: AppliedSection) -> [UInt8] {
      var bytes = patch.rules.idScope == .section ? section.key.json + [UInt8(ascii: " ")] : []
      records.appendIdentity(of: record, to: &bytes)
      return bytes
    }
    func twice(_ record: AppliedRecord) -> Failure {
      misfit("items", "the identity \(records.identity(of: record)) would occur twice")
    }
    for section in sections {
      for record in section.items {
        if case .row = record { continue }
        guard known.insert(identity(of: record, in: section)).inserted else { throw twice(record) }
      }
    }
    if known.isEmpty { return }
    for section in sections {
      for record in section.items {
        guard case .row = record, known.contains(identity(of: record, in: section)) else { continue }
        throw twice(record)
      }
    }
  }

  // MARK: - Steps

  /// Where the sections of a step go.
  private struct SectionMoves {
    /// For every old section whether it is gone.
    var isDeleted: [Bool]
    /// For every new place the old section that is there, or nil for one that has come.
    var sources: [Int?]
    /// For every new place the entry of the section that has come there.
    var inserted: [Int: Int]
  }

  private mutating func apply(_ step: PatchStep) throws(Failure) {
    let moves = try planSections(step)
    // For every record of every old section, whether the step takes it from its place.
    var isTaken = sections.map { [Bool](repeating: false, count: $0.items.count) }
    var arrivals = [[(offset: Int, record: AppliedRecord, entry: String)]](
      repeating: [], count: moves.sources.count)

    func arrive(_ record: AppliedRecord, at path: PatchStep.Path, _ entry: String) throws(Failure) {
      guard path.section < arrivals.count else {
        throw misfit(
          entry, "there is no section \(path.section) to put the record into, only \(arrivals.count)")
      }
      arrivals[path.section].append((path.item, record, entry))
    }

    for (index, entry) in step.deletedItems.enumerated() {
      let name = "\(step.prefix)items.\(step.names.deleted)[\(index)]"
      let record = try take(entry.id, at: entry.at, moves, &isTaken, name)
      guard records.isEqual(record, to: entry.item) else {
        throw misfit(name, "the record at \(entry.at) differs from the one that the patch deletes")
      }
    }
    // Edited before they move, so that where they arrive can be checked.
    var edits: [(entry: String, record: AppliedRecord, to: PatchStep.Path)] = []
    for (index, entry) in step.updatedItems.enumerated() {
      let name = "\(step.prefix)items.updated[\(index)]"
      let record = try locate(entry.id, at: entry.from, moves, isTaken, name)
      let edited = try edit(record, by: entry.edit, name)
      sections[entry.from.section].items[entry.from.item] = edited
      edits.append((name, edited, entry.to))
    }
    for (index, entry) in step.movedItems.enumerated() {
      let name = "\(step.prefix)items.moved[\(index)]"
      let record = try take(entry.id, at: entry.from, moves, &isTaken, name)
      try arrive(record, at: entry.to, name)
    }
    for (index, entry) in step.insertedItems.enumerated() {
      let name = "\(step.prefix)items.\(step.names.inserted)[\(index)]"
      try check(insert: entry.item, name)
      guard records.isIdentified(.value(entry.item), by: entry.id) else {
        throw misfit(name, "the id is not that of the record to insert")
      }
      try arrive(.value(entry.item), at: entry.at, name)
    }
    if !patch.view.impliesRows {
      for (section, isDeleted) in moves.isDeleted.enumerated() where isDeleted {
        guard let left = isTaken[section].firstIndex(of: false) else { continue }
        throw misfit(
          "\(step.prefix)sections.\(step.names.deleted)",
          "the record at [\(section),\(left)] would be left in section \(sections[section].key), which is deleted"
        )
      }
    }
    let result = try assemble(step, moves, isTaken, arrivals)
    for edit in edits {
      guard edit.to.section < result.count, edit.to.item < result[edit.to.section].items.count,
        result[edit.to.section].items[edit.to.item] == edit.record
      else { throw misfit(edit.entry, "the record does not arrive at \(edit.to)") }
    }
    sections = result
  }

  // MARK: - Sections

  private func planSections(_ step: PatchStep) throws(Failure) -> SectionMoves {
    var isDeleted = [Bool](repeating: false, count: sections.count)
    for (index, entry) in step.deletedSections.enumerated() {
      let name = "\(step.prefix)sections.\(step.names.deleted)[\(index)]"
      try checkSection(entry.id, at: entry.at, isDeleted, name)
      if let content = entry.content { try checkHeader(content, at: entry.at, name) }
      if let rows = entry.rows { try check(rows, at: entry.at, name) }
      isDeleted[entry.at] = true
    }
    let count = sections.count - step.deletedSections.count + step.insertedSections.count
    var sources = [Int?](repeating: nil, count: count)
    var isFilled = [Bool](repeating: false, count: count)
    var inserted: [Int: Int] = [:]
    func fill(_ offset: Int, _ name: String) throws(Failure) {
      guard offset < count else { throw misfit(name, "there is no place \(offset) among \(count) sections") }
      guard !isFilled[offset] else { throw misfit(name, "two sections arrive at place \(offset)") }
      isFilled[offset] = true
    }
    for (index, entry) in step.insertedSections.enumerated() {
      try fill(entry.at, "\(step.prefix)sections.\(step.names.inserted)[\(index)]")
      inserted[entry.at] = index
    }
    var isMoved = [Bool](repeating: false, count: sections.count)
    for (index, entry) in step.movedSections.enumerated() {
      let name = "\(step.prefix)sections.moved[\(index)]"
      try checkSection(entry.id, at: entry.from, isDeleted, name)
      guard !isMoved[entry.from] else { throw misfit(name, "section \(entry.from) moves twice") }
      isMoved[entry.from] = true
      try fill(entry.to, name)
      sources[entry.to] = entry.from
    }
    // The others keep their order and take the places that are left; there are exactly as many.
    var offset = 0
    for section in sections.indices where !isDeleted[section] && !isMoved[section] {
      while offset < count, isFilled[offset] { offset += 1 }
      guard offset < count else { break }
      sources[offset] = section
      offset += 1
    }
    for (index, entry) in step.updatedSections.enumerated() {
      let name = "\(step.prefix)sections.updated[\(index)]"
      try checkSection(entry.id, at: entry.from, isDeleted, name)
      if let content = entry.content { try checkHeader(content.old, at: entry.from, name) }
      guard entry.to < count, sources[entry.to] == entry.from else {
        throw misfit(name, "the section does not arrive at place \(entry.to)")
      }
    }
    return SectionMoves(isDeleted: isDeleted, sources: sources, inserted: inserted)
  }

  private func checkSection(
    _ id: FieldValue, at offset: Int, _ isDeleted: [Bool], _ name: String
  ) throws(Failure) {
    guard offset < sections.count else {
      throw misfit(name, "there is no section \(offset), only \(sections.count)")
    }
    guard !isDeleted[offset] else { throw misfit(name, "section \(offset) is deleted already") }
    let expected = sectionKey(id)
    guard sections[offset].key == expected else {
      throw misfit(name, "section \(offset) is \(sections[offset].key), expected \(expected)")
    }
  }

  private func checkHeader(_ content: FieldValue, at offset: Int, _ name: String) throws(Failure) {
    guard sections[offset].header == header(content) else {
      throw misfit(name, "the header of section \(offset) differs from the patch's")
    }
  }

  private func check(_ rows: [FieldValue], at offset: Int, _ name: String) throws(Failure) {
    let items = sections[offset].items
    guard items.count == rows.count else {
      throw misfit(name, "section \(offset) has \(items.count) records, expected \(rows.count)")
    }
    for (index, row) in rows.enumerated() where !records.isEqual(items[index], to: row) {
      throw misfit("\(name).rows[\(index)]", "the record at [\(offset),\(index)] differs from the patch's")
    }
  }

  private func sectionKey(_ id: FieldValue) -> SectionKey {
    SectionKey(json: Array(patch.source.json(of: id).utf8))
  }

  private func header(_ content: FieldValue) -> SectionHeader {
    content.kind == .null ? .none : SectionHeader(json: Array(patch.source.json(of: content).utf8))
  }

  // MARK: - Records

  /// The record at `path`, checked to be there still and to be the one that is meant.
  private func locate(
    _ id: FieldValue, at path: PatchStep.Path, _ moves: SectionMoves, _ isTaken: [[Bool]], _ name: String
  ) throws(Failure) -> AppliedRecord {
    guard path.section < sections.count else {
      throw misfit(name, "there is no section \(path.section), only \(sections.count)")
    }
    let items = sections[path.section].items
    guard path.item < items.count else {
      throw misfit(name, "there is no record \(path), section \(path.section) has only \(items.count)")
    }
    if patch.view.impliesRows, moves.isDeleted[path.section] {
      throw misfit(name, "section \(path.section) is deleted with its records")
    }
    guard !isTaken[path.section][path.item] else {
      throw misfit(name, "the record \(path) is deleted or moved already")
    }
    guard records.isIdentified(items[path.item], by: id) else {
      let (found, expected) = VisibleText.pair(
        records.identity(of: items[path.item]), patch.source.json(of: id), to: 80)
      throw misfit(name, "the record at \(path) is \(found), expected \(expected)")
    }
    return items[path.item]
  }

  private func take(
    _ id: FieldValue, at path: PatchStep.Path, _ moves: SectionMoves, _ isTaken: inout [[Bool]],
    _ name: String
  ) throws(Failure) -> AppliedRecord {
    let record = try locate(id, at: path, moves, isTaken, name)
    isTaken[path.section][path.item] = true
    return record
  }

  private mutating func edit(
    _ record: AppliedRecord, by edit: PatchStep.Edit, _ name: String
  ) throws(Failure) -> AppliedRecord {
    if let content = edit.content {
      guard let parts = records.ownParts(record), let found = parts.content else {
        throw misfit(name, "the record has no content")
      }
      let old = SourcedValue(value: content.old, source: patch.source)
      guard found.equals(old) else {
        let (found, expected) = VisibleText.pair(found.json, old.json, to: 60)
        throw misfit(name, "the content is \(found), expected \(expected)")
      }
      var json: [UInt8] = [UInt8(ascii: "[")]
      parts.id.appendJSON(to: &json)
      json.append(UInt8(ascii: ","))
      patch.source.appendJSON(of: content.new, to: &json)
      json.append(UInt8(ascii: "]"))
      return try records.keep(json)
    }
    for field in edit.changed.map(\.name) + edit.added.map(\.name) { try checkColumn(field, name) }
    do {
      return try records.keep(try editor.edited(records.allFields(record), by: edit))
    } catch let error as RecordEditor.Misfit {
      throw misfit(name, error.reason)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw misfit(name, "\(error)")
    }
  }

  /// A record that comes must have the columns that the result has.
  private func check(insert item: FieldValue, _ name: String) throws(Failure) {
    guard patch.columns != nil else { return }
    for member in patch.source.members(of: item) {
      try checkColumn(patch.source.decodedBytes(of: member.name), name)
    }
  }

  private func checkColumn(_ field: [UInt8], _ name: String) throws(Failure) {
    guard columns?.contains(field) != false else {
      throw misfit(name, "the result has no column \(JSONText.literal(field))")
    }
  }

  // MARK: - Putting together

  private func assemble(
    _ step: PatchStep, _ moves: SectionMoves, _ isTaken: [[Bool]],
    _ arrivals: [[(offset: Int, record: AppliedRecord, entry: String)]]
  ) throws(Failure) -> [AppliedSection] {
    var result: [AppliedSection] = []
    result.reserveCapacity(moves.sources.count)
    var keys: Set<SectionKey> = []
    for offset in moves.sources.indices {
      var section: AppliedSection
      if let source = moves.sources[offset] {
        section = sections[source]
        if !arrivals[offset].isEmpty || isTaken[source].contains(true) {
          let kept = section.items.indices.filter { !isTaken[source][$0] }.map { section.items[$0] }
          section.items = try merge(kept, arrivals[offset])
        }
      } else {
        guard let index = moves.inserted[offset] else { continue }
        let entry = step.insertedSections[index]
        let name = "\(step.prefix)sections.\(step.names.inserted)[\(index)]"
        section = AppliedSection(
          key: sectionKey(entry.id), header: entry.content.map { header($0) } ?? .none, items: [])
        if let rows = entry.rows {
          if let first = arrivals[offset].first {
            throw misfit(first.entry, "section \(offset) is inserted with its records; no other record can move there")
          }
          for row in rows { try check(insert: row, name) }
          section.items = rows.map { .value($0) }
        } else {
          section.items = try merge([], arrivals[offset])
        }
      }
      guard keys.insert(section.key).inserted else {
        throw misfit("\(step.prefix)sections", "the section \(section.key) would occur twice")
      }
      result.append(section)
    }
    for entry in step.updatedSections {
      if let content = entry.content { result[entry.to].header = header(content.new) }
    }
    return result
  }

  /// Puts records that arrive to their places and the kept ones, in their order, to those that are left.
  private func merge(
    _ kept: [AppliedRecord], _ arrivals: [(offset: Int, record: AppliedRecord, entry: String)]
  ) throws(Failure) -> [AppliedRecord] {
    let count = kept.count + arrivals.count
    var offsets = [Int?](repeating: nil, count: count)
    for (index, arrival) in arrivals.enumerated() {
      guard arrival.offset < count else {
        throw misfit(
          arrival.entry, "there is no place \(arrival.offset); the section gets \(count) records")
      }
      guard offsets[arrival.offset] == nil else {
        throw misfit(arrival.entry, "two records arrive at place \(arrival.offset) of the section")
      }
      offsets[arrival.offset] = index
    }
    var rest = kept.makeIterator()
    return offsets.compactMap { index in index.map { arrivals[$0].record } ?? rest.next() }
  }
}
