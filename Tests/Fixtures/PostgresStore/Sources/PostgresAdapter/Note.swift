import StoreInterface

// sample: postgres-note
/// A row of the table.
struct Note: Identifiable, Codable, Equatable, Sendable {
  var id: Int
  var folder: String
  var title: String
}

/// A request: the notes of one folder, or all; by their keys.
struct NoteRequest: MatchingRequest {
  var folder: String?

  func matches(_ note: Note) -> Bool { folder == nil || note.folder == folder }
  func isOrdered(_ note: Note, before other: Note) -> Bool? { note.id == other.id ? nil : note.id < other.id }
}
// end sample
