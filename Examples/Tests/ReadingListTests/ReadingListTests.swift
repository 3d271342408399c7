import Foundation
import LiveResults
import Observation
import Testing

@testable import ReadingList

@MainActor
@Suite("The reading list", .timeLimit(.minutes(5)))
struct ReadingListTests {
  /// Runs a list over a file, and stops it after the test.
  private func withList(_ json: String, _ body: (ReadingList, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reading-list-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "books.json")
    if !json.isEmpty { try Data(json.utf8).write(to: file) }
    let list = ReadingList(path: file.path)
    let run = Task { await list.run() }
    await until { list.shown.state.isLoaded }
    try await body(list, file)
    run.cancel()
    await run.value
  }

  /// Waits until what is observed is so, as a view does.
  private func until(_ condition: @escaping @MainActor () -> Bool) async {
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream()
      if withObservationTracking(condition, onChange: { change.finish() }) { return }
      for await _ in changes {}
    }
  }

  private func titles(_ list: ReadingList) -> [[String]] {
    list.shown.snapshot.sections.map { $0.items.map(\.title) }
  }

  private let two = """
    [{"id":"1","title":"Dune","author":"Herbert","shelf":"Next"},
     {"id":"2","title":"Emma","author":"Austen","shelf":"Read"}]
    """

  @Test("A file that is not there yet is an empty list with all shelves")
  func empty() async throws {
    try await withList("") { list, _ in #expect(titles(list) == [[], [], []]) }
  }

  @Test("A search narrows the list, and an empty one shows all again")
  func search() async throws {
    try await withList(two) { list, _ in
      #expect(titles(list) == [[], ["Dune"], ["Emma"]])
      await list.search(" AUST ")
      await until { titles(list) == [[], [], ["Emma"]] }
      await list.search("")
      await until { titles(list) == [[], ["Dune"], ["Emma"]] }
    }
  }

  @Test("An edit is shown at once, and written when it is saved")
  func save() async throws {
    try await withList(two) { list, file in
      list.put(Book(id: "1", title: "Dune", author: "Herbert", shelf: .reading))
      list.delete("2")
      #expect(list.hasDrafts)
      await until { titles(list) == [["Dune"], [], []] }
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == two)
      await list.save()
      #expect(!list.hasDrafts && list.saveError == nil)
      let saved = try JSONDecoder().decode([Book].self, from: Data(contentsOf: file))
      #expect(saved == [Book(id: "1", title: "Dune", author: "Herbert", shelf: .reading)])
      #expect(titles(list) == [["Dune"], [], []])
    }
  }

  @Test("Discarded edits are gone")
  func discard() async throws {
    try await withList(two) { list, file in
      list.put(Book(id: "3", title: "Ulysses", author: "Joyce", shelf: .next))
      await until { titles(list) == [[], ["Dune", "Ulysses"], ["Emma"]] }
      list.discard()
      await until { titles(list) == [[], ["Dune"], ["Emma"]] }
      #expect(!list.hasDrafts)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == two)
    }
  }

  @Test("A save that fails says why, and the drafts stay")
  func failure() async throws {
    try await withList(two) { list, file in
      list.delete("2")
      await until { titles(list) == [[], ["Dune"], []] }
      try FileManager.default.removeItem(at: file.deletingLastPathComponent())
      await list.save()
      #expect(list.saveError != nil)
      #expect(list.hasDrafts)
    }
  }
}
