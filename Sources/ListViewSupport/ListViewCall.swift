package import SectionDiff

/// A call by which a list view with sections finds out what changes.
///
/// The extensions of `UITableView`, `UICollectionView` and `NSCollectionView` make each call of theirs; which calls there
/// are, and in which order, ``ListViewPlan`` says.
package enum ListViewCall: Equatable {
  case deleteSections([Int])
  case insertSections([Int])
  case moveSection(from: Int, to: Int)
  case deleteItems([ItemPath])
  case insertItems([ItemPath])
  case moveItem(from: ItemPath, to: ItemPath)
  /// Shows items with new cells. Within a batch, at their paths before it.
  case reloadItems([ItemPath])
  /// Configures the cells of items anew. After a batch, at their paths then.
  case reconfigureItems([ItemPath])
  /// Shows sections with new headers, and so with new cells. After a batch, at their offsets then.
  case reloadSections([Int])
}

/// The calls that show a stage.
package struct ListViewBatch: Equatable {
  /// Calls within the batch, after the data have been set: paths of deletes and reloads, and those that moves start from,
  /// are those before the batch, the others those after it.
  package private(set) var within: [ListViewCall] = []
  /// Calls after the batch: outside of it, a path means one thing.
  package private(set) var after: [ListViewCall] = []

  /// Puts the changes of a stage in order.
  ///
  /// - Parameter reconfigures: Whether the cells of updated items stay.
  init(_ changes: ChangeList, reconfigures: Bool) {
    func paths<Paths: Sequence<ItemPath>>(_ call: ([ItemPath]) -> ListViewCall, _ paths: Paths) -> [ListViewCall] {
      let paths = Array(paths)
      return paths.isEmpty ? [] : [call(paths)]
    }
    if !changes.sectionDeletes.isEmpty { within.append(.deleteSections(Array(changes.sectionDeletes))) }
    if !changes.sectionInserts.isEmpty { within.append(.insertSections(Array(changes.sectionInserts))) }
    within += changes.sectionMoves.map { .moveSection(from: $0.from, to: $0.to) }
    within += paths(ListViewCall.deleteItems, changes.deletes)
    within += paths(ListViewCall.insertItems, changes.inserts)
    within += changes.moves.map { .moveItem(from: $0.from, to: $0.to) }
    // A batch that names no item of a section leaves its header as it is.
    if !changes.sectionUpdates.isEmpty { after = [.reloadSections(changes.sectionUpdates.map(\.to))] }
    if reconfigures {
      after += paths(ListViewCall.reconfigureItems, changes.updates.map(\.to))
    } else {
      within += paths(ListViewCall.reloadItems, changes.updates.map(\.from))
    }
  }
}
