/// Which fields count when contents are compared: all, less `--ignore`, or only those of `--only`.
///
/// In JSON a path may name a nested member. A member above such a path is compared member by member, and its
/// members are then fields of their own, named by their paths.
///
/// Inside, a path is the names of members with dots between them. Where one of the fields is a JSON Pointer, a dot that is in
/// a name is ``dot``, a byte that no text has, so that every path says one thing; such paths are shown as pointers.
package struct FieldSelection: Sendable, Equatable {
  /// The fields left out.
  package let ignore: [String]
  /// The only fields that count; all when empty.
  package let only: [String]

  /// How a field takes part.
  package enum Part {
    /// The whole of it counts.
    case whole
    /// It counts where its members do.
    case members
    /// It does not count.
    case none
  }

  /// Whether one of them is a pointer.
  private let hasPointers: Bool
  private let ignored: Set<[UInt8]>
  private let alone: Set<[UInt8]>
  /// The same as columns, whose names are no paths.
  private let ignoredColumns: Set<[UInt8]>
  private let aloneColumns: Set<[UInt8]>
  /// The paths above those that are left out, and above those that alone count.
  private let aboveIgnored: Set<[UInt8]>
  private let aboveAlone: Set<[UInt8]>
  /// The paths above those that are named, which are compared member by member.
  private var containers: Set<[UInt8]> = []

  /// Whether the names are those of columns, which lead nowhere.
  private let areColumns: Bool

  /// Makes a selection from the names that the command was given.
  package init(ignore: [String], only: [String]) { self.init(ignore: ignore, only: only, areColumns: false) }

  /// The same of columns, whose names are no paths: what looks like one, or like a pointer, is the name of a field.
  package var ofColumns: FieldSelection { FieldSelection(ignore: ignore, only: only, areColumns: true) }

  private init(ignore: [String], only: [String], areColumns: Bool) {
    self.ignore = ignore
    self.only = only
    self.areColumns = areColumns
    ignoredColumns = Set(ignore.map { Array($0.utf8) })
    aloneColumns = Set(only.map { Array($0.utf8) })
    let hasPointers = !areColumns && (ignore + only).contains { $0.utf8.first == UInt8(ascii: "/") }
    self.hasPointers = hasPointers
    ignored = hasPointers ? Set(ignoredColumns.map { Self.path($0) }) : ignoredColumns
    alone = hasPointers ? Set(aloneColumns.map { Self.path($0) }) : aloneColumns
    aboveIgnored = areColumns ? [] : Set(ignored.flatMap { Self.above($0) })
    aboveAlone = areColumns ? [] : Set(alone.flatMap { Self.above($0) })
    containers = aboveIgnored.union(aboveAlone).filter { if case .members = part(of: $0) { true } else { false } }
  }

  /// Whether every field counts.
  package var isEverything: Bool { ignored.isEmpty && alone.isEmpty }

  /// Whether a path goes below the top level of a JSON record.
  package var hasPaths: Bool { !containers.isEmpty }

  /// Whether the column `name` counts.
  package func includes(column name: [UInt8]) -> Bool {
    !ignoredColumns.contains(name) && (aloneColumns.isEmpty || aloneColumns.contains(name))
  }

  /// In place of a dot in a name.
  private static let dot: UInt8 = 0xFF

  /// The name of a member as a part of a path.
  package func part(named name: [UInt8]) -> [UInt8] { hasPointers ? Self.part(named: name) : name }

  private static func part(named name: [UInt8]) -> [UInt8] { name.map { $0 == UInt8(ascii: ".") ? dot : $0 } }

  /// The name of a member that is the last part of a path.
  package func name(ofPart part: [UInt8]) -> [UInt8] {
    hasPointers ? part.map { $0 == Self.dot ? UInt8(ascii: ".") : $0 } : part
  }

  /// A path as reports and patches have it: a pointer where it could be read in two ways.
  package func shown(_ path: [UInt8]) -> [UInt8] {
    guard hasPointers, path.contains(Self.dot) || path.first == UInt8(ascii: "/") else { return path }
    return FieldPath.pointer(
      through: path.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
        name(ofPart: Array($0))
      })
  }

  /// The path that was shown so.
  package func path(shown text: [UInt8]) -> [UInt8] { hasPointers ? Self.path(text) : text }

  private static func path(_ text: [UInt8]) -> [UInt8] {
    FieldPath.names(ofPointer: text).map { Array($0.map { part(named: $0) }.joined(separator: [UInt8(ascii: ".")])) }
      ?? text
  }

  /// How the member at `path` takes part, given that the member above it does.
  ///
  /// - Complexity: O(bytes of the path × its members), however many fields are named.
  package func part(of path: [UInt8]) -> Part {
    if ignored.contains(path) { return .none }
    if includesLeaf(path) { return aboveIgnored.contains(path) ? .members : .whole }
    return aboveAlone.contains(path) ? .members : .none
  }

  /// How a member that has no members of its own takes part where others are compared by theirs.
  package func includesLeaf(_ path: [UInt8]) -> Bool {
    alone.isEmpty || alone.contains(path) || !areColumns && Self.above(path).contains { alone.contains($0) }
  }

  /// The longest path above `path` that is compared member by member, or nil.
  package func container(of path: [UInt8]) -> [UInt8]? {
    containers.isEmpty ? nil : Self.above(path).last { containers.contains($0) }
  }

  /// The shortest such path that goes through the object whose members' paths begin with `prefix`, or nil.
  package func outermostContainer(of path: [UInt8], below prefix: [UInt8]) -> [UInt8]? {
    guard path.starts(with: prefix) else { return nil }
    return Self.above(path).first { $0.count > prefix.count && containers.contains($0) }
  }

  /// Whether the members of `path` are compared one by one.
  package func isContainer(_ path: [UInt8]) -> Bool { containers.contains(path) }

  /// The paths that `path` goes through, shorter ones first.
  private static func above(_ path: [UInt8]) -> [[UInt8]] {
    path.indices.filter { path[$0] == UInt8(ascii: ".") }.map { Array(path[..<$0]) }
  }
}
