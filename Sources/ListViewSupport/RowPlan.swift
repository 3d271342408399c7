package import LiveResults
package import SectionDiff

/// What to do with a list view that has rows without sections, and that performs one operation after the other:
/// `NSTableView`.
package enum RowPlan<Key: Hashable, Item, Header: Equatable> {
  /// Set the data and reload.
  case reload(Snapshot<Key, Item, Header>)
  /// Set the data and perform the steps, if there are any.
  case steps(RowSteps, Snapshot<Key, Item, Header>)

  /// Plans how a list view gets from `before` to what `changeset` makes of it; it reloads as ``ListViewPlan`` does.
  ///
  /// - Parameters:
  ///   - changeset: What changed.
  ///   - before: What the data source has now: the snapshot that the changeset starts from.
  ///   - headerRows: Whether each section begins with a row of its own.
  ///   - shownRows: The number of rows that the list view shows; `nil` where it is in no window.
  ///   - limit: With more steps than these, it reloads.
  /// - Throws: `ChangesetMismatch` when the changeset does not start from `before`.
  package init(
    _ changeset: Changeset<Key, Item, Header>, from before: Snapshot<Key, Item, Header>, headerRows: Bool,
    shownRows: Int?, limit: Int
  ) throws(ChangesetMismatch) {
    let after = try changeset.snapshot(after: before)
    let steps = RowSteps(try changeset.rowsOneAtATime(from: before, headerRows: headerRows))
    let isAnimated = shownRows == before.rowCount(headerRows: headerRows) && steps.count <= limit
    self = isAnimated ? .steps(steps, after) : .reload(after)
  }

  /// Plans how a list view shows an update of live results; it reloads as ``ListViewPlan`` does.
  @available(LiveSystems, *)
  package init(
    _ update: ResultsUpdate<Key, Item, Header>, headerRows: Bool, shownRows: Int?, limit: Int
  ) where Key: Sendable, Item: Sendable, Header: Sendable {
    let plan =
      update.kind == .change
      ? try? RowPlan(
        update.changeset, from: update.before, headerRows: headerRows, shownRows: shownRows, limit: limit) : nil
    self = plan ?? .reload(update.after)
  }

  /// Carries the plan out.
  ///
  /// - Parameters:
  ///   - setData: Sets the data of the data source.
  ///   - reloadData: Reloads the list view.
  ///   - steps: Performs the steps.
  @MainActor
  package func perform(
    setData: (Snapshot<Key, Item, Header>) -> Void, reloadData: () -> Void, steps: (RowSteps) -> Void
  ) {
    switch self {
    case .reload(let snapshot):
      setData(snapshot)
      reloadData()
    case .steps(let rows, let snapshot):
      // Headers and empty sections can have changed although no row has.
      setData(snapshot)
      if rows.count > 0 { steps(rows) }
    }
  }
}

/// Single steps of a flat list, those of one kind together.
///
/// The order is: all of ``removed`` at once, ``moved`` one after the other, all of ``inserted`` at once, then
/// ``updated``.
package struct RowSteps: Equatable {
  /// Rows as they are numbered before all steps; ascending.
  package private(set) var removed: [Int] = []
  /// From a row just before the move to one just after it.
  package private(set) var moved: [Move] = []
  /// Rows as they are numbered after all steps; ascending.
  package private(set) var inserted: [Int] = []
  /// Rows with new content, as they are numbered after all steps; ascending.
  package private(set) var updated: [Int] = []

  /// A row that moves.
  package struct Move: Equatable {
    package let from: Int
    package let to: Int
  }

  /// The number of steps.
  package var count: Int { removed.count + moved.count + inserted.count + updated.count }

  /// Sorts the steps of `rowsOneAtATime(from:headerRows:)`: removals go from the back, so that each has the place that it had
  /// before all steps; inserts go from the front, so that each has the place that it has after all.
  init(_ steps: [Change]) {
    for step in steps {
      switch step {
      case .delete(let path): removed.append(path.item)
      case .move(let from, let to): moved.append(Move(from: from.item, to: to.item))
      case .insert(let path): inserted.append(path.item)
      case .update(_, let path): updated.append(path.item)
      // A flat list has one section, which stays.
      case .deleteSection, .insertSection, .moveSection, .updateSection: break
      }
    }
    removed.reverse()
  }
}
