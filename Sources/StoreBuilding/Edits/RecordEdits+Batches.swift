public import StoreInterface

extension RecordEdits {
  /// Makes the changes of a batch.
  ///
  /// - Returns: Keys that were to be deleted, moved or refreshed, and were not there.
  /// - Throws: What ``ObservedRecords/apply(_:)`` throws. What was changed before stays, so let the error pass, or do this in
  ///   ``nested(_:)``.
  @discardableResult
  public mutating func apply(_ batch: Batch<Item>) throws(StoreError) -> [Item.ID] {
    var unknown: [Item.ID] = []
    for change in batch.changes {
      try check(change, isStrict: batch.isStrict)
      if records.apply(change) { continue }
      switch change {
      case .insert, .update: throw .noSection(for: change.key.map { "\($0)" } ?? "")
      case .delete(let key), .move(let key, _), .refresh(let key): unknown.append(key)
      case .insertSection, .updateSection, .moveSection, .deleteSection: break
      }
    }
    return unknown
  }

  private func check(_ change: StoreChange<Item>, isStrict: Bool) throws(StoreError) {
    switch change {
    case .insert(_, let placement):
      if isStrict { try check(placement) }
    case .update(let item):
      if isStrict, !records.contains(item.id) {
        throw StoreError(
          .invalidBatch, "the batch updates a record that does not exist", at: "key \(item.id)",
          advice: "insert it, or make the batch not strict")
      }
    case .move(let key, let placement):
      guard isStrict else { return }
      if !records.contains(key) {
        throw StoreError(.invalidBatch, "the batch moves a record that does not exist", at: "key \(key)")
      }
      try check(placement)
    case .delete, .refresh: return
    case .insertSection(_, _, let placement):
      try checkKeepsSections()
      if isStrict { try check(placement) }
    case .updateSection(let id, _):
      try checkKeepsSections()
      if isStrict { _ = try known(id) }
    case .moveSection(let id, let placement):
      try checkKeepsSections()
      if isStrict {
        _ = try known(id)
        try check(placement)
      }
    case .deleteSection: try checkKeepsSections()
    }
  }

  private func check(_ placement: Placement<Item.ID>) throws(StoreError) {
    switch placement.position {
    case .before(let key), .after(let key):
      if !records.contains(key) {
        throw StoreError(
          .invalidBatch, "the batch places a record beside one that does not exist", at: "key \(key)",
          advice: "place it at the start or the end, or make the batch not strict")
      }
    case .start, .end:
      if let section = placement.section { _ = try known(section) }
    }
  }

  private func check(_ placement: SectionPlacement) throws(StoreError) {
    switch placement {
    case .start, .end: return
    case .before(let id), .after(let id): _ = try known(id)
    }
  }

  /// Makes the changes of a batch in a closure that does nothing else, and says what they come to.
  mutating func applyAll(_ batch: Batch<Item>) throws(StoreError) -> BatchOutcome<Item> {
    let unknown = try apply(batch)
    var outcome = BatchOutcome<Item>()
    for touch in records.touched {
      outcome.add(
        from: touch.before, to: records.item(of: touch), isMoved: touch.isPlaced, isRefreshed: touch.isRefreshed,
        haveEqualContent: haveEqualContent)
    }
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
