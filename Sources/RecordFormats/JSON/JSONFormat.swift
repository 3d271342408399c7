/// JSON records: the elements of one array, or one object a line (NDJSON).
struct JSONFormat: FormatDefinition {
  let name: String
  let endings: [String]
  let mediaTypes: MediaTypes
  let isNDJSON: Bool
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

  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument {
    try JSONRecords(source, isNDJSON: isNDJSON, resembling: other as? JSONRecords)
  }
}

extension JSONRecords: FormatDocument {
  package func fields(of record: Int) -> [NamedValue] { source.namedMembers(of: value(record)) }

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
    JSONRewriter(document: self, writer: JSONRecordsWriter(isNDJSON: isNDJSON))
  }
}

/// Writes records as canonical JSON.
private struct JSONRewriter: FormatRewriter {
  let document: JSONRecords
  var writer: JSONRecordsWriter

  mutating func append(_ record: Int) { writer.append(document.value(record), of: document.source) }

  mutating func append(_ record: SourcedValue) { writer.append(record.value, of: record.source) }

  mutating func finish() -> [UInt8] {
    writer.finish()
    return writer.output
  }
}
