/// A file of records in any of the formats, checked whole.
///
/// For example:
///
/// ```swift
/// let document = try RecordDocument(SourceText(path: path), format: RecordFormat(fileName: path))
/// let id = try document.locator(for: "id")
/// for record in 0..<document.count {
///   if let value = document.value(record, at: id) { print(document.source.string(of: value)) }
/// }
/// ```
public enum RecordDocument: Sendable {
  /// CSV or TSV.
  case delimited(DelimitedDocument)
  /// NDJSON, or a JSON array.
  case json(JSONRecords)
  /// Sections of items; its records are the items.
  case sections(SectionsDocument)
  /// Lines of text.
  case lines(LinesDocument)

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - source: the bytes.
  ///   - format: the format.
  ///   - other: a document that was read before and is much the same, if there is one; reading is then faster.
  /// - Throws: the first thing that is wrong in it.
  public init(
    _ source: SourceText, format: RecordFormat, resembling other: RecordDocument? = nil
  ) throws(FormatError) {
    switch format {
    case .csv, .tsv: self = .delimited(try DelimitedDocument(source, format: format))
    case .ndjson, .json:
      var similar: JSONRecords?
      if case .json(let records) = other { similar = records }
      self = .json(try JSONRecords(source, format: format, resembling: similar))
    case .sections: self = .sections(try SectionsDocument(source))
    case .lines: self = .lines(try LinesDocument(source))
    }
  }

  /// The bytes that the document was read from.
  public var source: SourceText {
    switch self {
    case .delimited(let document): document.source
    case .json(let document): document.source
    case .sections(let document): document.source
    case .lines(let document): document.source
    }
  }

  /// The format of the file.
  public var format: RecordFormat {
    switch self {
    case .delimited(let document): document.format
    case .json(let document): document.format
    case .sections: .sections
    case .lines: .lines
    }
  }

  /// The number of records.
  public var count: Int {
    switch self {
    case .delimited(let document): document.count
    case .json(let document): document.count
    case .sections(let document): document.count
    case .lines(let document): document.count
    }
  }

  /// The names of the columns of CSV and TSV; nil for other formats.
  public var columns: [String]? {
    if case .delimited(let document) = self { document.columns } else { nil }
  }

  /// The raw bytes of a record. Empty outside `0..<count`.
  public func range(of record: Int) -> Range<Int> {
    switch self {
    case .delimited(let document): document.range(of: record)
    case .json(let document): document.range(of: record)
    case .sections(let document): document.range(of: record)
    case .lines(let document): document.range(of: record)
    }
  }

  /// The position of a record, for messages.
  public func position(of record: Int) -> SourcePosition { source.position(at: range(of: record).lowerBound) }

  /// Where the field named `name` is found.
  ///
  /// - Throws: an error when the file is CSV or TSV without such a column, or of a format without fields.
  public func locator(for name: String) throws(FormatError) -> FieldLocator {
    switch self {
    case .delimited(let document):
      if let column = document.column(named: name) { return .column(column) }
      throw FormatError(
        .shape, source: source.name, position: source.position(at: 0),
        problem: "no column \(JSONText.literal(name))",
        advice: NameAdvice.text(for: name, among: "columns", document.columns))
    case .json:
      return .path(FieldPath(name))
    case .sections, .lines:
      throw FormatError(
        .shape, source: source.name,
        problem: "the format \(format.rawValue) has no fields, so no \(JSONText.literal(name))",
        advice: "choose csv, tsv, ndjson or json")
    }
  }

  /// The field of a record, or nil where a JSON record has none.
  public func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
    switch (self, locator) {
    case (.delimited(let document), .column(let column)): document.value(record, column: column)
    case (.json(let document), .path(let path)): document.value(record, at: path)
    default: nil
    }
  }

  /// Appends a record as canonical JSON: an object; for lines a string, for sections `["id","content"]`.
  public func appendJSON(of record: Int, to output: inout [UInt8]) {
    switch self {
    case .delimited(let document): document.appendJSON(of: record, to: &output)
    case .json(let document): document.appendJSON(of: record, to: &output)
    case .sections(let document): document.appendJSON(of: record, to: &output)
    case .lines(let document): document.source.appendJSON(of: document.value(record), to: &output)
    }
  }
}
