import FileAdapter
import RecordFormats
import StoreInterface
import Testing

/// A format is added by its conformance alone: stores of files read it, and write it as what it is.
@Suite("A format that was added")
struct AddedFormatTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("is read and written; fields that the type does not know stay", arguments: [RecordShape.row, .object])
  func values(_ shape: RecordShape) async throws {
    try folder.overwrite("a.pairs", "id=1;note=x;version=0\nid=2;note=y;version=0\n")
    let store = FileStore<Entry>(path: folder("a.pairs"), format: .pairs(shape))
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
    try await store.commit([.update(Entry(2, 7)), .insert(Entry(3)), .delete(1)])
    #expect(try folder.text("a.pairs") == "id=2;note=y;version=7\nid=3;version=0\n")
    #expect(try await FileStore<Entry>(path: folder("a.pairs"), format: .pairs(shape)).fetch(.all).items.count == 2)
  }

  @Test("is written where there is no file", arguments: [RecordShape.row, .object])
  func noFile(_ shape: RecordShape) async throws {
    let store = FileStore<Entry>(path: folder("a.pairs"), format: .pairs(shape), options: .creating)
    try await store.commit([.insert(Entry(1)), .insert(Entry(2, 3))])
    #expect(try folder.text("a.pairs") == "id=1;version=0\nid=2;version=3\n")
  }

  @Test("holds records as they are", arguments: [(RecordShape.row, #""1""#), (.object, "1")])
  func records(_ shape: RecordShape, _ id: String) async throws {
    try folder.overwrite("a.pairs", "id=1;note=x\n")
    let store = FileStore(path: folder("a.pairs"), id: ["id"], format: .pairs(shape))
    let record = try #require(try await store.fetch(.all).items.first)
    #expect(record.json == #"{"id":\#(id),"note":"x"}"#)
    try await store.commit([.update(try FileRecord(json: #"{"id":\#(id),"note":"y"}"#, id: ["id"]))])
    #expect(try folder.text("a.pairs") == "id=1;note=y\n")
  }

  @Test("says what it cannot hold")
  func refused() async throws {
    try folder.overwrite("a.pairs", "id=1;note=x\n")
    let store = FileStore(path: folder("a.pairs"), id: ["id"], format: .pairs(.row))
    let record = try FileRecord(json: #"{"id":"2","note":[1]}"#, id: ["id"])
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(record)]) }
    #expect(
      error?.description.contains("the field \"note\" is an array; pairs holds plain values; use JSON") == true,
      "\(String(describing: error))")
    #expect(try folder.text("a.pairs") == "id=1;note=x\n")
  }
}

extension RecordFormat {
  /// A format that is not among those of the library.
  static func pairs(_ shape: RecordShape) -> RecordFormat { RecordFormat(PairsFormat(shape: shape)) }
}

/// Lines of `name=value;name=value`.
private struct PairsFormat: FormatDefinition {
  let name = "pairs"
  let endings = ["pairs"]
  let shape: RecordShape
  var mediaTypes: MediaTypes { MediaTypes(accept: "text/x-pairs") { $0 == "text/x-pairs" } }

  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument {
    PairsDocument(lines: try LinesDocument(source), isTextOnly: shape.isTextOnly)
  }
}

private struct PairsDocument: FormatDocument {
  let lines: LinesDocument
  /// Otherwise digits are numbers.
  let isTextOnly: Bool

  var source: SourceText { lines.source }
  var count: Int { lines.count }

  func range(of record: Int) -> Range<Int> { lines.range(of: record) }

  func appendJSON(of record: Int, to output: inout [UInt8]) { output.appendObject(fields(of: record)) }

  func locator(for name: String) throws(FormatError) -> FieldLocator? { .path(FieldPath(name)) }

  func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
    guard case .path(let path) = locator else { return nil }
    return fields(of: record).first { $0.name == Array(path.text.utf8) }?.value.value
  }

  func fields(of record: Int) -> [NamedValue] {
    var fields: [NamedValue] = []
    var start = range(of: record).lowerBound
    for pair in source.bytes(in: range(of: record)).split(separator: UInt8(ascii: ";")) {
      let name = Array(pair.prefix { $0 != UInt8(ascii: "=") })
      let range = (start + name.count + 1)..<(start + pair.count)
      let isNumber = !isTextOnly && Int(source.string(in: range)) != nil
      fields.append(
        NamedValue(
          name: name, value: SourcedValue(value: FieldValue(isNumber ? .number : .text, range), source: source)))
      start += pair.count + 1
    }
    return fields
  }

  func rewriter(_ ends: FileEnds) -> any FormatRewriter { PairsRewriter(document: self) }
}

private struct PairsRewriter: FormatRewriter {
  let document: PairsDocument
  private var output = ""

  init(document: PairsDocument) { self.document = document }

  mutating func append(_ record: Int) { append(document.fields(of: record)) }
  mutating func append(_ record: SourcedValue) { append(record.source.namedMembers(of: record.value)) }
  mutating func finish() -> [UInt8] { Array(output.utf8) }

  private mutating func append(_ fields: [NamedValue]) {
    output +=
      fields.map { String(decoding: $0.name, as: UTF8.self) + "=" + $0.value.text }.joined(separator: ";") + "\n"
  }
}
