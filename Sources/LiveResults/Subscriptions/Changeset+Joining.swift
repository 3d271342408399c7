public import SectionDiff

extension Changeset {
  /// What turns one snapshot of unique identities into another.
  @inlinable
  static func difference<C: ItemComparison>(
    from before: Snapshot<Key, Item, Header>, to after: Snapshot<Key, Item, Header>, comparing comparison: C
  ) -> Changeset where C.Item == Item {
    do {
      return try Differ(algorithm: LISDiff()).diff(from: before, to: after, comparing: comparison).changeset
    } catch {
      // Two sections have one key, in results that somebody gave by hand.
      return Changeset(replacing: before, with: after)
    }
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

/// Steps that follow one another, kept as few changesets: for what waits to be announced.
///
/// Like the digits of a binary counter: a changeset is joined with the one before it as soon as that is no larger, so each
/// change is looked at O(log *m*) times, however many steps come one by one.
struct ChangesetQueue<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: Sendable {
  /// Oldest first; each more than twice as large as the next.
  private var changesets: [Changeset<Key, Item, Header>] = []

  /// Whether nothing waits.
  var isEmpty: Bool { changesets.isEmpty }

  /// The number of changes that wait, where those of one item that could not be joined yet count each.
  var changeCount: Int { changesets.reduce(0) { $0 + $1.changeCount } }

  /// Adds a step.
  mutating func append<C: ItemComparison>(
    _ changeset: Changeset<Key, Item, Header>, comparing comparison: C
  ) where C.Item == Item {
    var last = changeset
    while let previous = changesets.last, previous.changeCount <= 2 * last.changeCount {
      guard let joined = try? previous.joined(with: last, comparing: comparison) else { break }
      changesets.removeLast()
      last = joined
    }
    changesets.append(last)
  }

  /// All that waits, as one; `nil` when nothing does.
  func joined<C: ItemComparison>(comparing comparison: C) -> Changeset<Key, Item, Header>? where C.Item == Item {
    var rest = changesets[...]
    guard var whole = rest.popLast() else { return nil }
    while let previous = rest.popLast() {
      guard let joined = try? previous.joined(with: whole, comparing: comparison) else { return nil }
      whole = joined
    }
    return whole
  }

  mutating func removeAll() { changesets.removeAll() }
}
