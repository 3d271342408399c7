public import StoreBuilding
public import StoreInterface

/// A request to a ``RESTStore``: which records, in which order, and how many. The store always polls all records of the
/// server; the request decides which of them an observer receives.
///
///     RESTRequest(where: { !$0.isDone }, sortedBy: [RecordOrder(\.due)], limit: 20)
///
/// The closures are called while the store is busy, and must not use it.
public struct RESTRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether a record is requested; `nil` requests all.
  public var predicate: (@Sendable (Item) -> Bool)?
  /// The criteria of the order, the most important one first. Without any, and for ties, it is the server's order.
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

  /// All records, in the server's order.
  public static var all: RESTRequest { RESTRequest() }
}

extension RESTRequest: MatchingRequest {
  /// Whether the predicate lets a record through.
  public func matches(_ item: Item) -> Bool { predicate?(item) ?? true }

  /// What the first criterion says that does not find the two equal.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? { order.isOrdered(item, before: other) }
}
