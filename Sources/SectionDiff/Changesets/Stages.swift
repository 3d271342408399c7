extension Changeset {
  /// The stages of a changeset, from the first to the last: never more than three.
  ///
  /// A loop takes them one after another. Where each is shown when the animation of the one before it has ended, keep an
  /// iterator.
  public struct Stages {
    /// The one that most changesets have alone, so that nothing is allocated for it.
    @usableFromInline let last: Stage?
    @usableFromInline let others: [Stage]

    @usableFromInline
    init(_ changes: ChangeList, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>) {
      let batch = changes.batch
      let plan = StagePlan(batch)
      if plan.count == 1 {
        last = batch.isEmpty ? nil : Stage(changes: batch, snapshot: new)
        others = []
        return
      }
      // In one array or in chunks: a snapshot between two stages reads both.
      var (oldStored, newStored) = (old, new)
      oldStored.items = old.items.stored
      newStored.items = new.items.stored
      var others: [Stage] = []
      var before: AssemblyPlan?
      for number in 0..<plan.count - 1 {
        let after = AssemblyPlan(batch, plan, after: number)
        others.append(
          Stage(
            changes: batch.changes(of: number, plan, from: before, to: after),
            snapshot: Snapshot(after, from: oldStored, to: newStored)))
        before = after
      }
      self.others = others
      last = Stage(changes: batch.changes(of: plan.count - 1, plan, from: before, to: nil), snapshot: new)
    }
  }
}

extension Changeset.Stages: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of stages.
  @inlinable public var endIndex: Int { others.count + (last == nil ? 0 : 1) }

  /// The stage with a number, counted from zero.
  @inlinable
  public subscript(number: Int) -> Changeset.Stage {
    if number == others.count, let last { return last }
    return others[number]
  }
}

extension Changeset.Stages: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
