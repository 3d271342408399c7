extension ChangeList {
  /// One change, by its positions: deletes are addressed in the old snapshot, inserts in the new one, moves and updates in
  /// both.
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
}

extension ChangeList.Change: CustomStringConvertible {
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

extension ChangeList {
  /// All changes, in a fixed order: sections deleted, inserted, moved, updated, then items likewise.
  ///
  /// - Complexity: O(*s* + *k* log *s*), where *s* is the number of sections and *k* that of changes.
  public var changes: [Change] {
    var all: [Change] = []
    all.reserveCapacity(counts.total)
    all += deletedSections.map { .deleteSection(Int($0)) }
    all += insertedSections.map { .insertSection(Int($0)) }
    all += movedSections.map { .moveSection(from: Int($0.old), to: Int($0.new)) }
    all += updatedSections.map { .updateSection(from: Int($0.old), to: Int($0.new)) }
    all += deletes.map { .delete($0) }
    all += inserts.map { .insert($0) }
    all += moves.map { .move(from: $0.from, to: $0.to) }
    all += updates.map { .update(from: $0.from, to: $0.to) }
    return all
  }
}
