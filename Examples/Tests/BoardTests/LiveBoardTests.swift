import FileAdapter
import Foundation
import LiveResults
import MemoryAdapter
import StoreInterface
import Testing

@testable import Board

@Suite("The board and its store", .timeLimit(.minutes(5)))
struct LiveBoardTests {
  private static let size = BoardView.Size(width: 70, height: 8)

  /// Runs a board over a store; what it writes is a stream.
  private func withBoard<Store: DataStore>(
    over store: Store, _ request: Store.Request,
    _ body: (LiveBoard<Store>, inout AsyncStream<String>.Iterator) async throws -> Void
  ) async throws where Store.Item == Card {
    let results = LiveBoard<Store>.Results(store: store, request: request, arrangement: .board)
    let (output, written) = AsyncStream<String>.makeStream()
    let board = LiveBoard(results, size: Self.size, hasColor: false) { if !$0.isEmpty { written.yield($0) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await board.follow() }
      var iterator = output.makeAsyncIterator()
      try await body(board, &iterator)
      await results.finish()
      try await group.waitForAll()
    }
  }

  private func next(
    _ output: inout AsyncStream<String>.Iterator, with text: String
  ) async -> String? {
    while let written = await output.next() {
      if written.contains(text) { return written }
    }
    return nil
  }

  @Test("A change in the store is a change on the screen")
  func change() async throws {
    let store = MemoryStore([Card(id: 1, title: "Fix login", column: .todo, points: 3)])
    try await withBoard(over: store, .all) { _, output in
      #expect(await next(&output, with: "  Fix login (3)") != nil)
      try store.edit { try $0.update(Card(id: 1, title: "Fix login", column: .doing, points: 3)) }
      #expect(await next(&output, with: "> Fix login (3)")?.contains("1 move, 1 update") == true)
    }
  }

  @Test("What happens during a pause is one change after it")
  func pause() async throws {
    let store = MemoryStore([Card(id: 1, title: "Fix login", column: .todo, points: 3)])
    try await withBoard(over: store, .all) { board, output in
      #expect(await next(&output, with: "  Fix login (3)") != nil)
      await board.togglePause()
      #expect(await next(&output, with: "paused") != nil)
      for id in 2...5 { try store.edit { try $0.append(Card(id: id, title: "New \(id)", column: .todo, points: 1)) } }
      await store.settled()
      await board.togglePause()
      #expect(await next(&output, with: "4 inserts") != nil)
    }
  }

  @Test("Another size is drawn whole")
  func resize() async throws {
    let store = MemoryStore([Card(id: 1, title: "Fix login", column: .todo, points: 3)])
    try await withBoard(over: store, .all) { board, output in
      #expect(await next(&output, with: "  Fix login (3)") != nil)
      await board.resize(to: .init(width: 30, height: 5))
      let text = await next(&output, with: "\u{1B}[2J")
      #expect(text?.contains("\u{1B}[5;1H") == true)
      #expect(text?.contains("\u{1B}[6;1H") == false)
    }
  }

  @Test("A file is followed; where it is wrong, the board stays and says so")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "cards.csv")
    func save(_ rows: String) throws {
      try Data("id,title,column,points\n\(rows)".utf8).write(to: file, options: .atomic)
    }

    try save("1,Fix login,todo,3\n")
    let store = FileStore<Card>(path: file.path)
    try await withBoard(over: store, .all) { _, output in
      #expect(await next(&output, with: "  Fix login (3)") != nil)
      try save("1,Fix login,doing,3\n2,Write guide,todo,5\n")
      await store.sync()
      #expect(await next(&output, with: "> Fix login (3)") != nil)
      try save("1,Fix login,nowhere,3\n")
      await store.sync()
      #expect(await next(&output, with: "error: ")?.contains("cards.csv") == true)
      try save("1,Fix login,done,3\n2,Write guide,todo,5\n")
      await store.sync()
      #expect(await next(&output, with: "> Fix login (3)") != nil)
    }
  }
}
