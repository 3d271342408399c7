public import RecordFormats
public import StoreInterface

/// A record as a file holds it: every field, those that no one knows included, and every digit.
///
///     let record = try FileRecord(json: #"{"id":7,"name":"Ada","due":1e-9}"#, id: ["id"])
///     record.id.json                    // 7
///     record.text(at: "name")           // "Ada"
///     record.json(at: "due")            // 1e-9
///
/// Records of CSV and TSV are objects, too: of their columns, all of them strings.
public struct FileRecord: Identifiable, Sendable {
  /// The JSON of the key fields.
  public let id: FileKey
  let bytes: [UInt8]

  init(id: FileKey, canonical bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - json: One JSON object.
  ///   - fields: The fields that are the key, as columns or dotted paths; without any, the whole record is.
  /// - Throws: `StoreError.Kind.malformed`, when that is not one object, or has not the fields.
  public init(json: String, id fields: [String]) throws(StoreError) {
    let document = try StoreError.raising { try RecordDocument(object: SourceText(json, name: "record")) }
    self = try FileKeyFields(fields).record(0, of: document)
  }

  /// The record as canonical JSON: no white space, members in the order of the file, numbers as they are written.
  public var json: String { String(decoding: bytes, as: UTF8.self) }

  /// The record as bytes that the readers of RecordFormats take.
  public var source: SourceText { SourceText(bytes, name: id.json) }

  /// The JSON of a field, or `nil` where there is none.
  public func json(at path: FieldPath) -> String? {
    withValue(at: path) { value, source in source.json(of: value) }
  }

  /// A field as text: what a string holds, anything else as it is written. `nil` where there is none.
  public func text(at path: FieldPath) -> String? {
    withValue(at: path) { value, source in source.string(of: value) }
  }

  private func withValue<Result>(at path: FieldPath, _ body: (FieldValue, SourceText) -> Result) -> Result? {
    guard let record = try? SourcedValue(json: bytes), let value = record.source.value(at: path, in: record.value)
    else { return nil }
    return body(value, record.source)
  }
}

extension FileRecord: Equatable {
  /// Whether two records have one key and equal fields, whatever the order of these. Numbers are equal by their text.
  public static func == (a: FileRecord, b: FileRecord) -> Bool {
    guard a.id == b.id else { return false }
    if a.bytes == b.bytes { return true }
    guard let first = try? SourcedValue(json: a.bytes), let second = try? SourcedValue(json: b.bytes) else {
      return false
    }
    return first.equals(second)
  }
}

extension FileRecord: CustomStringConvertible {
  /// The record as canonical JSON.
  public var description: String { json }
}

/// The fields that are a record's key.
struct FileKeyFields: Sendable {
  let names: [String]

  private let paths: [FieldPath]

  init(_ names: [String]) {
    self.names = names
    paths = names.map { FieldPath($0) }
  }

  /// The record with a number.
  func record(_ number: Int, of document: RecordDocument) throws(StoreError) -> FileRecord {
    var bytes: [UInt8] = []
    document.appendJSON(of: number, to: &bytes)
    return FileRecord(id: try key(number, of: document) ?? FileKey(canonical: bytes), canonical: bytes)
  }

  private func locator(_ offset: Int, in document: RecordDocument) throws(StoreError) -> FieldLocator {
    if document.format.holdsJSON { return .path(paths[offset]) }
    return try StoreError.raising { try document.locator(for: names[offset]) }
  }

  private func key(_ number: Int, of document: RecordDocument) throws(StoreError) -> FileKey? {
    if names.isEmpty { return nil }
    var key: [UInt8] = []
    if names.count > 1 { key.append(UInt8(ascii: "[")) }
    for (offset, name) in names.enumerated() {
      if offset > 0 { key.append(UInt8(ascii: ",")) }
      guard let value = document.value(number, at: try locator(offset, in: document)) else {
        throw StoreError(
          .malformed, "the record has no field \(JSONText.literal(name)), which is part of its key",
          at: document.location(of: number), advice: "give it one, or name another field")
      }
      if value.kind == .array || value.kind == .object {
        throw StoreError(
          .malformed, "the field \(JSONText.literal(name)), which is part of the key, is an array or an object",
          at: document.location(of: number), advice: "name a field with a plain value")
      }
      document.source.appendJSON(of: value, to: &key)
    }
    if names.count > 1 { key.append(UInt8(ascii: "]")) }
    return FileKey(canonical: key)
  }
}

/// What distinguishes a ``FileRecord`` from others: the JSON of its key fields, an array for several. The key `1` and
/// the key `"1"` differ, and so do `1` and `1.0`. Keys are compared as bytes.
public struct FileKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Wraps canonical JSON: no white space, strings escaped in one way.
  init(canonical bytes: [UInt8]) { self.bytes = bytes }

  /// The key as canonical JSON.
  public var json: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileKey: CustomStringConvertible {
  /// The key as canonical JSON.
  public var description: String { json }
}
