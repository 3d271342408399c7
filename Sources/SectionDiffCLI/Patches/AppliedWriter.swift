internal import RecordFormats

/// Writes what a patch made of a file, in the file's format.
enum AppliedWriter {
  /// Returns the whole text.
  ///
  /// - Throws: that a record cannot be written in the format.
  static func output(
    _ applied: PatchApplier, _ patch: Patch, _ format: RecordFormat
  ) throws(Failure) -> [UInt8] {
    try reading { () throws(FormatError) in
      switch format {
      case .csv, .tsv: try delimited(applied, patch, format)
      case .json, .ndjson: json(applied, format)
      case .sections: sections(applied)
      case .lines: try lines(applied, patch)
      }
    }
  }

  private static func delimited(
    _ applied: PatchApplier, _ patch: Patch, _ format: RecordFormat
  ) throws(FormatError) -> [UInt8] {
    guard case .delimited(let document) = applied.records.file.document else { return [] }
    let columns = patch.columns?.new ?? document.columns
    var writer = DelimitedWriter(format: format, newline: document.newline)
    try writer.append(columns)
    let names = columns.map { Array($0.utf8) }
    let places = columns.map { document.column(named: $0) }
    var values: [FieldValue] = []
    for record in applied.sections.lazy.flatMap(\.items) {
      if case .row(let row) = record {
        document.values(row, into: &values)
        // A column that was not compared and is not there stays empty.
        for place in places {
          if let place {
            try writer.appendField(values[place], of: document.source)
          } else {
            try writer.appendField([])
          }
        }
      } else {
        let fields = applied.records.allFields(record)
        // Nearly always in the order of the columns; the table is for the rest.
        var table: [[UInt8]: NamedValue]?
        for (place, name) in names.enumerated() {
          var field = place < fields.count && fields[place].name == name ? fields[place] : nil
          if field == nil {
            if table == nil { table = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first } }
            field = table?[name]
          }
          if let field {
            try writer.appendField(field.value.value, of: field.value.source)
          } else {
            try writer.appendField([])
          }
        }
      }
      try writer.endRow()
    }
    return writer.output
  }

  private static func json(_ applied: PatchApplier, _ format: RecordFormat) -> [UInt8] {
    var writer = JSONRecordsWriter(format: format)
    for record in applied.sections.lazy.flatMap(\.items) {
      if let whole = applied.records.whole(record) { writer.append(whole.value, of: whole.source) }
    }
    writer.finish()
    return writer.output
  }

  private static func sections(_ applied: PatchApplier) -> [UInt8] {
    var writer = SectionsWriter()
    for section in applied.sections {
      writer.beginSection(decoded(section.key.json), content: section.header.json.map(decoded))
      for record in section.items {
        guard let parts = applied.records.parts(record) else { continue }
        writer.append(
          id: parts.id.source.decodedBytes(of: parts.id.value),
          content: parts.content.source.decodedBytes(of: parts.content.value))
      }
    }
    writer.finish()
    return writer.output
  }

  /// The text of a JSON string.
  private static func decoded(_ json: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(SourceText(json, name: "key")) else { return json }
    return document.source.decodedBytes(of: document.root)
  }

  private static func lines(_ applied: PatchApplier, _ patch: Patch) throws(FormatError) -> [UInt8] {
    var writer = LinesWriter()
    if patch.byteOrderMark.new { writer.output = [0xEF, 0xBB, 0xBF] }
    for record in applied.sections.lazy.flatMap(\.items) {
      if let whole = applied.records.whole(record) { try writer.append(whole.value, of: whole.source) }
    }
    try writer.finish(withFinalNewline: patch.finalNewline?.new ?? true)
    return writer.output
  }
}
