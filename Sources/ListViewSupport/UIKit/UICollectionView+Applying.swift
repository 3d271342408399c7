#if canImport(UIKit) && !os(watchOS)
  import Foundation
  public import LiveResults
  public import SectionDiff
  public import UIKit

  extension UICollectionView {
    /// Shows what a changeset makes of the data, by animated batches.
    ///
    ///     try collectionView.apply(changes, to: data) { self.data = $0 }
    ///
    /// Data are set within each batch, before the items are named. The view reloads instead where it is in no window,
    /// where there are more changes than `limit`, and where it shows other numbers of items than `before` has.
    ///
    /// - Parameters:
    ///   - changeset: What changed.
    ///   - before: What the data source has now: the snapshot that the changeset starts from.
    ///   - updateStyle: How items with other content are shown.
    ///   - limit: With more changes than these, the view reloads.
    ///   - setData: Sets the data that the data source reads. Called once for each batch, one to three times; not at all
    ///     where nothing changed.
    ///   - completion: Called once, when the last animation is over.
    /// - Throws: `ChangesetMismatch` when the changeset does not start from `before`. Nothing has changed then.
    public func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>,
      updateStyle: RowUpdateStyle = .reload, limit: Int = 500, setData: (Snapshot<Key, Item, Header>) -> Void,
      completion: ListViewCompletion? = nil
    ) throws(ChangesetMismatch) {
      let plan = try ListViewPlan(changeset, from: before, on: shownSections, limit: limit)
      perform(plan, updateStyle: updateStyle, setData: setData, completion: completion)
    }

    /// Shows an update of live results, by animated batches.
    ///
    ///     for await update in controller.updates() {
    ///       collectionView.apply(update) { self.data = $0 }
    ///     }
    ///
    /// The first update of a subscriber and a reset reload the view; so does an update that does not start from what the
    /// view shows.
    ///
    /// - Parameters:
    ///   - update: What changed.
    ///   - updateStyle: How items with other content are shown.
    ///   - limit: With more changes than these, the view reloads.
    ///   - setData: Sets the data that the data source reads.
    ///   - completion: Called once, when the last animation is over.
    @available(LiveSystems, *)
    public func apply<Key, Item, Header>(
      _ update: ResultsUpdate<Key, Item, Header>, updateStyle: RowUpdateStyle = .reload, limit: Int = 500,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion? = nil
    ) {
      let plan = ListViewPlan(update, on: shownSections, limit: limit)
      perform(plan, updateStyle: updateStyle, setData: setData, completion: completion)
    }

    private var shownSections: ShownSections {
      ShownSections(isInWindow: window != nil, sectionCount: numberOfSections) { numberOfItems(inSection: $0) }
    }

    private func perform<Key, Item, Header>(
      _ plan: ListViewPlan<Key, Item, Header>, updateStyle: RowUpdateStyle,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion?
    ) {
      plan.perform(
        setData: setData, reloadData: { reloadData() },
        batch: { stage, completion in
          let changes = stage.changes
          performBatchUpdates(
            {
              setData(stage.snapshot)
              deleteSections(IndexSet(changes.sectionDeletes))
              insertSections(IndexSet(changes.sectionInserts))
              for move in changes.sectionMoves { moveSection(move.from, toSection: move.to) }
              deleteItems(at: changes.deletes.map(\.indexPath))
              insertItems(at: changes.inserts.map(\.indexPath))
              for move in changes.moves { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
              if updateStyle == .reload { reloadItems(at: changes.updates.map(\.from.indexPath)) }
            }, completion: { completion?($0) })
          // Outside of the batch there is but one frame for a path.
          if updateStyle == .reconfigure { reconfigureItems(at: changes.updates.map(\.to.indexPath)) }
        }, completion: completion)
    }
  }
#endif
