/// A file of a ``FolderStore`` as it is: its path and its bytes.
public struct FolderFile: Identifiable, Hashable, Sendable {
  /// The path from the store's folder on, as in `work/todo.txt`.
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
