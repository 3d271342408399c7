/// Which fields count when contents are compared: all, less `--ignore`, or only those of `--only`.
///
/// In JSON a path may name a nested member. A member above such a path is compared member by member, and its
/// members are then fields of their own, named by their paths.
struct FieldSelection: Sendable, Equatable {
  /// The fields left out.
  let ignore: [String]
  /// The only fields that count; all when empty.
  let only: [String]

  /// How a field takes part.
  enum Part {
    /// The whole of it counts.
    case whole
    /// It counts where its members do.
    case members
    /// It does not count.
    case none
  }

  private let ignored: [[UInt8]]
  private let alone: [[UInt8]]

  /// Makes a selection from the names that the command was given.
  init(ignore: [String], only: [String]) {
    self.ignore = ignore
    self.only = only
    ignored = ignore.map { Array($0.utf8) }
    alone = only.map { Array($0.utf8) }
  }

  /// Whether every field counts.
  var isEverything: Bool { ignored.isEmpty && alone.isEmpty }

  /// Whether a path goes below the top level of a JSON record.
  var hasPaths: Bool { (ignored + alone).contains { $0.contains(UInt8(ascii: ".")) } }

  /// Whether the column `name` counts.
  func includes(column name: [UInt8]) -> Bool {
    !ignored.contains(name) && (alone.isEmpty || alone.contains(name))
  }

  /// How the member at `path` takes part, given that the member above it does.
  func part(of path: [UInt8]) -> Part {
    if ignored.contains(where: { $0 == path }) { return .none }
    let isAboveIgnored = ignored.contains { Self.isAbove(path, $0) }
    if alone.isEmpty || alone.contains(where: { $0 == path || Self.isAbove($0, path) }) {
      return isAboveIgnored ? .members : .whole
    }
    return alone.contains { Self.isAbove(path, $0) } ? .members : .none
  }

  /// How a member that has no members of its own takes part where others are compared by theirs.
  func includesLeaf(_ path: [UInt8]) -> Bool {
    alone.isEmpty || alone.contains { $0 == path || Self.isAbove($0, path) }
  }

  /// The longest path above `path` that is compared member by member, or nil.
  func container(of path: [UInt8]) -> [UInt8]? {
    for (offset, byte) in path.enumerated().reversed() where byte == UInt8(ascii: ".") {
      let above = Array(path[..<offset])
      if case .members = part(of: above) { return above }
    }
    return nil
  }

  /// Whether `path` goes through `above`.
  private static func isAbove(_ above: [UInt8], _ path: [UInt8]) -> Bool {
    path.count > above.count && path[above.count] == UInt8(ascii: ".") && path.starts(with: above)
  }
}
