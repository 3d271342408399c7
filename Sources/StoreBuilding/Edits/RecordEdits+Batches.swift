public import StoreInterface

extension RecordEdits {
  /// Makes the changes of a batch.
  ///
  /// - Returns: Keys that were to be deleted, moved or refreshed, and were not there.
  /// - Throws: What ``ObservedRecords/apply(_:)`` throws. What was changed before stays, so let the error pass, or do this in
  ///   ``nested(_:)``.
  @discardableResult
  public mutating func apply(_ batch: Batch<Item>) throws(StoreError) -> [Item.ID] {
    try records.apply(batch)
  }

  /// Makes the changes of a batch in a closure that does nothing else, and says what they come to.
  mutating func applyAll(_ batch: Batch<Item>) throws(StoreError) -> BatchOutcome<Item> {
    let unknown = try apply(batch)
    var outcome = records.outcome(haveEqualContent: haveEqualContent)
    // What was named in vain at first, and came later, was touched later than it was named.
    if !unknown.isEmpty { outcome.sort(asNamedBy: batch, unknown: unknown) }
    return outcome
  }

  /// Makes those changes of a batch that can be made.
  mutating func forceApply(_ batch: Batch<Item>) {
    for change in batch.changes { _ = records.apply(change) }
  }
}

extension BatchOutcome {
  /// Lists records in the order in which the batch names them first; those that it does not name come last.
  fileprivate mutating func sort(asNamedBy batch: Batch<Item>, unknown keys: [Item.ID]) {
    var places: [Item.ID: Int] = [:]
    for (place, change) in batch.changes.enumerated() {
      if let key = change.key, places[key] == nil { places[key] = place }
    }
    func sorted<Element>(_ elements: [Element], by key: (Element) -> Item.ID) -> [Element] {
      elements.enumerated()
        .map { (place: places[key($1)] ?? .max, offset: $0, element: $1) }
        .sorted { ($0.place, $0.offset) < ($1.place, $1.offset) }
        .map(\.element)
    }
    inserted = sorted(inserted) { $0.id }
    updated = sorted(updated) { $0.to.id }
    moved = sorted(moved) { $0 }
    deleted = sorted(deleted) { $0.id }
    refreshed = sorted(refreshed) { $0 }
    unknown = sorted(Array(Set(keys))) { $0 }
  }
}
