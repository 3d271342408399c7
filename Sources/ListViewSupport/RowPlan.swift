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
  /// - Throws: `DiffError.changesetMismatch` when the changeset does not start from `before`.
  package init(
    _ changeset: Changeset<Key, Item, Header>, from before: Snapshot<Key, Item, Header>, headerRows: Bool,
    shownRows: Int?, limit: Int
  ) throws(DiffError) {
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

  /// Carries the plan out, in the order that a table of rows needs.
  ///
  /// - Parameters:
  ///   - setData: Sets the data of the data source. Called once, before all calls.
  ///   - reloadData: Reloads the list view.
  ///   - batch: Makes all that its argument does one batch.
  ///   - call: Makes one call.
  @MainActor
  package func perform(
    setData: (Snapshot<Key, Item, Header>) -> Void, reloadData: () -> Void, batch: (_ changes: () -> Void) -> Void,
    call: (RowCall) -> Void
  ) {
    switch self {
    case .reload(let snapshot):
      setData(snapshot)
      reloadData()
    case .steps(let steps, let snapshot):
      // Headers and empty sections can have changed although no row has.
      setData(snapshot)
      if !steps.within.isEmpty {
        withoutActuallyEscaping(call) { call in batch { steps.within.forEach(call) } }
      }
      // After the batch the number of a row means the same to list view and data source again.
      steps.after.forEach(call)
    }
  }
}

/// A call by which a list view that has rows without sections finds out what changes.
package enum RowCall: Equatable {
  /// Removes rows all at once: numbered as before the call, ascending.
  case remove([Int])
  /// Moves a row from where it is just before the call to where it is just after it.
  case move(from: Int, to: Int)
  /// Inserts rows all at once: numbered as after the call, ascending.
  case insert([Int])
  /// Shows rows anew.
  case reload([Int])
}

/// Single steps of a flat list, those of one kind together.
package struct RowSteps: Equatable {
  /// Calls within a batch: rows that go, then moves one after the other, then rows that come.
  package let within: [RowCall]
  /// Calls after the batch: rows with new content.
  package let after: [RowCall]
  /// The number of steps.
  package let count: Int

  /// Sorts the steps of `rowsOneAtATime(from:headerRows:)`: removals go from the back, so that each has the number that it had
  /// before all steps; inserts go from the front, so that each has the number that it has after all.
  init(_ steps: [ChangeList.Change]) {
    var removed: [Int] = []
    var moves: [RowCall] = []
    var inserted: [Int] = []
    var updated: [Int] = []
    for step in steps {
      switch step {
      case .delete(let path): removed.append(path.item)
      case .move(let from, let to): moves.append(.move(from: from.item, to: to.item))
      case .insert(let path): inserted.append(path.item)
      case .update(_, let path): updated.append(path.item)
      // A flat list has one section, which stays.
      case .deleteSection, .insertSection, .moveSection, .updateSection: break
      }
    }
    within =
      (removed.isEmpty ? [] : [.remove(removed.reversed())]) + moves + (inserted.isEmpty ? [] : [.insert(inserted)])
    after = updated.isEmpty ? [] : [.reload(updated)]
    count = removed.count + moves.count + inserted.count + updated.count
  }
}
