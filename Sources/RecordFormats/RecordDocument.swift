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
public struct RecordDocument: Sendable {
  /// The format of the file.
  public let format: RecordFormat
  /// The records as the format has them.
  package let records: any FormatDocument

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
    do {
      records = try format.definition.read(source, resembling: other?.records)
    } catch {
      throw source.foreignError() ?? error
    }
    self.format = format
  }

  /// Reads a file that is one JSON object, the only record.
  ///
  /// - Throws: The first thing that is wrong in it.
  package init(object source: SourceText) throws(FormatError) {
    let document = try JSONDocument(source)
    guard document.root.kind == .object else {
      throw FormatError(
        .shape, source: source.name, position: source.position(at: document.root.range.lowerBound),
        problem: "expected an object, found \(document.root.kind.article)", advice: "write one JSON object")
    }
    records = JSONRecords(object: document)
    format = .json
  }

  /// The bytes that the document was read from.
  public var source: SourceText { records.source }

  /// The number of records.
  public var count: Int { records.count }

  /// The names of the columns of CSV and TSV; nil for other formats.
  public var columns: [String]? { records.columns }

  /// The raw bytes of a record. Empty outside `0..<count`.
  public func range(of record: Int) -> Range<Int> { records.range(of: record) }

  /// The position of a record, for messages.
  public func position(of record: Int) -> SourcePosition { source.position(at: range(of: record).lowerBound) }

  /// Where the field named `name` is found.
  ///
  /// - Throws: an error when the file is CSV or TSV without such a column, or of a format without fields.
  public func locator(for name: String) throws(FormatError) -> FieldLocator {
    do {
      if let locator = try records.locator(for: name) { return locator }
    } catch {
      throw source.foreignError() ?? error
    }
    let others = RecordFormat.allCases.filter(\.shape.hasFields).map(\.rawValue)
    throw FormatError(
      .shape, source: source.name, problem: "the format \(format) has no fields, so no \(JSONText.literal(name))",
      advice: "choose \(others.dropLast().joined(separator: ", ")) or \(others.last ?? "")")
  }

  /// The field of a record, or nil where a JSON record has none.
  public func value(_ record: Int, at locator: FieldLocator) -> FieldValue? { records.value(record, at: locator) }

  /// Appends a record as canonical JSON: an object; for lines a string, for sections `["id","content"]`.
  public func appendJSON(of record: Int, to output: inout [UInt8]) { records.appendJSON(of: record, to: &output) }

  /// A record as JSON: its bytes where these are it already.
  package func json(of record: Int) -> [UInt8] {
    if format.holdsJSON { return source.bytes(in: range(of: record)) }
    var output: [UInt8] = []
    appendJSON(of: record, to: &output)
    return output
  }

  /// The value of a row: a field is the number, the truth value or the text that the type requests; an empty one is nil
  /// where the type takes that.
  package func decodeRow<Value: Decodable>(_ row: Int) throws -> Value {
    try Value(from: RowDecoder(records.fields(of: row)))
  }

  /// The whole file in the canonical form of its format: as its writer has it, every record once more in its order.
  ///
  /// - Throws: an error when the format cannot hold a field that it was read with, as TSV may not.
  public func canonical() throws(FormatError) -> [UInt8] {
    var writer = try records.rewriter(FileEnds(hasFinalNewline: records.hasFinalNewline ?? true))
    guard let sections = records.sections else {
      for record in 0..<count { try writer.append(record) }
      return try writer.finish()
    }
    for section in sections {
      writer.beginSection(
        source.decodedBytes(of: section.key), content: section.content.map { source.decodedBytes(of: $0) })
      for record in section.items { try writer.append(record) }
    }
    return try writer.finish()
  }

  /// The fields of a record that count, in the order of the file.
  package func fields(of record: Int, _ selection: FieldSelection) -> [RecordField] {
    if format.shape == .object, let value = records.whole(record) {
      return source.selectedMembers(of: value, selection)
    }
    return records.fields(of: record).filter { selection.includes(column: $0.name) }
  }
}
