/// Writes JSON records into memory: one a line (NDJSON), or as one array with a record a line.
///
/// Every record is canonical: no white space, members in the order given, strings escaped in one way.
///
/// ```swift
/// var writer = JSONRecordsWriter(format: .ndjson)
/// let record = try JSONDocument(SourceText("{ \"id\": 1 }", name: "record"))
/// writer.append(record.root, of: record.source)
/// writer.finish()  // writer.output: {"id":1}⏎
/// ```
public struct JSONRecordsWriter: Sendable {
  /// What has been written. A caller may take it away between two records, to send it on.
  public var output: [UInt8] = []
  private let isArray: Bool
  private var records = 0

  /// Makes a writer of ``RecordFormat/ndjson``, or of a JSON array for anything else.
  public init(format: RecordFormat) { self.init(isNDJSON: format == .ndjson) }

  init(isNDJSON: Bool) { isArray = !isNDJSON }

  /// Appends a value of a document in canonical form.
  public mutating func append(_ value: FieldValue, of source: SourceText) {
    append { source.appendJSON(of: value, to: &$0) }
  }

  /// Appends a record that `body` writes as JSON without line feeds.
  public mutating func append(_ body: (inout [UInt8]) -> Void) {
    if isArray { output.append(contentsOf: records == 0 ? "[\n".utf8 : ",\n".utf8) }
    body(&output)
    if !isArray { output.append(0x0A) }
    records += 1
  }

  /// Ends the file; needed for the array's closing bracket.
  public mutating func finish() {
    if isArray { output.append(contentsOf: records == 0 ? "[]\n".utf8 : "\n]\n".utf8) }
  }
}
