/// Which fields count when contents are compared: all, less `--ignore`, or only those of `--only`.
///
/// In JSON a path may name a nested member. A member above such a path is compared member by member, and its
/// members are then fields of their own, named by their paths.
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

  private let ignored: Set<[UInt8]>
  private let alone: Set<[UInt8]>
  /// The paths above those that are left out, and above those that alone count.
  private let aboveIgnored: Set<[UInt8]>
  private let aboveAlone: Set<[UInt8]>
  /// The paths above those that are named, which are compared member by member.
  private var containers: Set<[UInt8]> = []

  /// Makes a selection from the names that the command was given.
  package init(ignore: [String], only: [String]) {
    self.ignore = ignore
    self.only = only
    ignored = Set(ignore.map { Array($0.utf8) })
    alone = Set(only.map { Array($0.utf8) })
    aboveIgnored = Set(ignored.flatMap { Self.above($0) })
    aboveAlone = Set(alone.flatMap { Self.above($0) })
    containers = aboveIgnored.union(aboveAlone).filter { if case .members = part(of: $0) { true } else { false } }
  }

  /// Whether every field counts.
  package var isEverything: Bool { ignored.isEmpty && alone.isEmpty }

  /// Whether a path goes below the top level of a JSON record.
  package var hasPaths: Bool { !containers.isEmpty }

  /// Whether the column `name` counts.
  package func includes(column name: [UInt8]) -> Bool {
    !ignored.contains(name) && (alone.isEmpty || alone.contains(name))
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
    alone.isEmpty || alone.contains(path) || Self.above(path).contains { alone.contains($0) }
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
