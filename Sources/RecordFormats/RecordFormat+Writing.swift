/// A record of a file that is written again.
package enum WrittenRecord {
  /// A record of the file that was, by its number.
  case kept(Int)
  /// Another one, as JSON in the form of its ``RecordShape``; where all fields are text, plain values become it.
  case json([UInt8])
}

extension RecordFormat {
  /// A file of these records, in the form of the file that was, as far as the format keeps that: what is kept has its
  /// bytes, and the rest is written as its neighbours are. Columns that the file lacks come after its own.
  ///
  /// - Throws: That the format cannot hold a record.
  package func file(of records: [WrittenRecord], over old: RecordDocument?) throws(FormatError) -> [UInt8] {
    var columns = old?.records.header ?? []
    var names = Set((old?.columns ?? []).map { Array($0.utf8) })
    var rows: [SourcedValue] = []
    // The columns are written before the rows; other shapes have none, and are written one after another.
    for case .json(let json) in records where shape == .row {
      let value = try shape.record(try SourcedValue(json: json), in: self)
      rows.append(value)
      for field in value.source.memberFields(of: value.value) where names.insert(field.name).inserted {
        columns.append(String(decoding: field.name, as: UTF8.self))
      }
    }
    let document = if let old { old.records } else { try empty(columns) }
    var writer = try document.rewriter(
      FileEnds(
        columns: shape == .row ? columns : nil, hasByteOrderMark: document.source.hasByteOrderMark, keepsForm: true))
    var rest = rows[...]
    for record in records {
      switch record {
      case .kept(let number): try writer.append(number)
      case .json(let json):
        if let row = rest.popFirst() {
          try writer.append(row)
        } else {
          try writer.append(try shape.record(try SourcedValue(json: json), in: self))
        }
      }
    }
    return try writer.finish()
  }

  private func empty(_ columns: [String]) throws(FormatError) -> any FormatDocument {
    try definition.read(SourceText(try definition.emptyFile(columns), name: "output"), resembling: nil)
  }
}

extension RecordShape {
  /// A value of JSON as a record of this shape.
  fileprivate func record(_ json: SourcedValue, in format: RecordFormat) throws(FormatError) -> SourcedValue {
    let record = self == .row ? try row(json, in: format) : json
    guard let (_, problem) = problem(of: record) else { return record }
    throw FormatError(.unwritable, source: "output", problem: "cannot write a record: \(problem)", advice: "use JSON")
  }

  /// An object with text for its numbers, booleans and nulls.
  private func row(_ json: SourcedValue, in format: RecordFormat) throws(FormatError) -> SourcedValue {
    guard json.value.kind == .object else { return json }
    var fields: [RecordField] = []
    for field in json.source.memberFields(of: json.value) {
      let value = field.value.value
      let text: FieldValue
      switch value.kind {
      case .array, .object:
        throw FormatError(
          .unwritable, source: "output", problem: "the field \(JSONText.literal(field.name)) is \(value.kind.article)",
          advice: "\(format) holds plain values; use JSON")
      case .null: text = FieldValue(.text, 0..<0)
      case .number, .boolean: text = FieldValue(.text, value.range)
      case .text, .textWithDoubledQuotes, .string, .stringWithEscapes: text = value
      }
      fields.append(RecordField(name: field.name, value: SourcedValue(value: text, source: json.source)))
    }
    var output: [UInt8] = []
    output.appendObject(fields)
    return try SourcedValue(json: output)
  }
}
