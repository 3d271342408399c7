public import StoreBuilding
public import StoreInterface

/// A request to a ``MemoryStore``: which records, in which order, and how many.
///
///     MemoryRequest(where: { !$0.isDone }, sortedBy: [RecordOrder(\.due)], limit: 20)
///
/// Where the store has manually ordered sections, the order holds within each section, and the limit for all of them
/// together. The closures are called while the store is busy, and must not use it.
public struct MemoryRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether a record is requested; `nil` requests all.
  public var predicate: (@Sendable (Item) -> Bool)?
  /// The criteria of the order, the most important one first. Ties are as they arrived or were placed.
  public var order: [RecordOrder<Item>]
  /// The largest number of records.
  public var limit: Int?

  /// Makes a request.
  public init(
    where predicate: (@Sendable (Item) -> Bool)? = nil, sortedBy order: [RecordOrder<Item>] = [], limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }

  /// All records, as they arrived or were placed.
  public static var all: MemoryRequest { MemoryRequest() }
}

extension MemoryRequest: MatchingRequest {
  /// Whether the predicate lets a record through.
  public func matches(_ item: Item) -> Bool { predicate?(item) ?? true }

  /// What the first criterion says that does not find the two equal.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? {
    order.isOrdered(item, before: other)
  }
}
