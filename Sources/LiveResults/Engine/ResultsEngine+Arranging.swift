import SectionDiff
public import StoreInterface

/// Another arrangement of the same records.
extension ResultsEngine {
  /// Shows the records that pass other filters.
  ///
  /// - Complexity: O(*n*).
  public mutating func setFilters(_ filters: FilterSet<Item>) throws(StoreError) -> Step? {
    catalog.arrangement.filters = filters
    catalog.judgeAll()
    rebuildPassing()
    if showsFirst { return nil }
    let before = snapshot
    snapshot = assembled()
    return try step(from: before)
  }

  /// Shows the records in another order.
  ///
  /// - Complexity: O(*n* log *n*).
  public mutating func setSort(_ sort: [SortOrder<Item>]) throws(StoreError) -> Step? {
    catalog.arrangement.sort = sort
    if showsFirst { return nil }
    return try rebuilt(from: snapshot)
  }

  /// Shows the records in other sections.
  ///
  /// Between sections by a key and sections that the store keeps by hand the store must answer anew; until then its
  /// records stay where they are.
  ///
  /// - Complexity: O(*n* log *n*).
  public mutating func setSections(_ sections: Sectioning<Item, Key, Header>) throws(StoreError) -> Step? {
    catalog.setSections(sections)
    if showsFirst {
      rebuildIndices()
      return nil
    }
    return try rebuilt(from: snapshot)
  }

  /// Shows another part of the records.
  ///
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* the number of records that come into
  ///   view or leave it.
  public mutating func setWindow(_ window: ResultsWindow) throws(StoreError) -> Step? {
    let before = snapshot
    let windowBefore = catalog.arrangement.window.range(in: visible.count)
    catalog.arrangement.window = window
    if showsFirst { return nil }
    let passage = WindowPassage(left: [], entered: [], before: windowBefore, after: window.range(in: visible.count))
    if passage.removed.count + passage.added.count > 1024 + visible.count / 4 {
      snapshot = assembled()
      return try step(from: before)
    }
    snapshot = edited(before, by: passage, keepsSections: false)
    return try step(from: before, by: passage)
  }

  /// Looks at the records that a condition holds for again, and reports them as updated: what they depend on has changed.
  public mutating func refresh(_ keys: [Item.ID]) throws(StoreError) -> Step? {
    if showsFirst { return nil }
    return try apply(Batch(keys.map { .refresh($0) }))
  }
}
