public import SectionDiff

extension Changeset {
  /// What turns one snapshot of unique identities into another.
  @inlinable
  static func difference<C: ItemComparison>(
    from before: Snapshot<Key, Item, Header>, to after: Snapshot<Key, Item, Header>, comparing comparison: C
  ) -> Changeset where C.Item == Item {
    do {
      return try Differ(algorithm: LISDiff()).changeset(from: before, to: after, comparing: comparison)
    } catch {
      // Two sections have one key, in results that somebody gave by hand.
      return Changeset(replacing: before, with: after)
    }
  }
}

extension Changeset where Item: Identifiable {
  /// What turns one snapshot of unique identities into another, with some items reported as updated though they may be
  /// equal.
  static func difference<C: ItemComparison>(
    from before: Snapshot<Key, Item, Header>, to after: Snapshot<Key, Item, Header>, comparing comparison: C,
    refreshing keys: Set<Item.ID>
  ) -> Changeset where C.Item == Item {
    let changeset = difference(from: before, to: after, comparing: comparison)
    if keys.isEmpty { return changeset }
    var paths: [ItemPath] = []
    for (section, view) in after.sections.enumerated() {
      for (item, element) in view.items.enumerated() where keys.contains(element.id) {
        paths.append(ItemPath(section: section, item: item))
      }
    }
    do { return try changeset.refreshing(paths, in: after) } catch { return changeset }
  }
}

extension Sequence {
  /// One changeset that does what these do one after another; `nil` of none, or where one does not fit the next.
  ///
  /// Neighbours are composed in pairs, and the pairs in pairs again, so that each change is looked at O(log *m*) times in
  /// *m* changesets.
  func composed<Key, Item, Header, C: ItemComparison>(comparing comparison: C) -> Changeset<Key, Item, Header>?
  where Element == Changeset<Key, Item, Header>, C.Item == Item {
    var level = Array(self)
    while level.count > 1 {
      var next: [Element] = []
      for index in stride(from: 0, to: level.count - 1, by: 2) {
        guard let pair = try? level[index].joined(with: level[index + 1], comparing: comparison) else { return nil }
        next.append(pair)
      }
      if level.count % 2 == 1, let last = level.last { next.append(last) }
      level = next
    }
    return level.first
  }
}
