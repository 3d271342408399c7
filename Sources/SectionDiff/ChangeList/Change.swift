/// One change of a changeset, with its addresses.
///
/// Deletes are addressed in the old snapshot, inserts in the new one, moves and updates in both.
public enum Change: Hashable, Sendable {
  /// The section at an offset in the old snapshot was deleted.
  case deleteSection(Int)
  /// The section at an offset in the new snapshot was inserted.
  case insertSection(Int)
  /// A kept section moved among the kept ones.
  case moveSection(from: Int, to: Int)
  /// A kept section changed its header.
  case updateSection(from: Int, to: Int)
  /// The item at a path in the old snapshot was deleted.
  case delete(ItemPath)
  /// The item at a path in the new snapshot was inserted.
  case insert(ItemPath)
  /// A kept item moved: from a path in the old snapshot to one in the new.
  case move(from: ItemPath, to: ItemPath)
  /// A kept item changed its content: its path in the old snapshot and in the new.
  case update(from: ItemPath, to: ItemPath)
}

extension Change: CustomStringConvertible {
  /// The change as one line, such as `- [0, 3]` or `> [0, 1] → [1, 2]`.
  public var description: String {
    switch self {
    case .deleteSection(let old): "- [\(old)]"
    case .insertSection(let new): "+ [\(new)]"
    case .moveSection(let old, let new): "> [\(old)] → [\(new)]"
    case .updateSection(let old, let new): "~ [\(old)] → [\(new)]"
    case .delete(let old): "- \(old)"
    case .insert(let new): "+ \(new)"
    case .move(let old, let new): "> \(old) → \(new)"
    case .update(let old, let new): "~ \(old) → \(new)"
    }
  }
}

/// How many changes of each kind.
public struct ChangeCounts: Hashable, Sendable, Codable {
  /// Deleted sections.
  public var sectionDeletes = 0
  /// Inserted sections.
  public var sectionInserts = 0
  /// Moved sections.
  public var sectionMoves = 0
  /// Updated sections.
  public var sectionUpdates = 0
  /// Deleted items.
  public var deletes = 0
  /// Inserted items.
  public var inserts = 0
  /// Moved items.
  public var moves = 0
  /// Updated items.
  public var updates = 0

  /// Makes counts; those left out are zero.
  @inlinable
  public init(
    sectionDeletes: Int = 0, sectionInserts: Int = 0, sectionMoves: Int = 0, sectionUpdates: Int = 0,
    deletes: Int = 0, inserts: Int = 0, moves: Int = 0, updates: Int = 0
  ) {
    self.sectionDeletes = sectionDeletes
    self.sectionInserts = sectionInserts
    self.sectionMoves = sectionMoves
    self.sectionUpdates = sectionUpdates
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// The sum of all eight.
  @inlinable public var total: Int {
    sectionDeletes + sectionInserts + sectionMoves + sectionUpdates + deletes + inserts + moves + updates
  }
}

extension ChangeCounts: CustomStringConvertible {
  /// Those that are not zero, such as `1 delete, 2 moves`; `no changes` where all are.
  public var description: String {
    let counts = [
      (sectionDeletes, "section delete"), (sectionInserts, "section insert"), (sectionMoves, "section move"),
      (sectionUpdates, "section update"), (deletes, "delete"), (inserts, "insert"), (moves, "move"),
      (updates, "update"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }
}
