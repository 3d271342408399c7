extension Changeset {
  /// The new path of the item at a path in the old snapshot; `nil` if it was deleted, or if there is no such path. For
  /// selections and scroll positions.
  ///
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes. To
  ///   translate many paths, keep a ``pathTranslation``.
  public func newPath(for oldPath: ItemPath) -> ItemPath? { pathTranslation.newPath(for: oldPath) }

  /// The old path of the item at a path in the new snapshot; `nil` if it was inserted, or if there is no such path.
  ///
  /// - Complexity: As ``newPath(for:)``.
  public func oldPath(for newPath: ItemPath) -> ItemPath? { pathTranslation.oldPath(for: newPath) }

  /// Translates paths between the two snapshots.
  public var pathTranslation: PathTranslation { PathTranslation(identity) }
}

/// Translates paths between the old and the new snapshot of a changeset, many at a time.
public struct PathTranslation: Sendable {
  private let order: KeptOrder
  private let oldOffsets: SectionOffsets
  private let newOffsets: SectionOffsets

  init(_ list: ChangeList) {
    order = KeptOrder(list)
    oldOffsets = list.oldOffsets
    newOffsets = list.newOffsets
  }

  /// The new path of the item at a path in the old snapshot, or `nil`.
  ///
  /// - Complexity: O(log *s* + log *k*), where *s* is the number of sections and *k* the number of changes.
  public func newPath(for oldPath: ItemPath) -> ItemPath? {
    guard let position = oldOffsets.position(of: oldPath) else { return nil }
    return order.newPosition(ofOld: position).map { newOffsets.path(ofPosition: $0) }
  }

  /// The old path of the item at a path in the new snapshot, or `nil`.
  ///
  /// - Complexity: As ``newPath(for:)``.
  public func oldPath(for newPath: ItemPath) -> ItemPath? {
    guard let position = newOffsets.position(of: newPath) else { return nil }
    return order.oldPosition(ofNew: position).map { oldOffsets.path(ofPosition: $0) }
  }

  /// The new offset of the section at an offset in the old snapshot, or `nil`.
  public func newSection(for oldSection: Int) -> Int? {
    guard order.newSection.indices.contains(oldSection), order.newSection[oldSection] >= 0 else { return nil }
    return order.newSection[oldSection]
  }

  /// The old offset of the section at an offset in the new snapshot, or `nil`.
  public func oldSection(for newSection: Int) -> Int? {
    guard order.oldSection.indices.contains(newSection), order.oldSection[newSection] >= 0 else { return nil }
    return order.oldSection[newSection]
  }
}
