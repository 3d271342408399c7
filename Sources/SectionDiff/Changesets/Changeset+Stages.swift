extension Changeset {
  /// Returns the batch view cut into the fewest steps such that each alone is legal for a list view, each with the
  /// snapshot after it. One where one is legal, never more than three, none for an empty changeset.
  ///
  ///     for stage in try changes.stages(from: shown) {
  ///       tableView.performBatchUpdates {
  ///         shown = stage.snapshot
  ///         tableView.deleteRows(at: …stage.changes.deletes…)
  ///       }
  ///     }
  ///
  /// Header updates are not list-view operations; they come with the first stage.
  ///
  /// The last stage has the snapshot that the changeset was made for, where the changeset holds it and `old` shares the
  /// memory of the one that it starts from; otherwise one that is made from `old`. A snapshot between two stages copies
  /// no item: it is read from those before and after, which it holds. Where one of these is itself one between two stages,
  /// its items are copied once.
  ///
  /// - Parameter old: The snapshot that the list shows: the one this changeset starts from.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `old` does not fit.
  /// - Complexity: O(*k* log *s* + *k* log *k*), where *k* is the number of changes and *s* that of sections; O(*s*) more where
  ///   sections come, go or move, and O(*n*) for *n* items where there are several stages and `old`, or what it becomes, is
  ///   itself between two. To make the last snapshot, where it is not the one that the changeset holds, costs as much as
  ///   `Snapshot.applying(_:)`.
  @inlinable
  public func stages(
    from old: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Changeset<Key, Item, Header>.Stages {
    Stages(identity, from: old, to: try snapshot(after: old))
  }

  /// What `old` becomes: the snapshot held, where `old` is the one that this changeset starts from.
  @inlinable
  package func snapshot(
    after old: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Snapshot<Key, Item, Header> {
    if case .whole(let before) = payload.old, case .whole(let after) = payload.new, old.isSameMemory(as: before) {
      return after
    }
    return try old.applying(self)
  }
}

extension Snapshot {
  /// What is shown between two stages from one snapshot to another.
  init(_ shown: AssemblyPlan, from old: Snapshot, to new: Snapshot) {
    items = .spliced(SplicedItems(old: old.items, new: new.items, splice: shown.splice))
    offsets = shown.offsets
    // Sections between two stages are kept ones, with the headers that they get in the first.
    keys = shown.keepsSections ? old.keys : shown.sections.map { old.keys[Int($0.old)] }
    headers = shown.keepsSections ? new.headers : shown.sections.map { new.headers[Int($0.new)] }
    uniqueness = .unknown
    sectionClash = old.sectionClash == nil ? nil : SectionClash(in: keys)
  }
}

extension ChangeList {
  /// The changes of one stage, in its own coordinates.
  ///
  /// - Parameters:
  ///   - stage: The number of the stage.
  ///   - plan: The stage of each change.
  ///   - before: What is shown before it; `nil` for the old snapshot.
  ///   - after: What is shown after it; `nil` for the new snapshot.
  func changes(
    of stage: Int, _ plan: StagePlan, from before: AssemblyPlan?, to after: AssemblyPlan?
  ) -> ChangeList {
    var list = ChangeList(oldOffsets: before?.offsets ?? oldOffsets, newOffsets: after?.offsets ?? newOffsets)
    list.add(self, of: stage, plan.items, from: before?.positions, to: after?.positions)
    list.sections.add(sections, of: stage, plan.sections, from: before?.sectionPositions, to: after?.sectionPositions)
    return list
  }

  /// Adds those of `all` that are made in a stage, where they are shown before and after it.
  private mutating func add(
    _ all: ChangeList, of stage: Int, _ stages: PerChange?, from before: PerChange?, to after: PerChange?
  ) {
    for kind in Kind.allCases {
      self[kind] = all[kind].enumerated().compactMap { index, pair in
        if stages?[kind, index] != Int32(truncatingIfNeeded: stage) { return nil }
        return PositionPair(old: before?[kind, index] ?? pair.old, new: after?[kind, index] ?? pair.new)
      }
    }
    order()
  }
}
