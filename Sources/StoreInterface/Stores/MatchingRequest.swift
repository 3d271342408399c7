/// A request that can say whether it asks for a record. A ``DraftStore`` over a store with such requests knows by itself
/// which drafts an answer shows.
public protocol MatchingRequest<Item>: Sendable {
  /// What is asked for.
  associatedtype Item
  /// Whether the request asks for this record, whatever its limit.
  func matches(_ item: Item) -> Bool
}
