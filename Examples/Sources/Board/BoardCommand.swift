import ArgumentParser
import FileAdapter
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import Support

@main
struct BoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Shows a board of cards in the terminal, and each change of it.",
    discussion: """
      With a file, the board follows it: edit and save the file, and the cards move. It holds records with the fields \
      id, title, column (todo, doing, review, done) and points, as CSV, TSV, JSON or NDJSON. Without one, invented people \
      work. Where the output is not a terminal, each change is a line of text.
      """)

  @Argument(help: "A file of cards, such as cards.csv.") var file: String?
  @Option(help: "How long invented people wait between two changes, in milliseconds.") var every = 800
  @Option(help: "The same seed gives the same changes.") var seed: UInt64 = 1

  func validate() throws {
    guard every > 0 else { throw ValidationError("--every must be at least 1.") }
  }

  func run() async throws {
    if let file {
      try await show(FileStore<Card>(path: file), .all) {}
    } else {
      var office = Office(seed: seed)
      let store = MemoryStore(office.cards(8))
      try await show(store, .all) { [office] in
        var office = office
        while true {
          try await Task.sleep(for: .milliseconds(every))
          try office.work(in: store)
        }
      }
    }
  }

  /// Shows the cards of any store.
  ///
  /// - Parameters:
  ///   - store: Where the cards are.
  ///   - request: What to ask it for.
  ///   - work: What changes the store meanwhile.
  private func show<Store: DataStore>(
    _ store: Store, _ request: Store.Request, while work: @escaping @Sendable () async throws -> Void
  ) async throws where Store.Item == Card {
    let stops = signals(SIGINT, SIGTERM, SIGHUP)
    let results = LiveBoard<Store>.Results(store: store, request: request, arrangement: .board)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      // Each task says by `true` that the program should end.
      group.addTask {
        try await work()
        return false
      }
      group.addTask {
        for await _ in stops { break }
        return true
      }
      group.addTask {
        Terminal.isInteractive ? try await showOnTerminal(results) : await log(results)
        return true
      }
      defer { group.cancelAll() }
      while let isOver = try await group.next(), !isOver {}
    }
  }

  private func showOnTerminal<Store>(_ results: LiveBoard<Store>.Results) async throws {
    let resizes = signals(SIGWINCH)
    let terminal = try Terminal()
    defer { terminal.restore() }
    let board = LiveBoard(results, size: Terminal.size, hasColor: Terminal.wantsColor, write: Terminal.write)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await board.follow() }
      group.addTask { for await _ in resizes { await board.resize(to: Terminal.size) } }
      for await key in Terminal.keys() {
        if key == UInt8(ascii: " ") { await board.togglePause() }
        // Also Ctrl-C and Ctrl-D.
        if [UInt8(ascii: "q"), 3, 4].contains(key) { break }
      }
      group.cancelAll()
    }
  }

  private func log<Store>(_ results: LiveBoard<Store>.Results) async {
    await results.load()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in results.states() {
          if let error = state.error { FileHandle.standardError.write(Data("error: \(error)\n".utf8)) }
        }
      }
      for await update in results.updates() where update.revision > 0 {
        Terminal.write(PlainLog.lines(for: update).joined(separator: "\n") + "\n")
      }
      group.cancelAll()
    }
  }
}
