internal import Foundation
public import RecordFormats
internal import StoreBuilding
internal import StoreInterface

/// How the files of a folder become values, and values become files: ``json()``, ``files(endingIn:)`` or
/// ``readOnly(_:)``.
public struct FolderCoding<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Makes the value of a file.
  let decode: @Sendable (_ source: SourceText, _ section: FolderSection, _ name: String) throws -> Item
  /// What the file of a value holds; where there is a file already, given the value that was read from it, and the file.
  let encode: @Sendable (_ item: Item, _ before: () throws -> (item: Item, source: SourceText)?) throws -> [UInt8]
  /// What the file of a new value is called.
  let name: @Sendable (_ item: Item) -> String
  /// Where the value says itself which folder it is in.
  let section: (@Sendable (_ item: Item) -> FolderSection)?
  /// What the names of the store's files end in.
  let ending: String
  /// Whether nothing is ever written.
  var isReadOnly = false
}

extension FolderCoding {
  /// Values that are made of JSON files, of one object each, by a function; the store refuses to write.
  ///
  /// - Parameter value: Makes the value of a file: of a document with one record, the folder and the file's name.
  public static func readOnly(
    _ value:
      @escaping @Sendable (_ document: RecordDocument, _ section: FolderSection, _ name: String) throws ->
      Item
  ) -> FolderCoding {
    FolderCoding(
      decode: { source, section, name in try value(try RecordDocument(object: source), section, name) },
      encode: { _, _ in throw StoreError(.refused, "the store only reads the folder") }, name: { "\($0.id)" },
      section: nil, ending: ".json", isReadOnly: true)
  }
}

extension FolderCoding where Item: Codable {
  /// Values by their own coding, one JSON file each, called by the identity and `.json`. Fields that the type does not know
  /// stay in the file.
  public static func json() -> FolderCoding {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let records = RecordCoding<Item>.codable()
    return FolderCoding(
      decode: { source, _, _ in
        try decoder.decode(Item.self, from: Data(try RecordDocument(object: source).json(of: 0)))
      },
      encode: { item, before in
        let new = Array(try encoder.encode(item)) + [0x0A]
        guard let (was, source) = try before() else { return new }
        // Only moved.
        if try encoder.encode(was) + [0x0A] == new { return source.byteOrderMark + source.bytes(in: 0..<source.count) }
        let writer = RecordWriter(
          coding: records, haveEqualContent: { _, _ in false }, format: .json,
          old: (try RecordDocument(object: source), [was]))
        return try writer.bytes(of: [item])
      }, name: { FolderJSON.name(of: "\($0.id)") + ".json" },
      section: nil, ending: ".json")
  }
}

extension FolderCoding where Item == FolderFile {
  /// Files as they are.
  ///
  /// - Parameter ending: What their names end in; all files, if nothing is given. Hidden files are not shown.
  public static func files(endingIn ending: String = "") -> FolderCoding {
    FolderCoding(
      decode: { source, section, name in
        FolderFile(id: section.joined(name), bytes: source.byteOrderMark + source.bytes(in: 0..<source.count))
      }, encode: { item, _ in item.bytes }, name: { FilePaths.name(of: $0.id) },
      section: {
        // Names without characters are kept, and refused.
        FolderSection($0.id.split(separator: "/", omittingEmptySubsequences: false).map(String.init).dropLast())
      }, ending: ending)
  }
}

/// What the files of ``FolderCoding/json()`` are called.
package enum FolderJSON {
  /// A name without characters that a file system may refuse: ASCII letters, digits, `-`, `_` and dots inside as they are,
  /// every other byte as in URLs (RFC 3986, section 2.1).
  package static func name(of id: String) -> String {
    let name = PathSegment.escaped(id)
    // A hidden file would not be shown.
    return name.hasPrefix(".") ? "%2E" + name.dropFirst() : name
  }
}

/// A file of a ``FileStore`` as it is: its path and its bytes.
public struct FolderFile: Identifiable, Hashable, Sendable {
  /// The path from the store's folder on, as in `work/todo.txt`. Two names that differ only in how a character is composed
  /// (`é` in one scalar or in two) are one `String`, and so one identity: the store shows the first, and says that the key
  /// occurs twice.
  public let id: String
  /// What the file holds.
  public var bytes: [UInt8]

  /// Makes a file.
  public init(id: String, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// The bytes as text; what is not UTF-8 is replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
