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
  /// Where a kept section was, and where it is: offsets in the old and in the new snapshot.
  public struct SectionPair: Hashable, Sendable {
    /// The offset in the old snapshot.
    public let from: Int
    /// The offset in the new snapshot.
    public let to: Int

    @inlinable
    init(_ pair: PositionPair) {
      from = Int(pair.old)
      to = Int(pair.new)
    }
  }

  /// Offsets of deleted sections in the old snapshot; ascending.
  public var sectionDeletes: [Int] { deletedSections.map(Int.init) }
  /// Offsets of inserted sections in the new snapshot; ascending.
  public var sectionInserts: [Int] { insertedSections.map(Int.init) }
  /// Kept sections whose order among the kept ones changed; `to` ascends.
  public var sectionMoves: [SectionPair] { movedSections.map(SectionPair.init) }
  /// Whether all sections are kept at their places.
  @inlinable @inline(__always) var keepsSections: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
  }

  /// Kept sections with another header; `to` ascends.
  public var sectionUpdates: [SectionPair] { updatedSections.map(SectionPair.init) }
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

  /// The old path and the new path of a kept item.
  public struct PathPair: Hashable, Sendable {
    /// The path in the old snapshot.
    public let from: ItemPath
    /// The path in the new snapshot.
    public let to: ItemPath

    @inlinable
    init(from: ItemPath, to: ItemPath) {
      self.from = from
      self.to = to
    }
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
    @inlinable public subscript(index: Int) -> PathPair {
      PathPair(
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

// MARK: - Lazily, as an enumeration

extension ChangeList {
  /// All changes, in a fixed order: sections deleted, inserted, moved, updated, then items likewise.
  public var changes: Changes { Changes(list: self) }

  /// The changes of a list as values of ``Change``, made when requested.
  public struct Changes: RandomAccessCollection, Sendable {
    let list: ChangeList

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of changes of all kinds.
    public var endIndex: Int { list.counts.total }

    /// The change at this index.
    ///
    /// - Complexity: O(log *s*), where *s* is the number of sections.
    public subscript(index: Int) -> Change {
      var rest = index
      func take(_ count: Int) -> Int? {
        if rest < count { return rest }
        rest -= count
        return nil
      }
      if let i = take(list.deletedSections.count) { return .deleteSection(Int(list.deletedSections[i])) }
      if let i = take(list.insertedSections.count) { return .insertSection(Int(list.insertedSections[i])) }
      if let i = take(list.movedSections.count) {
        return .moveSection(from: Int(list.movedSections[i].old), to: Int(list.movedSections[i].new))
      }
      if let i = take(list.updatedSections.count) {
        return .updateSection(from: Int(list.updatedSections[i].old), to: Int(list.updatedSections[i].new))
      }
      if let i = take(list.deleted.count) { return .delete(list.deletes[i]) }
      if let i = take(list.inserted.count) { return .insert(list.inserts[i]) }
      if let i = take(list.moved.count) {
        let move = list.moves[i]
        return .move(from: move.from, to: move.to)
      }
      let update = list.updates[rest]
      return .update(from: update.from, to: update.to)
    }
  }
}
