import FileAdapter
import Foundation
import LiveResults
import Observation
import SectionDiff
import StoreInterface

/// The books on their shelves: what the app shows, and what can be done with it. It knows no views.
///
/// Edits are drafts in a layer over the file. They are shown at once, and written by ``save()``.
@MainActor
@Observable
final class ReadingList {
  typealias Drafts = DraftStore<FileStore<Book>>

  /// The books to show, for views to observe.
  let shown: SectionedResultsModel<Book, Book.Shelf>
  /// Whether there is something to save.
  private(set) var hasDrafts = false
  /// Why the last save failed.
  private(set) var saveError: StoreError?

  @ObservationIgnored private let drafts: Drafts

  /// Makes a list of the books in a JSON file, which need not exist yet.
  init(path: String) {
    drafts = DraftStore(FileStore<Book>(path: path, options: FileOptions(absence: .isEmpty)))
    let results = ResultsController(
      store: drafts, request: .all,
      arrangement: ResultsArrangement(
        sections: .by(\.shelf, order: .arrival, declared: Book.Shelf.allCases),
        sort: [.ascending(\.title)]))
    shown = ResultsModel(results)
  }

  /// Loads the books and follows them, until the task is cancelled.
  func run() async { await shown.run() }

  /// Shows the books whose title or author contains a text; all books for an empty one.
  func search(_ text: String) async {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.isEmpty {
      await shown.setFilter(nil, in: "search")
    } else {
      await shown.setFilter(in: "search", title: text) { book in
        [book.title, book.author].contains { $0.range(of: text, options: .caseInsensitive) != nil }
      }
    }
  }

  /// Adds a book, or gives it new content.
  func put(_ book: Book) {
    drafts.update(book)
    hasDrafts = drafts.hasDrafts
  }

  /// Takes a book off the list.
  func delete(_ id: Book.ID) {
    drafts.delete(id)
    hasDrafts = drafts.hasDrafts
  }

  /// Writes the drafts to the file. Where that fails, they stay drafts, and ``saveError`` says why.
  func save() async {
    do throws(StoreError) {
      try await drafts.commit()
      saveError = nil
    } catch {
      saveError = error
    }
    hasDrafts = drafts.hasDrafts
  }

  /// Takes all drafts back.
  func discard() {
    drafts.discard()
    saveError = nil
    hasDrafts = drafts.hasDrafts
  }
}
