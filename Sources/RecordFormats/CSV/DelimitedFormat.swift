/// Values with a delimiter between them, under a header row: CSV and TSV.
package struct DelimitedFormat: FormatDefinition {
  package let name: String
  package let endings: [String]
  package let mediaTypes: MediaTypes
  package let shape = RecordShape.row
  let grammar: DelimitedGrammar

  static let csv = DelimitedFormat(
    name: "csv", endings: ["csv"],
    mediaTypes: MediaTypes(accept: "text/csv") { $0 == "text/csv" || $0 == "application/csv" }, grammar: .csv)

  static let tsv = DelimitedFormat(
    name: "tsv", endings: ["tsv"],
    mediaTypes: MediaTypes(accept: "text/tab-separated-values") { $0 == "text/tab-separated-values" }, grammar: .tsv)

  package func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument { try DelimitedDocument(source, grammar: grammar) }

  package func emptyFile(_ columns: [String]) throws(FormatError) -> [UInt8] {
    var writer = DelimitedWriter(grammar: grammar, newline: .lf)
    try writer.append(columns)
    return writer.output
  }
}

/// What distinguishes CSV from TSV.
package struct DelimitedGrammar: Sendable, Equatable {
  /// The byte between two fields.
  let delimiter: UInt8
  /// Whether `"` opens a quoted field; otherwise it is a byte like any other.
  let hasQuotes: Bool

  package static let csv = DelimitedGrammar(delimiter: UInt8(ascii: ","), hasQuotes: true)
  package static let tsv = DelimitedGrammar(delimiter: 0x09, hasQuotes: false)

  /// Whether two rows with the same number of fields have equal fields, where the bytes up to the first difference say
  /// so; nil where they do not.
  ///
  /// Up to a difference the rows hold the same delimiters, so it lies in one column. Without quotes the bytes of a field
  /// are its value; so the two values differ.
  func equal(_ a: Span<UInt8>, _ aRange: Range<Int>, _ b: Span<UInt8>, _ bRange: Range<Int>) -> Bool? {
    let length = ByteKernels.commonPrefix(a, aRange, b, bRange)
    if length == aRange.count, length == bRange.count { return true }
    guard hasQuotes else { return false }
    return CSVQuoting.isPlain(differingAt: length, a, aRange, b, bRange) ? false : nil
  }
}

extension DelimitedDocument: FormatDocument {
  package func locator(for name: String) throws(FormatError) -> FieldLocator? {
    if let column = column(named: name) { return .column(column) }
    throw FormatError(
      .shape, source: source.name, position: source.position(at: 0),
      problem: "no column \(JSONText.literal(name))",
      advice: NameAdvice.text(for: name, among: "columns", names))
  }

  package var columns: [String]? { names }

  package func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
    guard case .column(let column) = locator else { return nil }
    return value(record, column: column)
  }

  package func fields(of record: Int) -> [NamedValue] {
    zip(nameBytes, values(record)).map { name, value in
      NamedValue(name: name, value: SourcedValue(value: value, source: source))
    }
  }

  package func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)? {
    (new as? DelimitedDocument).map { DelimitedComparison(old: self, new: $0, key: key, selection: selection) }
  }

  package func rewriter(_ ends: FileEnds) throws(FormatError) -> any FormatRewriter {
    try DelimitedRewriter(document: self, ends)
  }
}

/// Writes rows of a document and others under a header.
private struct DelimitedRewriter: FormatRewriter {
  let document: DelimitedDocument
  /// The names of the columns, and where the document has them.
  let names: [[UInt8]]
  let offsets: [Int?]
  /// Whether rows of the document are copied, as its header is.
  let keepsRows: Bool
  var writer: DelimitedWriter
  private var values: [FieldValue] = []

  init(document: DelimitedDocument, _ ends: FileEnds) throws(FormatError) {
    self.document = document
    let columns = ends.columns ?? document.names
    names = columns.map { Array($0.utf8) }
    offsets = columns.map { document.column(named: $0) }
    keepsRows = ends.keepsForm && names == document.nameBytes
    writer = DelimitedWriter(grammar: document.grammar, newline: document.newline)
    try writer.append(columns)
    // The writer is past the header now, whose bytes may be others in the file.
    if keepsRows { writer.output = copy(document.headerRange) }
    if ends.keepsForm { writer.output = document.source.byteOrderMark + writer.output }
  }

  /// The bytes of a row, with a line end.
  private func copy(_ row: Range<Int>) -> [UInt8] {
    document.source.bytes(in: row) + Array(document.newline.rawValue.utf8)
  }

  mutating func append(_ record: Int) throws(FormatError) {
    if keepsRows {
      writer.output += copy(document.range(of: record))
      return
    }
    document.values(record, into: &values)
    // A column that was not compared and is not there stays empty.
    for offset in offsets {
      if let offset {
        try writer.appendField(values[offset], of: document.source)
      } else {
        try writer.appendField([])
      }
    }
    try writer.endRow()
  }

  mutating func append(_ record: SourcedValue) throws(FormatError) {
    let fields = record.source.namedMembers(of: record.value)
    // Nearly always in the order of the columns; the table is for the rest.
    var table: [[UInt8]: NamedValue]?
    for (offset, name) in names.enumerated() {
      var field = offset < fields.count && fields[offset].name == name ? fields[offset] : nil
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
    try writer.endRow()
  }

  mutating func finish() -> [UInt8] { writer.output }
}
