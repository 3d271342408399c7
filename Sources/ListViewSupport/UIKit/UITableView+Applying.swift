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
    /// Data are set within each batch, before the rows are named. A section whose header changed is reloaded after it. The table reloads instead where it is in no window,
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
    /// - Throws: `DiffError.changesetMismatch` when the changeset does not start from `before`. Nothing has changed then.
    public func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>,
      animation: RowAnimation = .automatic, updateStyle: RowUpdateStyle = .reload, limit: Int = 500,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion? = nil
    ) throws(DiffError) {
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
        reconfigures: updateStyle == .reconfigure, setData: setData, reloadData: { reloadData() },
        batch: { changes, completion in performBatchUpdates({ changes() }, completion: { completion?($0) }) },
        call: { call in
          switch call {
          case .deleteSections(let sections): deleteSections(IndexSet(sections), with: animation)
          case .insertSections(let sections): insertSections(IndexSet(sections), with: animation)
          case .moveSection(let from, let to): moveSection(from, toSection: to)
          case .deleteItems(let paths): deleteRows(at: paths.map(\.indexPath), with: animation)
          case .insertItems(let paths): insertRows(at: paths.map(\.indexPath), with: animation)
          case .moveItem(let from, let to): moveRow(at: from.indexPath, to: to.indexPath)
          case .reloadItems(let paths): reloadRows(at: paths.map(\.indexPath), with: animation)
          case .reconfigureItems(let paths): reconfigureRows(at: paths.map(\.indexPath))
          case .reloadSections(let sections):
            UIView.performWithoutAnimation { reloadSections(IndexSet(sections), with: .none) }
          }
        }, completion: completion)
    }
  }
#endif
