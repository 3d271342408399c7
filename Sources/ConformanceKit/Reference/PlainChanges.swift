public import SectionDiff

/// A list of changes as plain offsets and paths, read once from a `ChangeList`, for the reference and the models.
public struct PlainChanges: Hashable, Sendable {
  /// A change with an offset before and one after.
  public struct SectionPair: Hashable, Sendable {
    /// The offset before.
    public var from: Int
    /// The offset after.
    public var to: Int

    /// Makes a pair.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// A change with a path before and one after.
  public struct Pair: Hashable, Sendable {
    /// The path before.
    public var from: ItemPath
    /// The path after.
    public var to: ItemPath

    /// Makes a pair.
    public init(from: ItemPath, to: ItemPath) {
      self.from = from
      self.to = to
    }
  }

  /// Offsets before.
  public var sectionDeletes: [Int] = []
  /// Offsets after.
  public var sectionInserts: [Int] = []
  /// Moved sections.
  public var sectionMoves: [SectionPair] = []
  /// Updated sections.
  public var sectionUpdates: [SectionPair] = []
  /// Paths before.
  public var deletes: [ItemPath] = []
  /// Paths after.
  public var inserts: [ItemPath] = []
  /// Kept rows at another place.
  public var moves: [Pair] = []
  /// Kept rows with other content.
  public var updates: [Pair] = []

  /// Makes an empty list.
  public init() {}

  /// Reads a list of the engine.
  public init(_ list: ChangeList) {
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
  public var counts: ChangeCounts {
    ChangeCounts(
      sectionDeletes: sectionDeletes.count, sectionInserts: sectionInserts.count,
      sectionMoves: sectionMoves.count, sectionUpdates: sectionUpdates.count, deletes: deletes.count,
      inserts: inserts.count, moves: moves.count, updates: updates.count)
  }

  /// The operations of a list view: header updates are none.
  public var listBatch: ListViewModel.Batch {
    ListViewModel.Batch(
      sectionDeletes: sectionDeletes, sectionInserts: sectionInserts,
      sectionMoves: sectionMoves.map { .init(from: $0.from, to: $0.to) }, deletes: deletes, inserts: inserts,
      moves: moves.map { .init(from: $0.from, to: $0.to) }, reloads: updates.map(\.from))
  }
}
