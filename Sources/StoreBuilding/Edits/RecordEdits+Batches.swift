public import StoreInterface

extension RecordEdits {
  /// Makes the changes of a batch.
  ///
  /// - Returns: Keys that were to be deleted, moved or refreshed, and were not there.
  /// - Throws: What ``ObservedRecords/apply(_:)`` throws. What was changed before stays, so let the error pass, or do this in
  ///   ``nested(_:)``.
  @discardableResult
  public mutating func apply(_ batch: StoreBatch<Item>) throws(StoreError) -> [Item.ID] {
    try records.apply(batch)
  }

  /// Makes the changes of a batch in a closure that does nothing else, and says what they come to.
  mutating func applyAll(_ batch: StoreBatch<Item>) throws(StoreError) -> BatchOutcome<Item> {
    let unknown = try apply(batch)
    var outcome = records.outcome(haveEqualContent: haveEqualContent)
    // What was named in vain at first, and came later, was touched later than it was named. All else was touched by what
    // names it first, or by the end of its section.
    if !unknown.isEmpty { outcome.sortInserted(asNamedBy: batch, unknown: unknown) }
    return outcome
  }

  /// Makes those changes of a batch that can be made.
  mutating func forceApply(_ batch: StoreBatch<Item>) {
    for change in batch.changes { _ = records.apply(change) }
  }
}

extension BatchOutcome {
  /// Lists new records and unknown keys in the order in which the batch names them first.
  fileprivate mutating func sortInserted(asNamedBy batch: StoreBatch<Item>, unknown keys: [Item.ID]) {
    var offsets: [Item.ID: Int] = [:]
    for (offset, change) in batch.changes.enumerated() {
      if let key = change.key, offsets[key] == nil { offsets[key] = offset }
    }
    func offset(_ key: Item.ID) -> Int { offsets[key] ?? .max }
    // Each is looked up once.
    inserted = inserted.map { ($0, offset($0.id)) }.sorted { $0.1 < $1.1 }.map(\.0)
    unknown = Set(keys).map { ($0, offset($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
