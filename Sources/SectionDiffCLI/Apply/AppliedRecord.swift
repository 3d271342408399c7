internal import RecordFormats

/// A record while a patch is applied: where its present value is.
enum AppliedRecord: Equatable {
  /// A record of the file, as it is.
  case row(Int)
  /// A value of the patch.
  case value(FieldValue)
  /// A record that the patch edited, by its number among these.
  case edited(Int)
}

/// A section while a patch is applied.
struct AppliedSection {
  /// Its key.
  var key: SectionKey
  /// Its header.
  var header: SectionHeader
  /// Its records.
  var items: [AppliedRecord]
}

/// Looks into records, wherever they are.
struct AppliedRecords {
  /// The file that the patch is applied to.
  let file: RecordFile
  /// The patch's bytes.
  let patch: SourceText
  /// The fields of a key, and their paths.
  let id: [String]
  private let paths: [FieldPath]
  /// Edited records, each a document of its own.
  private(set) var edited: [JSONDocument] = []

  init(file: RecordFile, patch: SourceText, id: [String]) {
    self.file = file
    self.patch = patch
    self.id = id
    // The name of a column is no path.
    paths = id.map { file.format.shape == .row ? FieldPath(member: $0) : FieldPath($0) }
  }

  /// Keeps an edited record, given as JSON.
  mutating func keep(_ json: [UInt8]) throws(Failure) -> AppliedRecord {
    edited.append(
      try reading { () throws(FormatError) in try JSONDocument(SourceText(json, name: "record")) })
    return .edited(edited.count - 1)
  }

  /// A record as one value; nil for a row of CSV or TSV or an item of the file's sections, which is none.
  func whole(_ record: AppliedRecord) -> SourcedValue? {
    switch record {
    case .value(let value): SourcedValue(value: value, source: patch)
    case .edited(let number): SourcedValue(value: edited[number].root, source: edited[number].source)
    case .row(let row): file.whole(row)
    }
  }

  /// All fields of a record of CSV, TSV, JSON or NDJSON.
  func allFields(_ record: AppliedRecord) -> [RecordField] {
    if case .row(let row) = record { return file.allFields(of: row) }
    return whole(record).map { $0.source.memberFields(of: $0.value) } ?? []
  }

  /// The fields of a record that count.
  func fields(_ record: AppliedRecord) -> [RecordField] {
    if case .row(let row) = record { return file.fields(of: row) }
    return whole(record).map { file.format.shape.fields(of: $0, file.selection) } ?? []
  }

  /// What the format itself gives a record for an identity, and the content beside it.
  func ownParts(_ record: AppliedRecord) -> OwnParts? {
    if case .row(let row) = record { return file.ownParts(of: row) }
    return whole(record).flatMap { file.format.shape.ownParts(of: $0) }
  }

  /// Whether a record is the one that the patch writes out.
  func isEqual(_ record: AppliedRecord, to item: FieldValue) -> Bool {
    let item = SourcedValue(value: item, source: patch)
    if let mine = ownParts(record) {
      return file.format.shape.ownParts(of: item).map { mine.equals($0) } ?? false
    }
    if let whole = whole(record) { return whole.equals(item) }
    return FieldChanges(from: allFields(record), to: patch.memberFields(of: item.value)).isEmpty
  }

  /// Whether the patch means a record by this id.
  func isIdentified(_ record: AppliedRecord, by id: FieldValue) -> Bool {
    let id = SourcedValue(value: id, source: patch)
    if let own = ownParts(record) { return own.id.equals(id) }
    if paths.isEmpty {
      return FieldChanges(from: fields(record), to: patch.memberFields(of: id.value)).isEmpty
    }
    if paths.count == 1 { return keyPart(0, of: record)?.equals(id) ?? false }
    let parts = patch.elements(of: id.value)
    guard parts.count == paths.count else { return false }
    return parts.indices.allSatisfy {
      keyPart($0, of: record)?.equals(SourcedValue(value: parts[$0], source: patch)) ?? false
    }
  }

  private func keyPart(_ index: Int, of record: AppliedRecord) -> SourcedValue? {
    if case .row(let row) = record { return file.value(row, at: file.key[index]) }
    guard let whole = whole(record) else { return nil }
    return whole.source.value(at: paths[index], in: whole.value).map {
      SourcedValue(value: $0, source: whole.source)
    }
  }

  /// What identifies a record, as JSON for messages.
  func identity(of record: AppliedRecord) -> String {
    if case .row(let row) = record { return file.id(of: row) }
    if let own = ownParts(record) { return own.id.json }
    if paths.isEmpty { return whole(record)?.json ?? "" }
    let parts = paths.indices.map { keyPart($0, of: record)?.json ?? "null" }
    return parts.count == 1 ? parts[0] : "[" + parts.joined(separator: ",") + "]"
  }

  /// Appends what identifies a record: equal bytes for equal identities.
  func appendIdentity(of record: AppliedRecord, to bytes: inout [UInt8]) {
    if let own = ownParts(record) { return own.id.appendJSON(to: &bytes) }
    if paths.isEmpty {
      if file.format.shape.hasFields { return bytes.appendSortedObject(fields(record)) }
      whole(record)?.appendJSON(to: &bytes)
      return
    }
    for index in paths.indices {
      if let part = keyPart(index, of: record) { part.appendJSON(to: &bytes) }
      bytes.append(UInt8(ascii: ","))
    }
  }
}
