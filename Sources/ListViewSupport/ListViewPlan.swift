package import LiveResults
package import SectionDiff

/// What to do with a list view so that it shows new data.
///
/// All decisions are made here, on plain values; the extensions of `UITableView` and its like make the calls that they are
/// given.
package enum ListViewPlan<Key: Hashable, Item, Header: Equatable> {
  /// Set the data and reload.
  case reload(Snapshot<Key, Item, Header>)
  /// Perform one batch for each stage, and set its data within the batch. None where nothing changed.
  case stages(Changeset<Key, Item, Header>.Stages)

  /// Plans how a list view gets from `before` to what `changeset` makes of it.
  ///
  /// It reloads where it is not in a window, where there are too many changes, and where it does not show as many
  /// sections and rows as `before` has: a batch would raise an exception there.
  ///
  /// - Parameters:
  ///   - changeset: What changed.
  ///   - before: What the data source has now: the snapshot that the changeset starts from.
  ///   - view: What the list view shows now.
  ///   - limit: With more changes than these in the batch view, it reloads.
  /// - Throws: `DiffError.changesetMismatch` when the changeset does not start from `before`.
  package init(
    _ changeset: Changeset<Key, Item, Header>, from before: Snapshot<Key, Item, Header>, on view: ShownSections,
    limit: Int
  ) throws(DiffError) {
    guard view.show(before), changeset.batch.counts.total <= limit else {
      self = .reload(try changeset.snapshot(after: before))
      return
    }
    self = .stages(try changeset.stages(from: before))
  }

  /// Plans how a list view shows an update of live results.
  ///
  /// It reloads for the first update and for a reset, too, and where the update does not start from what is shown.
  @available(LiveSystems, *)
  package init(_ update: ResultsUpdate<Key, Item, Header>, on view: ShownSections, limit: Int)
  where Key: Sendable, Item: Sendable, Header: Sendable {
    let plan =
      update.kind == .change
      ? try? ListViewPlan(update.changeset, from: update.before, on: view, limit: limit) : nil
    self = plan ?? .reload(update.after)
  }

  /// Carries the plan out, in the order that list views need.
  ///
  /// - Parameters:
  ///   - reconfigures: Whether the cells of updated items stay and are configured anew.
  ///   - setData: Sets the data of the data source. Called within each batch, before all calls.
  ///   - reloadData: Reloads the list view.
  ///   - batch: Makes all that its first argument does one batch, and calls the second when the batch is complete.
  ///   - call: Makes one call.
  ///   - completion: Called once, when all is complete.
  @MainActor
  package func perform(
    reconfigures: Bool = false, setData: (Snapshot<Key, Item, Header>) -> Void, reloadData: () -> Void,
    batch: (_ changes: () -> Void, _ completion: ListViewCompletion?) -> Void, call: (ListViewCall) -> Void,
    completion: ListViewCompletion? = nil
  ) {
    switch self {
    case .reload(let snapshot):
      setData(snapshot)
      reloadData()
      completion?(true)
    case .stages(let stages):
      if stages.isEmpty { completion?(true) }
      for (index, stage) in stages.enumerated() {
        let calls = ListViewBatch(stage.changes, reconfigures: reconfigures)
        withoutActuallyEscaping(setData) { setData in
          withoutActuallyEscaping(call) { call in
            batch(
              {
                setData(stage.snapshot)
                calls.within.forEach(call)
              }, index == stages.count - 1 ? completion : nil)
          }
        }
        calls.after.forEach(call)
      }
    }
  }
}

/// Called when a list view has shown a change; whether its last animation ran to its end.
public typealias ListViewCompletion = @MainActor @Sendable (Bool) -> Void

/// The numbers of sections and rows that a list view shows.
package struct ShownSections: Equatable {
  /// The number of rows of each section; `nil` where the view is in no window and need not be asked.
  private let sizes: [Int]?

  /// Reads the numbers from a list view.
  ///
  /// A list view that has not asked its data source yet does so now, while that has the old data.
  package init(isInWindow: Bool, sectionCount: @autoclosure () -> Int, rowCount: (Int) -> Int) {
    sizes = isInWindow ? (0..<max(0, sectionCount())).map(rowCount) : nil
  }

  /// Whether a list view with these numbers shows a snapshot.
  func show<Key, Item, Header>(_ snapshot: Snapshot<Key, Item, Header>) -> Bool {
    guard let sizes, sizes.count == snapshot.sectionCount else { return false }
    return sizes.indices.allSatisfy { sizes[$0] == snapshot.itemCount(inSection: $0) }
  }
}
