/// A folder below that of a ``FileStore``: the key of a section.
public struct FolderSection: Hashable, Sendable {
  /// The names of the folders that lead there; none for the store's own.
  public let names: [String]

  /// Makes a key.
  public init(_ names: [String]) { self.names = names }

  /// Makes a key from a path such as `work/urgent`.
  public init(_ path: String) { names = path.split(separator: "/").map(String.init) }

  /// The store's own folder.
  public static let root = FolderSection([])

  /// The way there from the store's folder; empty for that itself.
  public var path: String { names.joined(separator: "/") }

  /// A name in this folder.
  func joined(_ name: String) -> String { (names + [name]).joined(separator: "/") }

  /// Whether every name is one that the store shows, and leads down.
  var isValid: Bool { names.allSatisfy { FilePaths.isVisible($0.utf8) } }
}

extension FolderSection {
  /// Whether two keys have the same names, byte by byte.
  public static func == (a: FolderSection, b: FolderSection) -> Bool {
    a.names.elementsEqual(b.names) { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension FolderSection: Comparable {
  /// Whether one comes before another: by the bytes of their names.
  public static func < (a: FolderSection, b: FolderSection) -> Bool {
    a.names.lexicographicallyPrecedes(b.names) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension FolderSection: CustomStringConvertible {
  /// The path, `.` for the store's own folder.
  public var description: String { names.isEmpty ? "." : path }
}
