internal import Foundation
public import RecordFormats
internal import StoreBuilding
public import StoreInterface

/// How the records of a file become values, and values become records: ``codable()``, ``raw(id:)`` or
/// ``readOnly(_:)``.
public struct RecordCoding<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Makes the value of a record.
  let decode: @Sendable (_ record: Int, _ document: RecordDocument) throws -> Item
  /// The value as one JSON object.
  let encode: @Sendable (_ item: Item) throws -> [UInt8]
  /// Whether fields that the type does not know are to be kept when a record is written.
  let keepsUnknownFields: Bool
  /// The same value with an identity of its own, where the key has been seen so many times already; `nil` where a key may
  /// be there once only.
  let distinguished: (@Sendable (_ item: Item, _ times: Int) -> Item)?
  /// Makes the values of a whole file, sections included, where they are not made one by one. Such a file is not written.
  var whole: (@Sendable (_ document: RecordDocument) throws -> StoreContents<Item>)? = nil
}

extension RecordCoding {
  /// Values that are made of the whole file at once, sections included; the store refuses to write.
  ///
  /// - Parameter contents: Makes the values of a document, which was checked whole. What it throws is a failure of the
  ///   store, which keeps the results as they are; a `StoreError` as it is.
  public static func readOnly(
    _ contents: @escaping @Sendable (_ document: RecordDocument) throws -> StoreContents<Item>
  ) -> RecordCoding {
    RecordCoding(
      decode: { _, document in throw Self.isReadOnly(document.source.name) },
      encode: { _ in throw Self.isReadOnly(nil) }, keepsUnknownFields: false, distinguished: nil, whole: contents)
  }

  static func isReadOnly(_ path: String?) -> StoreError {
    StoreError(.refused, "the store only reads the file", at: path, advice: "write to the file itself")
  }

  /// What a document holds.
  ///
  /// - Throws: `StoreError.Kind.malformed`, when a record cannot be understood, or when a key is there twice.
  func contents(of document: RecordDocument) throws(StoreError) -> StoreContents<Item> {
    guard let whole else { return .items(try items(of: document)) }
    do {
      return try whole(document)
    } catch {
      throw StoreError(error, as: .malformed, at: document.source.name)
    }
  }
}

extension RecordCoding where Item: Codable {
  /// Values by their own coding. Fields that the type does not know stay in the file. In CSV and TSV a field is read as
  /// the number, the truth value or the text that the type requests, and an empty one as `nil` where the type takes
  /// that.
  public static func codable() -> RecordCoding { codable(decoder: JSONDecoder(), encoder: JSONEncoder()) }

  /// Values by their own coding, with a decoder and an encoder set up by the caller, who changes them no more.
  static func codable(decoder: JSONDecoder, encoder: JSONEncoder) -> RecordCoding {
    encoder.outputFormatting.formUnion([.sortedKeys, .withoutEscapingSlashes])
    let decode: @Sendable (Int, RecordDocument) throws -> Item = { record, document in
      if document.format.shape == .row { return try document.decodeRow(record) }
      return try decoder.decode(Item.self, from: Data(document.json(of: record)))
    }
    let encode: @Sendable (Item) throws -> [UInt8] = { item in Array(try encoder.encode(item)) }
    return RecordCoding(decode: decode, encode: encode, keepsUnknownFields: true, distinguished: nil)
  }
}

extension RecordCoding where Item == FileRecord {
  /// Records as the file holds them.
  ///
  /// - Parameter fields: The fields that are the key, as columns or dotted paths. Without any, a record is its own
  ///   identity; of equal ones, each is distinguished from the others by how many come before it.
  public static func raw(id fields: [String]) -> RecordCoding {
    let fields = FileKeyFields(fields)
    let distinguished: @Sendable (FileRecord, Int) -> FileRecord = { record, times in
      FileRecord(id: FileKey(canonical: Array("[\(record.id.json),\(times)]".utf8)), canonical: record.bytes)
    }
    return RecordCoding(
      decode: { record, document in try fields.record(record, of: document) }, encode: { $0.bytes },
      keepsUnknownFields: false, distinguished: fields.names.isEmpty ? distinguished : nil)
  }
}

extension RecordCoding {
  /// All records of a document.
  ///
  /// - Throws: `StoreError.Kind.malformed`, when a record cannot be understood, or when a key is there twice.
  func items(of document: RecordDocument) throws(StoreError) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(document.count)
    var times: [Item.ID: Int] = [:]
    times.reserveCapacity(document.count)
    for record in 0..<document.count {
      var item: Item
      do {
        item = try decode(record, document)
      } catch {
        throw StoreError(
          error, as: .malformed, "the record does not fit its type: ", at: document.location(of: record))
      }
      let before = times[item.id, default: 0]
      times[item.id] = before + 1
      if before > 0 {
        guard let distinguished else {
          let first = items.firstIndex { $0.id == item.id } ?? 0
          throw StoreError(
            .malformed, "the key \(item.id) occurs twice, first on line \(document.position(of: first).line)",
            at: document.location(of: record), advice: "remove one, or give it another key")
        }
        item = distinguished(item, before)
      }
      items.append(item)
    }
    return items
  }
}

extension RecordDocument {
  /// Where a record is, for messages.
  func location(of record: Int) -> String { "\(source.name):\(position(of: record))" }
}
