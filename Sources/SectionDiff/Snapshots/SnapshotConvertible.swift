/// What a ``Differ`` compares: a ``Snapshot``, or a plain list.
///
/// Arrays are lists without sections. A type of your own that holds a snapshot can conform, too:
///
///     struct Board: SnapshotConvertible {
///       var columns: Snapshot<String, Card, NoHeader>
///       var snapshot: Snapshot<String, Card, NoHeader> { columns }
///     }
///     let changes = try differ.changeset(from: boardBefore, to: boardAfter)
public protocol SnapshotConvertible<SnapshotKey, SnapshotItem, SnapshotHeader> {
  /// What tells sections apart; ``Unsectioned`` in a plain list.
  associatedtype SnapshotKey: Hashable
  /// The items.
  associatedtype SnapshotItem
  /// What a section has besides its items; ``NoHeader`` in a plain list.
  associatedtype SnapshotHeader: Equatable

  /// The sections and items at this moment.
  ///
  /// - Complexity: O(1) for snapshots and arrays.
  var snapshot: Snapshot<SnapshotKey, SnapshotItem, SnapshotHeader> { get }
}

extension Snapshot: SnapshotConvertible {
  /// This snapshot.
  @inlinable public var snapshot: Snapshot { self }
}

extension Array: SnapshotConvertible {
  /// The elements as a snapshot of one section.
  @inlinable public var snapshot: FlatSnapshot<Element> { FlatSnapshot(self) }
}
