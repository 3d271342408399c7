package import SectionDiff

/// A list of changes as plain offsets and paths, read once from a `ChangeList`, for the reference and the models.
package struct PlainChanges: Hashable, Sendable {
  /// A change with an offset before and one after.
  package struct SectionPair: Hashable, Sendable {
    /// The offset before.
    package var from: Int
    /// The offset after.
    package var to: Int

    /// Makes a pair.
    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// A change with a path before and one after.
  package struct Pair: Hashable, Sendable {
    /// The path before.
    package var from: ItemPath
    /// The path after.
    package var to: ItemPath

    /// Makes a pair.
    package init(from: ItemPath, to: ItemPath) {
      self.from = from
      self.to = to
    }
  }

  /// Offsets before.
  package var sectionDeletes: [Int] = []
  /// Offsets after.
  package var sectionInserts: [Int] = []
  /// Moved sections.
  package var sectionMoves: [SectionPair] = []
  /// Updated sections.
  package var sectionUpdates: [SectionPair] = []
  /// Paths before.
  package var deletes: [ItemPath] = []
  /// Paths after.
  package var inserts: [ItemPath] = []
  /// Kept rows at another place.
  package var moves: [Pair] = []
  /// Kept rows with other content.
  package var updates: [Pair] = []

  /// Makes an empty list.
  package init() {}

  /// Reads a list of the engine.
  package init(_ list: ChangeList) {
    sectionDeletes = list.sectionDeletes
    sectionInserts = list.sectionInserts
    sectionMoves = list.sectionMoves.map { SectionPair(from: $0.from, to: $0.to) }
    sectionUpdates = list.sectionUpdates.map { SectionPair(from: $0.from, to: $0.to) }
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

  /// The operations of a list view: header updates are none.
  package var listBatch: ListViewModel.Batch {
    ListViewModel.Batch(
      sectionDeletes: sectionDeletes, sectionInserts: sectionInserts,
      sectionMoves: sectionMoves, deletes: deletes, inserts: inserts, moves: moves, reloads: updates.map(\.from))
  }
}
