extension StoreBatch {
  /// Returns the net effect of the batch, record by record, on top of a committed state.
  ///
  /// The changes are run in order on each record's state, and the outcome is compared with the committed state:
  ///
  /// | known before? | the batch does | net |
  /// | --- | --- | --- |
  /// | no | insert … delete | nothing |
  /// | no | insert … update | insert of the newest |
  /// | no | update | insert; refused when strict |
  /// | no | delete | nothing, and listed as unknown |
  /// | yes | insert | update |
  /// | yes | delete … insert | update |
  /// | yes | update … delete | delete |
  /// | yes | update back to the committed content | nothing |
  ///
  /// Records are listed in the order in which the batch first names them, so the outcome is the same every time. Changes
  /// of sections are not looked at.
  ///
  /// - Parameters:
  ///   - committed: The record with a key as it was before the batch, or `nil`.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  /// - Throws: ``StoreError/Kind/invalidBatch``, when the batch is strict and names a record that does not exist.
  /// - Complexity: O(*k*) for *k* changes.
  public func folded(
    onto committed: (Item.ID) -> Item?, haveEqualContent: (Item, Item) -> Bool
  ) throws(StoreError) -> BatchOutcome<Item> {
    var fold = BatchFold<Item>()
    for change in changes {
      guard let key = change.key else { continue }
      let offset = fold.offset(of: key, committed: committed)
      switch change {
      case .insert(let item, let placement):
        try check(placement, in: &fold, committed: committed)
        if fold.records[offset].current != nil || fold.records[offset].committed != nil {
          fold.records[offset].isMoved = fold.records[offset].isMoved || placement != .end
        }
        fold.records[offset].current = item
      case .update(let item):
        if isStrict, fold.records[offset].current == nil {
          throw StoreError(
            .invalidBatch, "the batch updates a record that does not exist", at: "key \(key)",
            advice: "insert it, or make the batch not strict")
        }
        fold.records[offset].current = item
      case .move(_, let placement):
        if fold.records[offset].current != nil {
          try check(placement, in: &fold, committed: committed)
          fold.records[offset].isMoved = true
        } else if isStrict {
          throw StoreError(.invalidBatch, "the batch moves a record that does not exist", at: "key \(key)")
        } else {
          fold.records[offset].isUnknown = true
        }
      case .delete:
        if fold.records[offset].current == nil { fold.records[offset].isUnknown = true }
        fold.records[offset].current = nil
      case .refresh:
        if fold.records[offset].current == nil {
          fold.records[offset].isUnknown = true
        } else {
          fold.records[offset].isRefreshed = true
        }
      case .insertSection, .updateSection, .moveSection, .deleteSection: break
      }
    }
    return fold.outcome(haveEqualContent: haveEqualContent)
  }

  private func check(
    _ placement: StorePlacement<Item.ID>, in fold: inout BatchFold<Item>, committed: (Item.ID) -> Item?
  ) throws(StoreError) {
    guard isStrict else { return }
    switch placement.position {
    case .start, .end: return
    case .before(let key), .after(let key):
      guard fold.isKnown(key, committed: committed) else {
        throw StoreError(
          .invalidBatch, "the batch places a record beside one that does not exist", at: "key \(key)",
          advice: "place it at the start or the end, or make the batch not strict")
      }
    }
  }
}

extension StoreBatch where Item: Equatable {
  /// Returns the net effect of the batch, record by record, on top of a committed state; equal records are no change.
  public func folded(onto committed: (Item.ID) -> Item?) throws(StoreError) -> BatchOutcome<Item> {
    try folded(onto: committed) { $0 == $1 }
  }
}

/// The net effect of a batch.
public struct BatchOutcome<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Inserted records, in the order in which the batch first names them.
  public var inserted: [Item] = []
  /// Updated records, before and after.
  public var updated: [Update] = []
  /// Keys of moved records.
  public var moved: [Item.ID] = []
  /// Deleted records.
  public var deleted: [Item] = []
  /// Keys of records to be reported as updated although they are equal.
  public var refreshed: [Item.ID] = []
  /// Keys that should be deleted, moved or refreshed, but did not exist at that point.
  public var unknown: [Item.ID] = []

  /// A record before and after.
  public struct Update: Sendable {
    /// The record before the batch.
    public var from: Item
    /// The record after it.
    public var to: Item

    /// Makes a pair of versions of one record.
    public init(from: Item, to: Item) {
      self.from = from
      self.to = to
    }
  }

  /// Makes an outcome in which nothing happened.
  public init() {}

  /// Whether the batch has no effect; keys that were unknown are nothing.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && moved.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}

extension BatchOutcome {
  /// Adds what became of a record.
  @inlinable
  package mutating func add(
    from before: Item?, to after: Item?, isMoved: Bool, isRefreshed: Bool, haveEqualContent: (Item, Item) -> Bool
  ) {
    switch (before, after) {
    case (nil, nil): break
    case (nil, let item?): inserted.append(item)
    case (let item?, nil): deleted.append(item)
    case (let from?, let to?):
      if !haveEqualContent(from, to) {
        updated.append(.init(from: from, to: to))
      } else if isRefreshed {
        refreshed.append(to.id)
      }
      if isMoved { moved.append(to.id) }
    }
  }
}

extension BatchOutcome.Update: Equatable where Item: Equatable {}
extension BatchOutcome: Equatable where Item: Equatable {}

/// The state of each record that a batch names, while its changes are run.
private struct BatchFold<Item: Identifiable & Sendable> where Item.ID: Sendable {
  struct Record {
    let key: Item.ID
    let committed: Item?
    var current: Item?
    var isMoved = false
    var isRefreshed = false
    var isUnknown = false
  }

  var records: [Record] = []
  private var offsets: [Item.ID: Int] = [:]

  mutating func offset(of key: Item.ID, committed: (Item.ID) -> Item?) -> Int {
    if let offset = offsets[key] { return offset }
    let known = committed(key)
    offsets[key] = records.count
    records.append(Record(key: key, committed: known, current: known))
    return records.count - 1
  }

  func isKnown(_ key: Item.ID, committed: (Item.ID) -> Item?) -> Bool {
    offsets[key].map { records[$0].current != nil } ?? (committed(key) != nil)
  }

  func outcome(haveEqualContent: (Item, Item) -> Bool) -> BatchOutcome<Item> {
    var outcome = BatchOutcome<Item>()
    for record in records {
      if record.isUnknown { outcome.unknown.append(record.key) }
      outcome.add(
        from: record.committed, to: record.current, isMoved: record.isMoved, isRefreshed: record.isRefreshed,
        haveEqualContent: haveEqualContent)
    }
    return outcome
  }
}
