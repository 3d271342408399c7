/// A book, read or not.
struct Book: Identifiable, Codable, Equatable, Sendable {
  /// The sections of the list, in their order.
  enum Shelf: String, Codable, CaseIterable, Sendable {
    case reading = "Reading"
    case next = "Next"
    case read = "Read"
  }

  let id: String
  var title: String
  var author: String
  var shelf: Shelf
}
