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
      let written = try document.canonical()
      let again = try RecordDocument(SourceText(written, name: "written"), format: format)
      require(records(again) == records(document), "records change when they are written and read again")
      require(again.columns == document.columns, "columns change: \(document.columns ?? [])")
      require(try again.canonical() == written, "writing again gives other bytes")
    } catch let error where error.kind == .unwritable {
      require(format == .tsv, "\(format) cannot be written: \(error)")
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
}
