import StoreBuilding
public import StoreInterface

/// A request to a ``RESTStore``: which records, in which order, and how many. The store always polls all records of the
/// server; the request decides which of them an observer receives.
///
/// The closures are called while the store is busy, and must not use it.
public struct RESTRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether a record is requested; `nil` requests all.
  public var predicate: (@Sendable (Item) -> Bool)?
  /// Whether a record comes before another, `nil` where neither does; the server's order, where there is none.
  public var isBefore: (@Sendable (Item, Item) -> Bool?)?
  /// The largest number of records.
  public var limit: Int?

  /// Makes a request.
  public init(
    where predicate: (@Sendable (Item) -> Bool)? = nil, sortedBy isBefore: (@Sendable (Item, Item) -> Bool?)? = nil,
    limit: Int? = nil
  ) {
    self.predicate = predicate
    self.isBefore = isBefore
    self.limit = limit
  }

  /// All records, in the server's order.
  public static var all: RESTRequest { RESTRequest() }

  var rule: AnswerView<Item>.Rule { AnswerView<Item>.Rule(matches: predicate, isBefore: isBefore, limit: limit) }
}

extension RESTRequest: MatchingRequest {
  /// Whether the predicate lets a record through.
  public func matches(_ item: Item) -> Bool { predicate?(item) ?? true }

  /// What the order says.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? { isBefore?(item, other) }
}
