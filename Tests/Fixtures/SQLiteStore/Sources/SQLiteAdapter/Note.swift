import StoreInterface

// sample: sqlite-note
/// A row of the table.
struct Note: Identifiable, Equatable, Sendable {
  var id: Int
  var folder: String
  var title: String
}

/// A request: the notes of one folder, or all; by their keys or by their titles; a few, or all.
struct NoteRequest: MatchingRequest {
  var folder: String?
  var isByTitle = false
  var limit: Int?

  func matches(_ note: Note) -> Bool { folder == nil || note.folder == folder }

  func isOrdered(_ note: Note, before other: Note) -> Bool? {
    if isByTitle, note.title != other.title { return note.title < other.title }
    return note.id == other.id ? nil : note.id < other.id
  }
}
// end sample
