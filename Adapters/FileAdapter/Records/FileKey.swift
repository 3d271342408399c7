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
