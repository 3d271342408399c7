package import SectionDiff

/// A list of changes as plain offsets and paths, read once from a `ChangeList`, for the reference and the models.
package struct PlainChanges: Hashable, Sendable {
  /// A change with an offset or a path before and one after.
  package struct Pair<Address: Hashable & Sendable>: Hashable, Sendable {
    package var from: Address
    package var to: Address

    package init(from: Address, to: Address) {
      self.from = from
      self.to = to
    }
  }

  /// Offsets before.
  package var sectionDeletes: [Int] = []
  /// Offsets after.
  package var sectionInserts: [Int] = []
  /// Moved sections.
  package var sectionMoves: [Pair<Int>] = []
  /// Updated sections.
  package var sectionUpdates: [Pair<Int>] = []
  /// Paths before.
  package var deletes: [ItemPath] = []
  /// Paths after.
  package var inserts: [ItemPath] = []
  /// Rows that move.
  package var moves: [Pair<ItemPath>] = []
  /// Kept rows with other content.
  package var updates: [Pair<ItemPath>] = []

  /// Makes an empty list.
  package init() {}

  /// Reads a list of the engine.
  package init(_ list: ChangeList) {
    sectionDeletes = list.sectionDeletes
    sectionInserts = list.sectionInserts
    sectionMoves = list.sectionMoves.map { Pair(from: $0.from, to: $0.to) }
    sectionUpdates = list.sectionUpdates.map { Pair(from: $0.from, to: $0.to) }
    deletes = Array(list.deletes)
    inserts = Array(list.inserts)
    moves = list.moves.map { Pair(from: $0.from, to: $0.to) }
    updates = list.updates.map { Pair(from: $0.from, to: $0.to) }
  }

  /// How many changes of each kind.
  package var counts: ChangeCounts {
    ChangeCounts(
      sectionDeletes: sectionDeletes.count, sectionInserts: sectionInserts.count,
      sectionMoves: sectionMoves.count, sectionUpdates: sectionUpdates.count, deletes: deletes.count,
      inserts: inserts.count, moves: moves.count, updates: updates.count)
  }
}
