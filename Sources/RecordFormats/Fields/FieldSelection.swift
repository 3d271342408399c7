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

  private let ignored: [[UInt8]]
  private let alone: [[UInt8]]
  /// The paths above those that are named, which are compared member by member; shorter ones first.
  private var containers: [[UInt8]] = []

  /// Makes a selection from the names that the command was given.
  package init(ignore: [String], only: [String]) {
    self.ignore = ignore
    self.only = only
    ignored = ignore.map { Array($0.utf8) }
    alone = only.map { Array($0.utf8) }
    var found: Set<[UInt8]> = []
    for path in ignored + alone {
      for offset in path.indices where path[offset] == UInt8(ascii: ".") {
        found.insert(Array(path[..<offset]))
      }
    }
    containers = found.filter { if case .members = part(of: $0) { true } else { false } }.sorted { a, b in
      a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }
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
  package func part(of path: [UInt8]) -> Part {
    if ignored.contains(where: { $0 == path }) { return .none }
    let isAboveIgnored = ignored.contains { Self.isAbove(path, $0) }
    if alone.isEmpty || alone.contains(where: { $0 == path || Self.isAbove($0, path) }) {
      return isAboveIgnored ? .members : .whole
    }
    return alone.contains { Self.isAbove(path, $0) } ? .members : .none
  }

  /// How a member that has no members of its own takes part where others are compared by theirs.
  package func includesLeaf(_ path: [UInt8]) -> Bool {
    alone.isEmpty || alone.contains { $0 == path || Self.isAbove($0, path) }
  }

  /// The longest path above `path` that is compared member by member, or nil.
  package func container(of path: [UInt8]) -> [UInt8]? { containers.last { Self.isAbove($0, path) } }

  /// The shortest such path that goes through the object whose members' paths begin with `prefix`, or nil.
  package func outermostContainer(of path: [UInt8], below prefix: [UInt8]) -> [UInt8]? {
    containers.first { $0.count > prefix.count && $0.starts(with: prefix) && Self.isAbove($0, path) }
  }

  /// Whether the members of `path` are compared one by one.
  package func isContainer(_ path: [UInt8]) -> Bool { containers.contains(path) }

  /// Whether `path` goes through `above`.
  private static func isAbove(_ above: [UInt8], _ path: [UInt8]) -> Bool {
    path.count > above.count && path[above.count] == UInt8(ascii: ".") && path.starts(with: above)
  }
}
