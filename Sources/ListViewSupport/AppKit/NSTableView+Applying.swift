#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  import Foundation
  public import LiveResults
  public import SectionDiff

  extension NSTableView {
    /// Shows what a changeset makes of the data, animated.
    ///
    ///     try tableView.apply(changes, to: data, headerRows: true) { self.data = $0 }
    ///
    /// A table of AppKit has no sections: it shows them one after the other, each led by a group row where `headerRows` is
    /// true. A data source finds out by `Snapshot.row(at:headerRows:)` what a row shows.
    ///
    /// The table performs each operation on what the one before it has left, so it gets `rowsOneAtATime(from:headerRows:)`.
    /// It reloads instead where it is in no window, where there are more steps than `limit`, and where it shows another
    /// number of rows than `before` has.
    ///
    /// - Parameters:
    ///   - changeset: What changed.
    ///   - before: What the data source has now: the snapshot that the changeset starts from.
    ///   - headerRows: Whether each section begins with a row of its own.
    ///   - animation: How rows come and go.
    ///   - limit: With more steps than these, the table reloads. A section that moves takes a step for each of its rows.
    ///   - setData: Sets the data that the data source reads. Called once.
    /// - Throws: `DiffError.changesetMismatch` when the changeset does not start from `before`. Nothing has changed then.
    public func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>, headerRows: Bool = false,
      animation: AnimationOptions = .effectFade, limit: Int = 500, setData: (Snapshot<Key, Item, Header>) -> Void
    ) throws(DiffError) {
      let plan = try RowPlan(changeset, from: before, headerRows: headerRows, shownRows: shownRows, limit: limit)
      perform(plan, animation: animation, setData: setData)
    }

    /// Shows an update of live results, animated.
    ///
    ///     for await update in controller.updates() {
    ///       tableView.apply(update, headerRows: true) { self.data = $0 }
    ///     }
    ///
    /// The first update of a subscriber and a reset reload the table; so does an update that does not start from what the
    /// table shows.
    ///
    /// - Parameters:
    ///   - update: What changed.
    ///   - headerRows: Whether each section begins with a row of its own.
    ///   - animation: How rows come and go.
    ///   - limit: With more steps than these, the table reloads.
    ///   - setData: Sets the data that the data source reads.
    @available(LiveSystems, *)
    public func apply<Key, Item, Header>(
      _ update: ResultsUpdate<Key, Item, Header>, headerRows: Bool = false, animation: AnimationOptions = .effectFade,
      limit: Int = 500, setData: (Snapshot<Key, Item, Header>) -> Void
    ) {
      let plan = RowPlan(update, headerRows: headerRows, shownRows: shownRows, limit: limit)
      perform(plan, animation: animation, setData: setData)
    }

    private var shownRows: Int? { window == nil ? nil : numberOfRows }

    private func perform<Key, Item, Header>(
      _ plan: RowPlan<Key, Item, Header>, animation: AnimationOptions, setData: (Snapshot<Key, Item, Header>) -> Void
    ) {
      plan.perform(
        setData: setData, reloadData: { reloadData() },
        batch: { changes in
          beginUpdates()
          changes()
          endUpdates()
        },
        call: { call in
          switch call {
          case .remove(let rows): removeRows(at: IndexSet(rows), withAnimation: animation)
          case .move(let from, let to): moveRow(at: from, to: to)
          case .insert(let rows): insertRows(at: IndexSet(rows), withAnimation: animation)
          case .reload(let rows):
            reloadData(forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(0..<numberOfColumns))
            noteHeightOfRows(withIndexesChanged: IndexSet(rows))
          }
        })
    }
  }
#endif
