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
