/// Sections of items, as JSON: ids and contents are text, and the id is the identity.
struct SectionsFormat: FormatDefinition {
  let name = "sections"
  /// None: the files end in `.json`, which means records.
  let endings: [String] = []
  let shape = RecordShape.item
  let holdsJSON = true

  var mediaTypes: MediaTypes { MediaTypes(accept: "application/json", isTaken: JSONFormat.isJSON) }

  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument { try SectionsDocument(source) }

  func emptyFile(_ columns: [String]) -> [UInt8] { Array("[]\n".utf8) }
}

extension SectionsDocument: FormatDocument {
  package var sections: [Section]? { list }

  package func ownParts(of record: Int) -> OwnParts? {
    let item = item(record)
    return OwnParts(
      id: SourcedValue(value: item.id, source: source), content: SourcedValue(value: item.content, source: source))
  }

  package func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)? {
    (new as? SectionsDocument).map { ItemPairComparison(documents: DocumentPair(old: self, new: $0)) }
  }

  package func rewriter(_ ends: FileEnds) -> any FormatRewriter { SectionsRewriter(document: self) }
}

/// Items: the id is the key, and the content all else.
private struct ItemPairComparison: RecordComparing {
  let documents: DocumentPair<SectionsDocument>

  var isKeyless: Bool { false }

  func haveSameBytes(_ a: Row, _ b: Row) -> Bool { false }

  func haveSameKey(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) { $0.source.value($0.item(a.number).id, equals: $1.item(b.number).id, in: $1.source) }
  }

  func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) {
      $0.source.value($0.item(a.number).content, equals: $1.item(b.number).content, in: $1.source)
    }
  }

  func hash(of row: Row, seed: UInt64) -> UInt64 {
    documents.lend(row, row) { file, _ in file.source.hash(of: file.item(row.number).id, seed: seed) }
  }

  func key(of row: Row) -> [SourcedValue?] { [sourced(documents[row].item(row.number).id, row)] }
}

/// Writes sections and their items.
private struct SectionsRewriter: FormatRewriter {
  let document: SectionsDocument
  var writer = SectionsWriter()
  private var hasSection = false

  init(document: SectionsDocument) { self.document = document }

  mutating func beginSection(_ key: [UInt8], content: [UInt8]?) {
    writer.beginSection(key, content: content)
    hasSection = true
  }

  mutating func append(_ record: Int) {
    if hasSection { writer.append(record, of: document) }
  }

  mutating func append(_ record: SourcedValue) {
    guard hasSection, let parts = RecordShape.item.ownParts(of: record), let content = parts.content else { return }
    writer.append(
      id: parts.id.source.decodedBytes(of: parts.id.value), content: content.source.decodedBytes(of: content.value))
  }

  mutating func finish() -> [UInt8] {
    writer.finish()
    return writer.output
  }
}
