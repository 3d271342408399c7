import RecordFormats

/// A file that is refused has an error that can be shown; one that is taken survives being written and read again.
struct RecordsCheck {
  let format: RecordFormat

  func run(_ bytes: [UInt8]) {
    let document: RecordDocument
    do {
      document = try RecordDocument(SourceText(bytes, name: "input"), format: format)
    } catch {
      Self.check(error, size: bytes.count)
      return
    }
    do {
      guard let written = try write(document) else { return }
      let again = try RecordDocument(SourceText(written, name: "written"), format: format)
      require(records(again) == records(document), "records change when they are written and read again")
      require(again.columns == document.columns, "columns change: \(document.columns ?? [])")
      require(try write(again) == written, "writing again gives other bytes")
    } catch let error where error.kind == .unwritable {
      require(format == .tsv, "\(format.rawValue) cannot be written: \(error)")
    } catch {
      fatalError("what was written is refused: \(error)")
    }
  }

  /// One line of text, and a position inside the input.
  static func check(_ error: FormatError, size: Int) {
    let text = error.description
    require(!text.isEmpty && !text.utf8.contains(0x0A), "not one line: \(text)")
    require(!error.problem.isEmpty, "no problem is named")
    guard let position = error.position else { return }
    require(
      position.line >= 1 && position.column >= 1 && (0...size).contains(position.offset),
      "\(position) at byte \(position.offset) of \(size)")
  }

  private func records(_ document: RecordDocument) -> [[UInt8]] {
    (0..<document.count).map { record in
      let range = document.range(of: record)
      require(
        range.lowerBound >= 0 && range.upperBound <= document.source.count, "record \(record) is at \(range)")
      var json: [UInt8] = []
      document.appendJSON(of: record, to: &json)
      return json
    }
  }

  /// The document as its writer has it; nil where the form cannot be compared.
  private func write(_ document: RecordDocument) throws(FormatError) -> [UInt8]? {
    switch document {
    case .delimited(let delimited):
      var writer = DelimitedWriter(format: format)
      try writer.append(delimited.columns)
      for record in 0..<delimited.count {
        for value in delimited.values(record) { try writer.appendField(value, of: delimited.source) }
        try writer.endRow()
      }
      return writer.output
    case .json(let records):
      var writer = JSONRecordsWriter(format: format)
      for record in 0..<records.count { writer.append(records.value(record), of: records.source) }
      writer.finish()
      return writer.output
    case .sections(let sections):
      var writer = SectionsWriter()
      writer.append(sections)
      writer.finish()
      return writer.output
    case .lines(let lines):
      var writer = LinesWriter()
      for line in 0..<lines.count { try writer.append(lines.value(line), of: lines.source) }
      try writer.finish(withFinalNewline: lines.hasFinalNewline)
      return writer.output
    }
  }
}
