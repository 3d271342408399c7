extension Changeset {
  /// One step from the old snapshot to the new that a list view can perform by itself.
  public struct Stage {
    /// What changes, in the coordinates of this step: deletes, reloads and sources of moves are addressed in the
    /// snapshot before the step, inserts and targets of moves in ``snapshot``.
    public let changes: ChangeList
    /// The data after the step. Give it to the data source before telling the view about ``changes``.
    public let snapshot: Snapshot<Key, Item, Header>

    @inlinable
    init(changes: ChangeList, snapshot: Snapshot<Key, Item, Header>) {
      self.changes = changes
      self.snapshot = snapshot
    }
  }
}

extension Changeset.Stage: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
