/// Writes CSV or TSV into memory, row by row; the first row is the header.
///
/// CSV follows RFC 4180 and quotes only where it must: around delimiters, quotes, CR and LF, around the one field
/// of a row when it is empty (so that no blank line arises), and around a byte-order mark that belongs to the first
/// name. The line end is LF unless another is given: RFC 4180 writes CR LF, but LF is what the tools around this one
/// write.
///
/// For example:
///
/// ```swift
/// var writer = DelimitedWriter(format: .csv)
/// try writer.append(["id", "name"])
/// try writer.append(["1", "Lovelace, Ada"])
/// // writer.output: id,name⏎1,"Lovelace, Ada"⏎
/// ```
public struct DelimitedWriter: Sendable {
  /// What has been written. A caller may take it away between two records, to send it on.
  public var output: [UInt8] = []
  private let grammar: DelimitedGrammar
  private let newline: Newline
  private var fields = 0
  private var rows = 0
  /// Whether the row consists of one empty field so far.
  private var isEmpty = true
  /// Where the only field of a row begins that would be read as several, by another delimiter than the comma.
  private var misleading: Int?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - format: ``RecordFormat/tsv``, or CSV for anything else.
  ///   - newline: what ends a row.
  public init(format: RecordFormat = .csv, newline: Newline = .lf) {
    let format = format.definition as? DelimitedFormat ?? .csv
    self.init(grammar: format.written, newline: newline)
  }

  init(grammar: DelimitedGrammar, newline: Newline) {
    self.grammar = grammar
    self.newline = newline
  }

  /// Appends a whole row.
  ///
  /// - Throws: an error when TSV cannot hold a field; CSV holds everything.
  public mutating func append(_ row: [String]) throws(FormatError) {
    for field in row { try appendField(Array(field.utf8)) }
    try endRow()
  }

  /// Appends a whole row.
  ///
  /// - Throws: an error when TSV cannot hold a field; CSV holds everything.
  public mutating func append(_ row: [[UInt8]]) throws(FormatError) {
    for field in row { try appendField(field) }
    try endRow()
  }

  /// Appends a field to the row.
  ///
  /// - Throws: an error when TSV cannot hold it.
  public mutating func appendField(_ field: [UInt8]) throws(FormatError) {
    try appendField(ContiguousArray(field).span, 0..<field.count)
  }

  /// Appends a value of a document as a field, decoded: a JSON string by its text, other JSON as it is written.
  ///
  /// - Throws: an error when TSV cannot hold it.
  public mutating func appendField(_ value: FieldValue, of source: SourceText) throws(FormatError) {
    try source.withSpan { (bytes) throws(FormatError) in
      try ValueDecoding.withDecoded(value, bytes) { (bytes, range) throws(FormatError) in
        try appendField(bytes, range)
      }
    }
  }

  /// Ends the row.
  ///
  /// - Throws: an error when the row would read back differently as TSV.
  public mutating func endRow() throws(FormatError) {
    if fields <= 1, isEmpty {
      if grammar.hasQuotes {
        output.append(contentsOf: [CSVQuoting.quote, CSVQuoting.quote])
      } else if rows == 0 {
        throw Self.unwritable("a header of one empty name", "name the column")
      }
    }
    if fields == 1, let misleading {
      output.insert(CSVQuoting.quote, at: misleading)
      output.append(CSVQuoting.quote)
    }
    output.append(contentsOf: newline.rawValue.utf8)
    misleading = nil
    fields = 0
    rows += 1
    isEmpty = true
  }

  private mutating func appendField(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(FormatError) {
    let range = range.clamped(to: 0..<bytes.count)
    let startsWithMark = rows == 0 && fields == 0 && SourceText.beginsWithMark(bytes, range)
    if !grammar.hasQuotes {
      for offset in range where bytes[offset] == grammar.delimiter || bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        throw Self.unwritable("a tab or a line end in a field", "TSV has no quoting: write CSV")
      }
    }
    if fields > 0 { output.append(grammar.delimiter) }
    fields += 1
    if !range.isEmpty { isEmpty = false }
    if grammar.hasQuotes {
      // Where each row has two fields by the comma, no other delimiter is looked for; the end of the row says whether it has.
      let start = output.count
      let isOpen = CSVQuoting.append(
        bytes, range, delimiter: grammar.delimiter, mustQuote: startsWithMark,
        quotingOthers: grammar.isRecognized && grammar.delimiter != UInt8(ascii: ","), to: &output)
      if isOpen, fields == 1, grammar.isRecognized { misleading = start }
    } else {
      // The reader skips one mark at the start of a file; a second one is the field's own.
      if startsWithMark { output += SourceText.byteOrderMark }
      output.append(bytes, range)
    }
  }

  private static func unwritable(_ problem: String, _ advice: String) -> FormatError {
    FormatError(.unwritable, source: "output", problem: "cannot write \(problem)", advice: advice)
  }
}
