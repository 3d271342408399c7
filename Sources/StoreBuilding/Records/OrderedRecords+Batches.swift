public import StoreInterface

/// Batches: their changes in order, each made or refused, and what they come to.
extension OrderedRecords {
  /// Makes the changes of a batch, one after another.
  ///
  /// - Returns: Keys that were to be deleted, moved or refreshed, and were not there.
  /// - Throws: `StoreError.Kind.invalidBatch`, when the batch is strict and names a record or a section that does not
  ///   exist; `StoreError.Kind.refused`, when it puts a record where there is no section, or a section into one list. What
  ///   was changed before stays.
  mutating func apply(_ batch: StoreBatch<Item>) throws(StoreError) -> [Key] {
    if let compiled { try compiled.batch(&self, batch) } else { try run(batch) }
  }

  /// What this run of changes has come to so far, but for keys that were unknown.
  func outcome(haveEqualContent: (Item, Item) -> Bool) -> BatchOutcome<Item> {
    if let compiled { compiled.outcome(self, haveEqualContent) } else { runOutcome(haveEqualContent) }
  }
}

// MARK: - As compiled here

extension OrderedRecords {
  @inlinable
  mutating func run(_ batch: StoreBatch<Item>) throws(StoreError) -> [Key] {
    var unknown: [Key] = []
    for change in batch.changes {
      if batch.isStrict { try checkStrictly(change) }
      if run(change).isMade { continue }
      switch change {
      case .insert(let item, _), .update(let item): throw .noSection(for: item.id)
      case .delete(let key), .move(let key, _), .refresh(let key): unknown.append(key)
      case .insertSection, .updateSection, .moveSection, .deleteSection:
        if !keepsSections { throw .keepsNoSections }
      }
    }
    return unknown
  }

  @inlinable
  func runOutcome(_ haveEqualContent: (Item, Item) -> Bool) -> BatchOutcome<Item> {
    var outcome = BatchOutcome<Item>()
    for touch in touched {
      outcome.add(
        from: touch.before, to: item(of: touch), isMoved: touch.isPlaced, isRefreshed: touch.isRefreshed,
        haveEqualContent: haveEqualContent)
    }
    return outcome
  }
}

// MARK: - What a strict batch must not do

extension OrderedRecords {
  @usableFromInline
  func checkStrictly(_ change: StoreChange<Item>) throws(StoreError) {
    switch change {
    case .insert(_, let placement): try check(placement)
    case .update(let item):
      if !contains(item.id) {
        throw StoreError(
          .invalidBatch, "the batch updates a record that does not exist", at: "key \(item.id)",
          advice: "insert it, or make the batch not strict")
      }
    case .move(let key, let placement):
      if !contains(key) {
        throw StoreError(.invalidBatch, "the batch moves a record that does not exist", at: "key \(key)")
      }
      try check(placement)
    case .delete, .refresh: return
    case .insertSection(_, _, let placement):
      try checkKeepsSections()
      try check(placement)
    case .updateSection(let id, _):
      try checkKeepsSections()
      _ = try known(id)
    case .moveSection(let id, let placement):
      try checkKeepsSections()
      _ = try known(id)
      try check(placement)
    case .deleteSection: try checkKeepsSections()
    }
  }

  private func check(_ placement: StorePlacement<Key>) throws(StoreError) {
    switch placement.position {
    case .before(let key), .after(let key):
      if !contains(key) {
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

  func checkKeepsSections() throws(StoreError) {
    if !keepsSections { throw .keepsNoSections }
  }

  /// A section that there must be.
  func known(_ section: some Hashable & Sendable) throws(StoreError) -> SectionID {
    let id = SectionID(section)
    guard containsSection(id) else {
      throw StoreError(.invalidBatch, "there is no such section", at: "section \(id)")
    }
    return id
  }
}

extension StoreError {
  @usableFromInline static var keepsNoSections: StoreError {
    StoreError(
      .refused, "the store keeps one list, without sections",
      advice: "create the records with sections, even if there are none at first, or make the first answer one in"
        + " sections, by `replace(with:)` or `reload`")
  }

  @usableFromInline
  static func noSection(for key: some Hashable) -> StoreError {
    StoreError(.refused, "there is no section for the record", at: "key \(key)", advice: "insert a section first")
  }
}
