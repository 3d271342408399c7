/// Positions of changes, without the items: one view of a changeset.
///
/// Deletes ascend in the old snapshot, inserts in the new one; moves and updates ascend in the new one.
/// The storage is a few arrays of 32-bit integers; ``ItemPath``s and ``Change``s are made when they are requested.
public struct ChangeList: Hashable, Sendable {
  /// Where the sections of the old snapshot begin.
  @usableFromInline var oldOffsets: SectionOffsets
  /// Where the sections of the new snapshot begin.
  @usableFromInline var newOffsets: SectionOffsets

  @usableFromInline var deletedSections: [Int32] = []
  @usableFromInline var insertedSections: [Int32] = []
  @usableFromInline var movedSections: [PositionPair] = []
  @usableFromInline var updatedSections: [PositionPair] = []

  /// Positions in the concatenation of all old items, ascending.
  @usableFromInline var deleted: [Int32] = []
  /// Positions in the concatenation of all new items, ascending.
  @usableFromInline var inserted: [Int32] = []
  /// Ascending in `new`.
  @usableFromInline var moved: [PositionPair] = []
  /// Ascending in `new`.
  @usableFromInline var updated: [PositionPair] = []

  @inlinable
  init(oldOffsets: SectionOffsets, newOffsets: SectionOffsets) {
    self.oldOffsets = oldOffsets
    self.newOffsets = newOffsets
  }
}

// MARK: - Sections

extension ChangeList {
  /// Where a kept section or item was, and where it is: offsets, or paths.
  public struct Pair<Position: Hashable & Sendable>: Hashable, Sendable {
    /// The position in the old snapshot.
    public let from: Position
    /// The position in the new snapshot.
    public let to: Position

    @inlinable
    init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Offsets of deleted sections in the old snapshot; ascending.
  public var sectionDeletes: [Int] { deletedSections.map(Int.init) }
  /// Offsets of inserted sections in the new snapshot; ascending.
  public var sectionInserts: [Int] { insertedSections.map(Int.init) }
  /// Kept sections whose order among the kept ones changed; `to` ascends.
  public var sectionMoves: [Pair<Int>] { offsets(movedSections) }
  /// Whether all sections are kept at their places.
  @inlinable @inline(__always) var keepsSections: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
  }

  /// Kept sections with another header; `to` ascends.
  public var sectionUpdates: [Pair<Int>] { offsets(updatedSections) }

  private func offsets(_ pairs: [PositionPair]) -> [Pair<Int>] {
    pairs.map { Pair(from: Int($0.old), to: Int($0.new)) }
  }
}

// MARK: - Items

extension ChangeList {
  /// Paths in one snapshot, made when requested.
  public struct Paths: RandomAccessCollection, Sendable {
    @usableFromInline let positions: [Int32]
    @usableFromInline let offsets: SectionOffsets

    @inlinable
    init(positions: [Int32], offsets: SectionOffsets) {
      self.positions = positions
      self.offsets = offsets
    }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// The number of paths.
    @inlinable public var endIndex: Int { positions.count }
    /// The path at this index.
    ///
    /// - Complexity: O(log *s*), where *s* is the number of sections.
    @inlinable public subscript(index: Int) -> ItemPath { offsets.path(ofPosition: Int(positions[index])) }
  }

  /// Old and new paths of kept items, made when requested.
  public struct PathPairs: RandomAccessCollection, Sendable {
    @usableFromInline let pairs: [PositionPair]
    @usableFromInline let oldOffsets: SectionOffsets
    @usableFromInline let newOffsets: SectionOffsets

    @inlinable
    init(pairs: [PositionPair], oldOffsets: SectionOffsets, newOffsets: SectionOffsets) {
      self.pairs = pairs
      self.oldOffsets = oldOffsets
      self.newOffsets = newOffsets
    }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// The number of pairs.
    @inlinable public var endIndex: Int { pairs.count }
    /// The pair at this index.
    ///
    /// - Complexity: O(log *s*), where *s* is the number of sections.
    @inlinable public subscript(index: Int) -> Pair<ItemPath> {
      Pair(
        from: oldOffsets.path(ofPosition: Int(pairs[index].old)),
        to: newOffsets.path(ofPosition: Int(pairs[index].new)))
    }
  }

  /// Paths, in the old snapshot, of items that are gone; ascending.
  @inlinable public var deletes: Paths { Paths(positions: deleted, offsets: oldOffsets) }
  /// Paths, in the new snapshot, of items that have come; ascending.
  @inlinable public var inserts: Paths { Paths(positions: inserted, offsets: newOffsets) }
  /// Kept items at another place; `to` ascends.
  @inlinable public var moves: PathPairs {
    PathPairs(pairs: moved, oldOffsets: oldOffsets, newOffsets: newOffsets)
  }
  /// Kept items with other content, whether moved or not; `to` ascends.
  @inlinable public var updates: PathPairs {
    PathPairs(pairs: updated, oldOffsets: oldOffsets, newOffsets: newOffsets)
  }

  /// How many changes of each kind.
  @inlinable
  public var counts: ChangeCounts {
    ChangeCounts(
      sectionDeletes: deletedSections.count, sectionInserts: insertedSections.count,
      sectionMoves: movedSections.count, sectionUpdates: updatedSections.count,
      deletes: deleted.count, inserts: inserted.count, moves: moved.count, updates: updated.count)
  }

  /// Whether nothing changed.
  ///
  /// Always inlined: a call would copy the list, which retains ten arrays.
  @inlinable @inline(__always)
  public var isEmpty: Bool {
    deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty && keepsSections && updatedSections.isEmpty
  }
}
