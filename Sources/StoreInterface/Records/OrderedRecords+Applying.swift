/// Changes as stores announce them and are asked to make them.
extension OrderedRecords {
  /// Makes one change. Unknown keys are forgiven: an update inserts, a placement is at the end, the rest does nothing.
  ///
  /// - Returns: Whether what the change named was there, so that it could be made.
  package mutating func apply(_ change: StoreChange<Item>) -> Bool {
    switch change {
    case .insert(let item, let placement): return insert(item, at: placement)
    case .update(let item): return insert(item, at: .end)
    case .move(let key, let placement): return move(key, to: placement)
    case .delete(let key): return delete(key) != nil
    case .refresh(let key): return refresh(key)
    case .insertSection(let id, let header, let placement):
      guard keepsSections else { return false }
      insertSection(id, header: header, at: placement)
      return true
    case .updateSection(let id, let header): return setHeader(header, of: id)
    case .moveSection(let id, let placement): return moveSection(id, to: placement)
    case .deleteSection(let id): return deleteSection(id) != nil
    }
  }

  /// Makes changes that cannot be undone. Only records that they delete themselves keep their places when they insert them
  /// again.
  mutating func forGood<Result>(_ change: (inout Self) -> Result) -> Result {
    agedGraves = Set(records.buriedSlots)
    defer {
      agedGraves.removeAll()
      forgetLog()
    }
    return change(&self)
  }

  /// Makes the records just these, in this order, change by change, so that the log and the touches say what came of it.
  /// What comes a second time stands where it came first, as in a whole answer.
  ///
  /// - Returns: False, and nothing is done, where a list is given in place of sections or the other way round.
  package mutating func replaceAll(with contents: StoreContents<Item>) -> Bool {
    guard keepsSections == (contents.sections != nil) else { return false }
    let kept = Set(contents.items.map(\.id))
    for item in self.contents.items where !kept.contains(item.id) { _ = delete(item.id) }
    var placed: Set<Key> = []
    switch contents {
    case .items(let items):
      for item in items { put(item, at: .end, &placed) }
    case .sections(let sections):
      var placedSections: Set<SectionID> = []
      for section in sections where placedSections.insert(section.id).inserted {
        insertSection(section.id, header: section.header, at: .end)
        _ = moveSection(section.id, to: .end)
      }
      for section in sections {
        for item in section.items { put(item, at: Placement(.end, in: section.id), &placed) }
      }
      for id in sectionIDs where !placedSections.contains(id) { _ = deleteSection(id) }
    }
    return true
  }

  private mutating func put(_ item: Item, at placement: Placement<Key>, _ placed: inout Set<Key>) {
    _ = insert(item, at: .end)
    if placed.insert(item.id).inserted { _ = move(item.id, to: placement) }
  }
}
