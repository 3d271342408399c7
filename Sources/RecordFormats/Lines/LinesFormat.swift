/// Plain text, one record a line.
struct LinesFormat: FormatDefinition {
  let name = "lines"
  let endings = ["txt"]
  let shape = RecordShape.line

  var mediaTypes: MediaTypes {
    MediaTypes(accept: "text/plain") { $0.hasPrefix("text/") && $0 != "text/html" }
  }

  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument { try LinesDocument(source) }
}

extension LinesDocument: FormatDocument {
  package var hasFinalNewline: Bool? { endsWithNewline }

  package func appendJSON(of record: Int, to output: inout [UInt8]) {
    source.appendJSON(of: value(record), to: &output)
  }

  package func whole(_ record: Int) -> FieldValue? { value(record) }

  package func ownParts(of record: Int) -> OwnParts? {
    OwnParts(id: SourcedValue(value: value(record), source: source))
  }

  package func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)? {
    (new as? LinesDocument).map { LineComparison(documents: DocumentPair(old: self, new: $0)) }
  }

  package func rewriter(_ ends: FileEnds) -> any FormatRewriter { LinesRewriter(document: self, ends: ends) }
}

/// Lines: the bytes are the identity, and content never differs.
private struct LineComparison: RecordComparing {
  let documents: DocumentPair<LinesDocument>

  var isKeyless: Bool { true }

  func haveSameBytes(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) { $0.rawEqual(a.number, b.number, of: $1) }
  }

  func haveSameKey(_ a: Row, _ b: Row) -> Bool { haveSameBytes(a, b) }

  func haveEqualFields(_ a: Row, _ b: Row) -> Bool { false }

  func hash(of row: Row, seed: UInt64) -> UInt64 {
    documents.lend(row, row) { lines, _ in lines.source.hash(of: lines.value(row.number), seed: seed) }
  }

  func key(of row: Row) -> [SourcedValue?] { [] }
}

/// Writes lines with the ends that were requested.
private struct LinesRewriter: FormatRewriter {
  let document: LinesDocument
  let hasFinalNewline: Bool
  var writer: LinesWriter

  init(document: LinesDocument, ends: FileEnds) {
    self.document = document
    hasFinalNewline = ends.hasFinalNewline
    writer = LinesWriter(endsInCR: ends.endsInCR ?? document.endsInCR)
    if ends.hasByteOrderMark { writer.output = SourceText.byteOrderMark }
  }

  mutating func append(_ record: Int) throws(FormatError) {
    try writer.append(document.value(record), of: document.source)
  }

  mutating func append(_ record: SourcedValue) throws(FormatError) {
    try writer.append(record.value, of: record.source)
  }

  mutating func finish() throws(FormatError) -> [UInt8] {
    try writer.finish(withFinalNewline: hasFinalNewline)
    return writer.output
  }
}
