import StoreBuilding
public import StoreInterface

/// A request to a store of files: which records, in which order, and how many.
///
///     FileRequest(where: { !$0.isDone }, sortedBy: { $0.due < $1.due }, limit: 20)
///
/// Where there are sections, the order holds within each, and the limit for all of them together. The closures are called
/// while the store is busy, and must not use it.
public struct FileRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether a record is requested; `nil` requests all.
  public var predicate: (@Sendable (Item) -> Bool)?
  /// Whether a record comes before another: a strict weak order. Ties, and all where there is none, are as in the file.
  public var areInIncreasingOrder: (@Sendable (Item, Item) -> Bool)?
  /// The largest number of records.
  public var limit: Int?

  /// Makes a request.
  public init(
    where predicate: (@Sendable (Item) -> Bool)? = nil,
    sortedBy areInIncreasingOrder: (@Sendable (Item, Item) -> Bool)? = nil, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.areInIncreasingOrder = areInIncreasingOrder
    self.limit = limit
  }

  /// All records, as they are in the file.
  public static var all: FileRequest { FileRequest() }

  var rule: AnswerView<Item>.Rule {
    var rule = AnswerView<Item>.Rule(matches: predicate, limit: limit)
    if areInIncreasingOrder != nil { rule.isBefore = { self.isOrdered($0, before: $1) } }
    return rule
  }
}

extension FileRequest: MatchingRequest {
  /// Whether the predicate lets a record through.
  public func matches(_ item: Item) -> Bool { predicate?(item) ?? true }

  /// Which of two records the order puts first, `nil` where neither.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? {
    guard let areInIncreasingOrder else { return nil }
    if areInIncreasingOrder(item, other) { return true }
    return areInIncreasingOrder(other, item) ? false : nil
  }
}
