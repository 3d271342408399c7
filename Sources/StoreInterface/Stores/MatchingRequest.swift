/// A request that describes its records, and optionally their order and number. A
/// `DraftStore` over a store with such requests finds out by itself which drafts an answer shows, and where, and which
/// records come into a limited answer when drafts take others away. It does not say in which section an answer shows a
/// record: if a request divides its answer into sections, draft over the undivided request.
///
///     extension NoteRequest: MatchingRequest {
///       func matches(_ note: Note) -> Bool { note.text.hasPrefix(prefix) }
///       func isOrdered(_ note: Note, before other: Note) -> Bool? {
///         note.date == other.date ? nil : note.date > other.date
///       }
///       // `var limit: Int?` is a stored property of the request already.
///     }
public protocol MatchingRequest<Item>: Sendable {
  /// What is requested.
  associatedtype Item

  /// Whether the request includes this record, whatever its limit.
  func matches(_ item: Item) -> Bool

  /// Whether a record is to come before another, within a section where the store has manually ordered sections; `nil`
  /// where neither is to. Without an implementation the request has no order: a drafted record stays where it is.
  func isOrdered(_ item: Item, before other: Item) -> Bool?

  /// How many records are requested at most, `nil` for all; the first so many in order. Without an implementation, all.
  ///
  /// It is set to ask for the same with another limit.
  var limit: Int? { get set }
}

extension MatchingRequest {
  /// Neither: the request has no order.
  public func isOrdered(_ item: Item, before other: Item) -> Bool? { nil }

  /// None, whatever is set.
  public var limit: Int? {
    get { nil }
    set {}
  }
}
