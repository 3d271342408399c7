import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface

// This module is isolated to the main actor by default.

// sample: main-actor
nonisolated struct Note: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
  var folder: String
}

final class NotesScreen {
  let notes: SectionedResultsModel<Note, String>
  private let store: MemoryStore<Note>

  init(_ store: MemoryStore<Note>) {
    self.store = store
    notes = ResultsModel(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.folder), sort: [.ascending(\.text)])))
  }

  /// Follows the notes while the screen is visible.
  func run() async { await notes.run() }

  func search(_ text: String) async {
    await notes.setFilter(in: "search") { text.isEmpty || $0.text.contains(text) }
  }

  func add(_ note: Note) throws { try store.edit { try $0.append(note) } }
}
// end sample
