import SectionDiff

/// Which items were looked at again, and at which revision last.
///
/// A refresh reports an item that is equal, so it is in no difference of two snapshots. A subscriber that gets one,
/// because it is too far behind for composing, is notified of the refreshes it missed by this.
struct RefreshLog<ID: Hashable & Sendable>: Sendable {
  private var revisions: [ID: Int] = [:]

  /// Whether no refresh is noted.
  var isEmpty: Bool { revisions.isEmpty }

  /// Notes items that were looked at again in the step to a revision, and those that it took away: what goes and comes
  /// back was not looked at again.
  ///
  /// - Complexity: O(1) for each, amortised. Keeps as many as there are items shown, or twice that.
  mutating func add<Key, Shown: Identifiable, Header>(
    _ keys: [ID], gone: [ID], revision: Int, shown: Snapshot<Key, Shown, Header>
  ) where Shown.ID == ID {
    if keys.isEmpty, gone.isEmpty { return }
    for key in gone { revisions[key] = nil }
    var isLarger = false
    for key in keys { isLarger = revisions.updateValue(revision, forKey: key) == nil || isLarger }
    guard isLarger, revisions.count > max(1024, 2 * shown.itemCount) else { return }
    var present: [ID: Int] = [:]
    for section in shown.sections {
      for item in section.items { present[item.id] = revisions[item.id] }
    }
    revisions = present
  }

  /// The items looked at again after a revision.
  ///
  /// - Complexity: O(1) where there are none at all.
  func keys(since revision: Int) -> Set<ID> { Set(revisions.lazy.filter { $0.value > revision }.map { $0.key }) }
}

extension Changeset where Item: Identifiable {
  /// Those of some items that are reported as updated.
  func updatedKeys(among keys: some Collection<Item.ID>) -> [Item.ID] {
    if keys.isEmpty || identity.updates.isEmpty { return [] }
    let keys = Set(keys)
    return identity.updates.indices.map { updatedItem($0).to.id }.filter { keys.contains($0) }
  }

  /// The items that are gone.
  var deletedKeys: [Item.ID] { identity.deletes.indices.map { deletedItem($0).id } }
}
