/// JSON records: the elements of one array, or one object a line (NDJSON).
struct JSONFormat: FormatDefinition {
  let name: String
  let endings: [String]
  let mediaTypes: MediaTypes
  let isNDJSON: Bool
  /// Whether an array of plain values is taken, too.
  var takesPlain = false
  let shape = RecordShape.object
  let holdsJSON = true

  static let array = JSONFormat(
    name: "json", endings: ["json"], mediaTypes: MediaTypes(accept: "application/json", isTaken: isJSON),
    isNDJSON: false)

  static let lines = JSONFormat(
    name: "ndjson", endings: ["ndjson", "jsonl"],
    mediaTypes: MediaTypes(accept: "application/x-ndjson, application/jsonl;q=0.9, application/json;q=0.5") { type in
      ndjsonTypes.contains(type) || isJSON(type)
    }, isNDJSON: true)

  private static let ndjsonTypes = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json-seq", "application/x-json-stream",
  ]

  /// Whether a media type means one JSON value.
  static let isJSON: @Sendable (String) -> Bool = { type in
    type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }

  var growsByLines: Bool { isNDJSON }

  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument {
    try JSONRecords(source, isNDJSON: isNDJSON, takesPlain: takesPlain, resembling: other as? JSONRecords)
  }

  func emptyFile(_ columns: [String]) -> [UInt8] { isNDJSON ? [] : JSONForm.array.empty }
}

extension RecordFormat {
  /// The same format; of JSON one that takes an array of plain values, too, which have no fields.
  package var takingPlainValues: RecordFormat {
    guard var definition = definition as? JSONFormat else { return self }
    definition.takesPlain = true
    return RecordFormat(definition)
  }
}

extension JSONRecords: FormatDocument {
  package func ownParts(of record: Int) -> OwnParts? {
    isPlain ? OwnParts(id: SourcedValue(value: value(record), source: source)) : nil
  }

  package func fields(of record: Int) -> [RecordField] { source.memberFields(of: value(record)) }

  package func whole(_ record: Int) -> FieldValue? { value(record) }

  package func locator(for name: String) throws(FormatError) -> FieldLocator? { .path(FieldPath(name)) }

  package func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
    guard case .path(let path) = locator else { return nil }
    return value(record, at: path)
  }

  package func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)? {
    (new as? JSONRecords).map { JSONComparison(old: self, new: $0, key: key.old, selection: selection) }
  }

  package func rewriter(_ ends: FileEnds) -> any FormatRewriter {
    let form = ends.keepsForm ? JSONForm(of: self) : isNDJSON ? .lines : .array
    return JSONRewriter(document: self, keepsForm: ends.keepsForm, writer: JSONRecordsWriter(form: form))
  }
}

/// Writes records as canonical JSON, or in the form of the file.
private struct JSONRewriter: FormatRewriter {
  let document: JSONRecords
  let keepsForm: Bool
  var writer: JSONRecordsWriter

  mutating func append(_ record: Int) {
    if keepsForm {
      writer.append { $0 += document.source.bytes(in: document.range(of: record)) }
    } else {
      writer.append(document.value(record), of: document.source)
    }
  }

  mutating func append(_ record: SourcedValue) throws(FormatError) {
    if document.isNDJSON, record.value.kind != .object {
      throw FormatError(
        .unwritable, source: "output", problem: "cannot write \(record.value.kind.article) as a line of NDJSON",
        advice: "write JSON")
    }
    writer.append(record.value, of: record.source)
  }

  mutating func finish() -> [UInt8] {
    writer.finish()
    return writer.output
  }
}
