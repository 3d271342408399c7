#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  import Foundation
  public import LiveResults
  public import SectionDiff

  extension NSCollectionView {
    /// Shows what a changeset makes of the data, by animated batches.
    ///
    ///     try collectionView.apply(changes, to: data) { self.data = $0 }
    ///
    /// Data are set within each batch, before the items are named. A section whose header changed is reloaded after it. The view reloads instead where it is in no window,
    /// where there are more changes than `limit`, and where it shows other numbers of items than `before` has.
    ///
    /// - Parameters:
    ///   - changeset: What changed.
    ///   - before: What the data source has now: the snapshot that the changeset starts from.
    ///   - limit: With more changes than these, the view reloads.
    ///   - setData: Sets the data that the data source reads. Called once for each batch, one to three times; not at all
    ///     where nothing changed.
    ///   - completion: Called once, when the last animation is over.
    /// - Throws: `DiffError.changesetMismatch` when the changeset does not start from `before`. Nothing has changed then.
    public func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>, limit: Int = 500,
      setData: (Snapshot<Key, Item, Header>) -> Void, completion: ListViewCompletion? = nil
    ) throws(DiffError) {
      let plan = try ListViewPlan(changeset, from: before, on: shownSections, limit: limit)
      perform(plan, setData: setData, completion: completion)
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
    ///   - limit: With more changes than these, the view reloads.
    ///   - setData: Sets the data that the data source reads.
    ///   - completion: Called once, when the last animation is over.
    @available(LiveSystems, *)
    public func apply<Key, Item, Header>(
      _ update: ResultsUpdate<Key, Item, Header>, limit: Int = 500, setData: (Snapshot<Key, Item, Header>) -> Void,
      completion: ListViewCompletion? = nil
    ) {
      perform(ListViewPlan(update, on: shownSections, limit: limit), setData: setData, completion: completion)
    }

    private var shownSections: ShownSections {
      ShownSections(isInWindow: window != nil, sectionCount: numberOfSections) { numberOfItems(inSection: $0) }
    }

    private func perform<Key, Item, Header>(
      _ plan: ListViewPlan<Key, Item, Header>, setData: (Snapshot<Key, Item, Header>) -> Void,
      completion: ListViewCompletion?
    ) {
      plan.perform(
        setData: setData, reloadData: { reloadData() },
        batch: { changes, completion in
          animator().performBatchUpdates({ changes() }, completionHandler: { completion?($0) })
        },
        call: { call in
          switch call {
          case .deleteSections(let sections): deleteSections(IndexSet(sections))
          case .insertSections(let sections): insertSections(IndexSet(sections))
          case .moveSection(let from, let to): moveSection(from, toSection: to)
          case .deleteItems(let paths): deleteItems(at: Set(paths.map(\.indexPath)))
          case .insertItems(let paths): insertItems(at: Set(paths.map(\.indexPath)))
          case .moveItem(let from, let to): moveItem(at: from.indexPath, to: to.indexPath)
          // A collection view of AppKit has no other way.
          case .reloadItems(let paths), .reconfigureItems(let paths): reloadItems(at: Set(paths.map(\.indexPath)))
          case .reloadSections(let sections): reloadSections(IndexSet(sections))
          }
        }, completion: completion)
    }
  }
#endif
