import SectionDiff
public import StoreBuilding
public import StoreInterface

/// What may be done.
extension ResultsEngine {
  /// Runs a batch.
  ///
  /// - Returns: The update, or `nil` when nothing that is shown has changed.
  /// - Throws: `StoreError`, and nothing is changed.
  @inlinable
  public mutating func apply(_ batch: StoreBatch<Item>) throws(StoreError) -> Update? { try perform(.batch(batch)) }

  /// Takes a whole answer in the place of all that was there.
  ///
  /// Records of one key are one record: it is where the first one is, with the content of the last.
  ///
  /// - Throws: `StoreError.Kind.unexpectedSection`, or `StoreError.Kind.malformed` where the store was to sort and did
  ///   not; nothing is changed then.
  @inlinable
  public mutating func replace(with contents: StoreContents<Item>) throws(StoreError) -> Update? {
    try perform(.replace(contents))
  }

  /// Shows the records that pass other filters.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func setFilters(_ filters: FilterSet<Item>) throws(StoreError) -> Update? {
    try perform(.filters(filters))
  }

  /// Shows the records in another order.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func setSort(_ sort: [SortRule<Item>]) throws(StoreError) -> Update? { try perform(.sort(sort)) }

  /// Shows the records in other sections.
  ///
  /// From sections by a key to those that the store keeps by hand the store must answer again; until then its records
  /// stay where they are, and an answer without sections is refused.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable
  public mutating func setSections(_ sections: Sectioning<Item, Key, Header>) throws(StoreError) -> Update? {
    try perform(.sections(sections))
  }

  /// Shows another part of the records.
  ///
  /// - Complexity: O(*s* + *k* log *n*), where *s* is the number of sections and *k* the number of records that come into
  ///   view or leave it.
  @inlinable
  public mutating func setWindow(_ window: ResultsWindow) throws(StoreError) -> Update? { try perform(.window(window)) }

  /// Looks at records again, and reports those that are shown as updated: what they depend on has changed.
  public mutating func refresh(_ keys: [Item.ID]) throws(StoreError) -> Update? {
    if showsFirst { return nil }
    return try apply(StoreBatch(keys.map { .refresh($0) }))
  }
}
