public import StoreInterface

/// A request: which records, in which order, and how many.
///
///     store.events(for: RecordRequest(where: { !$0.isDone }, sortedBy: [.ascending(\.due)], limit: 20))
///
/// ``ObservedRecords`` answer it, and so do all stores of this package. Where a store has sections, the order holds within
/// each section, and the limit for all of them together. The closures are called while the store is busy, and must not use
/// it.
public struct RecordRequest<Item>: Sendable {
  /// Whether a record is requested; `nil` requests all.
  public var predicate: (@Sendable (Item) -> Bool)?
  /// The rules of the order, the most important one first. Records that none of them distinguishes are as they arrived
  /// or were placed in the store: in a file as they stand there, in the answer of a server as it has them.
  public var order: [SortRule<Item>]
  /// The largest number of records; `nil` for all.
  public var limit: Int?
  /// Predicate and order in words for messages, where the maker of the request says them.
  package var rule: String?

  /// Makes a request.
  public init(
    where predicate: (@Sendable (Item) -> Bool)? = nil, sortedBy order: [SortRule<Item>] = [], limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }

  /// Makes a request for what another one asks for.
  package init<Request: MatchingRequest<Item>>(_ request: Request) {
    if let request = request as? RecordRequest {
      self = request
    } else {
      self.init(
        where: { request.matches($0) }, sortedBy: [SortRule(deciding: { request.isOrdered($0, before: $1) })],
        limit: request.limit)
    }
  }

  /// All records, as they arrived or were placed.
  public static var all: RecordRequest { RecordRequest() }
}

extension RecordRequest: MatchingRequest {
  /// Whether the predicate lets a record through.
  public func matches(_ item: Item) -> Bool { predicate?(item) ?? true }

  /// What the first rule says that distinguishes two records.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? {
    order.isOrdered(item, before: other)
  }
}
