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
    paths = id.map { FieldPath($0) }
  }

  /// Keeps an edited record, given as JSON.
  mutating func keep(_ json: [UInt8]) throws(Failure) -> AppliedRecord {
    edited.append(
      try reading { () throws(FormatError) in try JSONDocument(SourceText(json, name: "record")) })
    return .edited(edited.count - 1)
  }

  /// A record as one JSON value; nil for a row of CSV or TSV or an item of the file's sections, which is none.
  func whole(_ record: AppliedRecord) -> SourcedValue? {
    switch record {
    case .value(let value): SourcedValue(value: value, source: patch)
    case .edited(let number): SourcedValue(value: edited[number].root, source: edited[number].source)
    case .row(let row):
      switch file.document {
      case .json(let records): SourcedValue(value: records.value(row), source: records.source)
      case .lines(let document): SourcedValue(value: document.value(row), source: document.source)
      case .delimited, .sections: nil
      }
    }
  }

  /// All fields of a record of CSV, TSV, JSON or NDJSON.
  func allFields(_ record: AppliedRecord) -> [NamedValue] {
    if case .row(let row) = record { return file.allFields(of: row) }
    return whole(record).map { $0.source.namedMembers(of: $0.value) } ?? []
  }

  /// The fields of a record that count.
  func fields(_ record: AppliedRecord) -> [NamedValue] {
    if case .row(let row) = record { return file.fields(of: row) }
    if file.document.columns != nil {
      return allFields(record).filter { file.selection.includes(column: $0.name) }
    }
    return whole(record).map { $0.source.selectedMembers(of: $0.value, file.selection) } ?? []
  }

  /// Id and content of an item of `sections`.
  func parts(_ record: AppliedRecord) -> (id: SourcedValue, content: SourcedValue)? {
    if case .row(let row) = record, case .sections(let document) = file.document {
      let item = document.item(row)
      return (
        SourcedValue(value: item.id, source: document.source),
        SourcedValue(value: item.content, source: document.source)
      )
    }
    guard let whole = whole(record) else { return nil }
    let parts = whole.source.elements(of: whole.value)
    guard parts.count == 2 else { return nil }
    return (
      SourcedValue(value: parts[0], source: whole.source), SourcedValue(value: parts[1], source: whole.source)
    )
  }

  /// Whether a record is the one that the patch writes out.
  func isEqual(_ record: AppliedRecord, to item: FieldValue) -> Bool {
    let item = SourcedValue(value: item, source: patch)
    if case .sections = file.document {
      guard let mine = parts(record), let other = parts(.value(item.value)) else { return false }
      return mine.id.equals(other.id) && mine.content.equals(other.content)
    }
    if let whole = whole(record) { return whole.equals(item) }
    return FieldChanges(from: allFields(record), to: patch.namedMembers(of: item.value)).isEmpty
  }

  /// Whether the patch means a record by this id.
  func isIdentified(_ record: AppliedRecord, by id: FieldValue) -> Bool {
    let id = SourcedValue(value: id, source: patch)
    switch file.document {
    case .lines: return whole(record)?.equals(id) ?? false
    case .sections: return parts(record)?.id.equals(id) ?? false
    case .delimited, .json: break
    }
    if paths.isEmpty {
      return FieldChanges(from: fields(record), to: patch.namedMembers(of: id.value)).isEmpty
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
    switch file.document {
    case .lines: return whole(record)?.json ?? ""
    case .sections: return parts(record)?.id.json ?? ""
    case .delimited, .json:
      if paths.isEmpty { return whole(record)?.json ?? "" }
      let parts = paths.indices.map { keyPart($0, of: record)?.json ?? "null" }
      return parts.count == 1 ? parts[0] : "[" + parts.joined(separator: ",") + "]"
    }
  }
}
