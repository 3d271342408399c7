internal import StoreBuilding
internal import StoreInterface

/// What happens to a write if other programs have changed the file since the writer read it.
public enum StalePolicy: Hashable, Sendable {
  /// Record by record: if the writer and other programs have changed different records, both changes are kept. Where they
  /// have changed one record differently, the write is refused as a conflict.
  case merges
  /// Any change by others refuses the write as a conflict.
  case refuses
}

/// Compares what a writer saw with what the file holds.
struct StaleCheck<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// What the file holds.
  let present: OrderedRecords<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  /// What the writer saw; `nil` where it saw nothing yet, and so can lose nothing.
  let base: OrderedRecords<Item>?
  /// Whether the writer saw the whole in its order, and not the answer to some request.
  let isBaseWhole: Bool

  /// Throws `StoreError.Kind.conflict` where the batch would undo what others have done.
  func check(
    _ batch: StoreBatch<Item>, _ outcome: BatchOutcome<Item>, _ policy: StalePolicy, next: OrderedRecords<Item>
  ) throws(StoreError) {
    guard let base else { return }
    var wanted: [Item.ID: Item] = [:]
    for item in outcome.inserted { wanted[item.id] = item }
    for update in outcome.updated { wanted[update.to.id] = update.to }
    let changed = Set(outcome.inserted.map(\.id) + outcome.updated.map(\.to.id) + outcome.deleted.map(\.id))
    // A record that others have deleted, too, is gone as was wanted; one that no one deleted is not in the outcome.
    for key in batch.changes.compactMap(\.key) where changed.contains(key) {
      let (before, now) = (base.item(for: key), present.item(for: key))
      if isSame(before, now) || isSame(wanted[key], now) { continue }
      throw Self.conflict(Self.sentence(before, now), at: key)
    }
    let items = present.contents.items
    // Those that go with a section are not named by the batch.
    for item in items where !next.contains(item.id) && !isSame(base.item(for: item.id), item) {
      throw Self.conflict(Self.sentence(base.item(for: item.id), item), at: item.id)
    }
    let isIdle = changed.isEmpty && outcome.moved.isEmpty && !batch.changesSections
    guard policy == .refuses, !isIdle else { return }
    let other = items.first { !isSame(base.item(for: $0.id), $0) }
    if items.count == base.count, other == nil, !isBaseWhole || haveSameOrder(base, present) { return }
    throw Self.conflict("another program has changed the file since it was read", at: other?.id)
  }

  private static func conflict(_ sentence: String, at key: Item.ID?) -> StoreError {
    StoreError(.conflict, sentence, at: key.map { "key \($0)" }, advice: "read the current records, and try again")
  }

  /// Whether the same keys are in the same sections, in one order.
  private func haveSameOrder(_ a: OrderedRecords<Item>, _ b: OrderedRecords<Item>) -> Bool {
    guard let first = a.contents.sections, let second = b.contents.sections else {
      return a.contents.items.map(\.id) == b.contents.items.map(\.id)
    }
    return first.map(\.id) == second.map(\.id) && first.map { $0.items.map(\.id) } == second.map { $0.items.map(\.id) }
  }

  private func isSame(_ a: Item?, _ b: Item?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return haveEqualContent(a, b)
  }

  private static func sentence(_ before: Item?, _ now: Item?) -> String {
    switch (before, now) {
    case (nil, _): "another program has inserted a record with this key"
    case (_, nil): "another program has deleted the record"
    default: "another program has changed the record"
    }
  }
}
