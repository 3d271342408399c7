/// Values with a delimiter between them, under a header row: CSV and TSV.
package struct DelimitedFormat: FormatDefinition {
  package let name: String
  package let endings: [String]
  package let mediaTypes: MediaTypes
  package let shape = RecordShape.row
  var grammar: DelimitedGrammar
  /// Whether a file says by its first rows what is between its fields; else it is as the grammar has it.
  var recognizesDelimiter = false

  static let csv = DelimitedFormat(
    name: "csv", endings: ["csv"],
    mediaTypes: MediaTypes(accept: "text/csv") { $0 == "text/csv" || $0 == "application/csv" }, grammar: .csv,
    recognizesDelimiter: true)

  static let tsv = DelimitedFormat(
    name: "tsv", endings: ["tsv"],
    mediaTypes: MediaTypes(accept: "text/tab-separated-values") { $0 == "text/tab-separated-values" }, grammar: .tsv)

  package func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument {
    var grammar = written
    if recognizesDelimiter { grammar.delimiter = DelimitedGrammar.delimiter(of: source) }
    return try DelimitedDocument(source, grammar: grammar)
  }

  /// What is written, so that it is read as it was meant.
  var written: DelimitedGrammar {
    var grammar = grammar
    grammar.isRecognized = recognizesDelimiter
    return grammar
  }

  package func emptyFile(_ columns: [String]) throws(FormatError) -> [UInt8] {
    var writer = DelimitedWriter(grammar: written, newline: .lf)
    try writer.append(columns)
    return writer.output
  }
}

extension RecordFormat {
  /// CSV with another byte between two fields, or with quotes that are out of place; nil for a format that is not CSV.
  ///
  /// - Parameters:
  ///   - delimiter: The byte; nil where each file says so by its first rows.
  ///   - lazyQuotes: Whether a quote inside a field is text: one in a field without quotes, or one that no delimiter and no
  ///     line end follows.
  package func delimited(by delimiter: UInt8?, lazyQuotes: Bool) -> RecordFormat? {
    guard var definition = definition as? DelimitedFormat, definition.name == DelimitedFormat.csv.name else {
      return nil
    }
    definition.recognizesDelimiter = delimiter == nil
    definition.grammar = DelimitedGrammar(
      delimiter: delimiter ?? UInt8(ascii: ","), quotes: lazyQuotes ? .lazy : .strict)
    return RecordFormat(definition)
  }

  /// The byte of a text that may stand between two fields: one character of ASCII that is no quote and no line end.
  package static func delimiter(_ text: String) -> UInt8? {
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, !"\"\r\n\0".utf8.contains(byte) else {
      return nil
    }
    return byte
  }

  /// What was chosen by ``delimited(by:lazyQuotes:)``.
  package var choice: (delimiter: UInt8?, lazyQuotes: Bool) {
    guard let definition = definition as? DelimitedFormat, definition.grammar.hasQuotes else { return (nil, false) }
    return (definition.recognizesDelimiter ? nil : definition.grammar.delimiter, definition.grammar.quotes == .lazy)
  }
}

/// What distinguishes CSV from TSV, and one CSV from another.
package struct DelimitedGrammar: Sendable, Equatable {
  /// What `"` is.
  enum Quotes: Sendable {
    /// A byte like any other.
    case none
    /// What opens and closes a field, as RFC 4180 has it.
    case strict
    /// The same, but one that is out of place is text.
    case lazy
  }

  /// The byte between two fields.
  package var delimiter: UInt8
  /// What `"` is.
  var quotes: Quotes
  /// Whether who reads the file finds the delimiter by its first rows: then other bytes that could be one are in quotes where
  /// they could be taken for it.
  var isRecognized = false

  /// Whether `"` opens a quoted field.
  var hasQuotes: Bool { quotes != .none }

  package static let csv = DelimitedGrammar(delimiter: UInt8(ascii: ","), quotes: .strict)
  package static let tsv = DelimitedGrammar(delimiter: 0x09, quotes: .none)

  /// What the delimiter is called.
  var delimiterName: String {
    switch delimiter {
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case 0x09: "tab"
    default: JSONText.literal([delimiter])
    }
  }

  /// The delimiter of a file, by its first rows: a comma if these have as many fields each, two at least; else of a
  /// semicolon, a tab and a bar the one by which they have, and the most; else a comma.
  ///
  /// Quotes out of place are text only where no delimiter has two fields without them: in `id;"price, EUR"` the comma is
  /// within quotes that the semicolon puts in their place.
  ///
  /// - Complexity: O(1): 20 rows in 64 KiB.
  static func delimiter(of source: SourceText) -> UInt8 {
    source.withSpan { bytes in
      let comma = UInt8(ascii: ",")
      let first = bytes.extracting(first: 1 << 16)
      for quotes in [Quotes.strict, .lazy] {
        var best = (delimiter: comma, fields: 1)
        for delimiter in [comma, UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")] {
          let fields = Self(delimiter: delimiter, quotes: quotes).commonFields(
            of: first, isWhole: first.count == bytes.count)
          if fields > best.fields { best = (delimiter, fields) }
          if best.fields > 1, delimiter == comma { break }
        }
        if best.fields > 1 { return best.delimiter }
      }
      return comma
    }
  }

  /// How many fields each of the first rows has; 0 where they have not as many.
  private func commonFields(of bytes: Span<UInt8>, isWhole: Bool) -> Int {
    let parser = DelimitedRowParser(grammar: self)
    var common = 0
    var offset = 0
    for _ in 0..<20 where offset < bytes.count {
      let row: DelimitedRowParser.Row
      do {
        row = try parser.row(at: offset, in: bytes)
      } catch {
        return error.isTruncated && !isWhole ? common : 0
      }
      // A row that is cut off, or a blank one at the end.
      if row.next == bytes.count, !isWhole || row.isBlank { break }
      if common > 0, row.fields != common { return 0 }
      common = row.fields
      offset = row.next
    }
    return common
  }

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
    if let column = offset(ofColumn: name) { return .column(column) }
    throw FormatError(
      .shape, source: source.name, position: source.position(at: 0),
      problem: "no column \(JSONText.literal(name))",
      advice: NameAdvice.text(for: name, among: "columns", names))
  }

  package var columns: [String]? { names }

  package var header: [String]? { titles }

  package func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
    guard case .column(let column) = locator else { return nil }
    return value(record, column: column)
  }

  package func fields(of record: Int) -> [RecordField] {
    zip(nameBytes, values(record)).map { name, value in
      RecordField(name: name, value: SourcedValue(value: value, source: source))
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
  /// The names of the columns, those of repeated titles made different, and where the document has them.
  let names: [[UInt8]]
  let offsets: [Int?]
  /// Whether rows of the document are copied, as its header is.
  let keepsRows: Bool
  var writer: DelimitedWriter
  private var values: [FieldValue] = []

  init(document: DelimitedDocument, _ ends: FileEnds) throws(FormatError) {
    self.document = document
    let columns = ends.columns ?? document.titles
    let unique = DelimitedDocument.names(of: columns)
    names = unique.map { Array($0.utf8) }
    offsets = unique.map { document.offset(ofColumn: $0) }
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
    let fields = record.source.memberFields(of: record.value)
    // Nearly always in the order of the columns; the table is for the rest.
    var table: [[UInt8]: RecordField]?
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
