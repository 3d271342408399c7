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
  private let form: JSONForm
  private var records = 0

  /// Makes a writer of ``RecordFormat/ndjson``, or of a JSON array for anything else.
  public init(format: RecordFormat) { self.init(form: format == .ndjson ? .lines : .array) }

  init(form: JSONForm) { self.form = form }

  /// Appends a value of a document in canonical form.
  public mutating func append(_ value: FieldValue, of source: SourceText) {
    let layout = form.layout
    append { layout.append(value, of: source, to: &$0) }
  }

  /// Appends a record that `body` writes as JSON without line feeds.
  public mutating func append(_ body: (inout [UInt8]) -> Void) {
    output += records == 0 ? form.opening : form.separator
    body(&output)
    output += form.ending
    records += 1
  }

  /// Ends the file; needed for the array's closing bracket.
  public mutating func finish() { output += records == 0 ? form.empty : form.closing }
}
