import SectionDiff
public import StoreBuilding
public import StoreInterface

/// What may be done to live results.
///
/// Everything that costs more than a few steps goes through here, from an engine to the closure of its arrangement and
/// back. An arrangement is made where its types are known, so the closure is compiled for those types; an engine or a
/// controller that is generic itself is as fast as one that is not.
@usableFromInline
enum EngineOperation<
  Item: Identifiable & Sendable, Key: Hashable & Sendable, Shown: Identifiable & Sendable,
  Header: Equatable & Sendable
>: Sendable where Item.ID: Sendable, Shown.ID == Item.ID {
  @usableFromInline typealias Engine = ResultsEngine<Item, Key, Shown, Header>
  @usableFromInline typealias Performer = @Sendable (inout Engine, Self) throws(StoreError) -> Engine.Update?

  /// What runs operations; specialised at the call site.
  @inlinable
  static var performer: Performer { { engine, operation throws(StoreError) in try engine.run(operation) } }

  /// Takes a whole answer in the place of all that was there.
  case replace(StoreContents<Item>)
  /// Runs a batch.
  case batch(StoreBatch<Item>)
  /// Shows the records that pass other filters.
  case filters(FilterSet<Item>)
  /// Shows the records in another order.
  case sort([SortRule<Item>])
  /// Shows the records in other sections.
  case sections(Sectioning<Item, Key, Header>)
  /// Shows another part of the records.
  case window(ResultsWindow)
}

extension ResultsEngine {
  @usableFromInline typealias Operation = EngineOperation<Item, Key, Shown, Header>

  /// Runs an operation as it was compiled where the arrangement was made.
  @inlinable
  mutating func perform(_ operation: Operation) throws(StoreError) -> Update? {
    let perform = catalog.arrangement.perform
    return try perform(&self, operation)
  }

  /// Runs an operation as compiled here.
  @inlinable
  mutating func run(_ operation: Operation) throws(StoreError) -> Update? {
    switch operation {
    case .replace(let contents): try runReplace(contents)
    case .batch(let batch): try runBatch(batch)
    case .filters(let filters): try runFilters(filters)
    case .sort(let sort): try runSort(sort)
    case .sections(let sections): try runSections(sections)
    case .window(let window): try runWindow(window)
    }
  }
}
