public import SectionDiff
public import StoreBuilding
public import StoreInterface

/// Another arrangement of the same records.
extension ResultsEngine {
  /// Shows the records that pass other filters.
  @inlinable
  mutating func runFilters(_ filters: FilterSet<Item>) throws(StoreError) -> Update? {
    catalog.arrangement.filters = filters
    catalog.judgeFilters()
    rebuildFiltered()
    if showsFirst { return nil }
    let before = snapshot
    current = assembled()
    return try step(from: before)
  }

  /// Shows the records in another order.
  @inlinable
  mutating func runSort(_ sort: [SortRule<Item>]) throws(StoreError) -> Update? {
    catalog.arrangement.sort = sort
    catalog.judgeAll()
    if showsFirst { return nil }
    return try rebuilt(from: snapshot)
  }

  /// Shows the records in other sections.
  @inlinable
  mutating func runSections(_ sections: Sectioning<Item, Key, Header>) throws(StoreError) -> Update? {
    catalog.setSections(sections)
    if catalog.awaited != nil { return nil }
    if showsFirst {
      rebuildIndices()
      return nil
    }
    return try rebuilt(from: snapshot)
  }

  /// Shows another part of the records.
  @inlinable
  mutating func runWindow(_ window: ResultsWindow) throws(StoreError) -> Update? {
    let before = snapshot
    let windowBefore = catalog.arrangement.window.range(in: visibleCount)
    catalog.arrangement.window = window
    if showsFirst { return nil }
    let changes = WindowChanges(takenOut: [], putIn: [], before: windowBefore, after: window.range(in: visibleCount))
    if changes.removed.count + changes.added.count > 1024 + visibleCount / 4 {
      current = assembled()
      return try step(from: before)
    }
    return try step(by: changes, windowBefore: windowBefore)
  }
}
