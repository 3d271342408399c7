#if canImport(UIKit) && !os(watchOS)
  import Foundation
  public import LiveResults
  public import SectionDiff
  public import UIKit

  extension UITableView {
    /// Shows what a changeset makes of the data, by animated batches.
    ///
    ///     try tableView.apply(changes, to: data) { self.data = $0 }
    ///
    /// Data are set within each batch, before the rows are named. The table reloads instead where it is in no window,
    /// where there are more changes than `limit`, and where it shows other numbers of rows than `before` has.
    ///
    /// - Parameters:
    ///   - changeset: What changed.
    ///   - before: What the data source has now: the snapshot that the changeset starts from.
    ///   - animation: How rows and sections come and go.
    ///   - updateStyle: How rows with other content are shown.
    ///   - limit: With more changes than these, the table reloads.
    ///   - setData: Sets the data that the data source reads. Called once for each batch, one to three times; not at all
    ///     where nothing changed.
    ///   - completion: Called once, when the last animation is over.
    /// - Throws: `ChangesetMismatch` when the changeset does not start from `before`. Nothing has changed then.
    public func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>,
      animation: RowAnimation = .automatic, updateStyle: RowUpdateStyle = .reload, limit: Int = 500,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion? = nil
    ) throws(ChangesetMismatch) {
      let plan = try ListViewPlan(changeset, from: before, on: shownSections, limit: limit)
      perform(plan, animation: animation, updateStyle: updateStyle, setData: setData, completion: completion)
    }

    /// Shows an update of live results, by animated batches.
    ///
    ///     for await update in controller.updates() {
    ///       tableView.apply(update) { self.data = $0 }
    ///     }
    ///
    /// The first update of a subscriber and a reset reload the table; so does an update that does not start from what the
    /// table shows.
    ///
    /// - Parameters:
    ///   - update: What changed.
    ///   - animation: How rows and sections come and go.
    ///   - updateStyle: How rows with other content are shown.
    ///   - limit: With more changes than these, the table reloads.
    ///   - setData: Sets the data that the data source reads.
    ///   - completion: Called once, when the last animation is over.
    @available(LiveSystems, *)
    public func apply<Key, Item, Header>(
      _ update: ResultsUpdate<Key, Item, Header>, animation: RowAnimation = .automatic,
      updateStyle: RowUpdateStyle = .reload, limit: Int = 500, setData: (Snapshot<Key, Item, Header>) -> Void,
      completion: ListViewCompletion? = nil
    ) {
      let plan = ListViewPlan(update, on: shownSections, limit: limit)
      perform(plan, animation: animation, updateStyle: updateStyle, setData: setData, completion: completion)
    }

    private var shownSections: ShownSections {
      ShownSections(isInWindow: window != nil, sectionCount: numberOfSections) { numberOfRows(inSection: $0) }
    }

    private func perform<Key, Item, Header>(
      _ plan: ListViewPlan<Key, Item, Header>, animation: RowAnimation, updateStyle: RowUpdateStyle,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion?
    ) {
      plan.perform(
        setData: setData, reloadData: { reloadData() },
        batch: { stage, completion in
          let changes = stage.changes
          performBatchUpdates(
            {
              setData(stage.snapshot)
              deleteSections(IndexSet(changes.sectionDeletes), with: animation)
              insertSections(IndexSet(changes.sectionInserts), with: animation)
              for move in changes.sectionMoves { moveSection(move.from, toSection: move.to) }
              deleteRows(at: changes.deletes.map(\.indexPath), with: animation)
              insertRows(at: changes.inserts.map(\.indexPath), with: animation)
              for move in changes.moves { moveRow(at: move.from.indexPath, to: move.to.indexPath) }
              if updateStyle == .reload { reloadRows(at: changes.updates.map(\.from.indexPath), with: animation) }
            }, completion: { completion?($0) })
          // Outside of the batch there is but one frame for a path.
          if updateStyle == .reconfigure { reconfigureRows(at: changes.updates.map(\.to.indexPath)) }
        }, completion: completion)
    }
  }
#endif
