import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import Support
import Testing

@testable import Board

@Suite("What is written to the terminal")
struct ScreenWriterTests {
  private let small = BoardView.Size(width: 40, height: 6)

  private func view(_ titles: [String], marks: [Card.ID: BoardView.Mark] = [:]) -> BoardView {
    let cards = titles.enumerated().map { Card(id: $0, title: $1, column: .todo, points: 1) }
    return BoardView(Cards(sections: [SnapshotSection(.todo, items: cards)]), marks: marks, size: small)
  }

  @Test("Only lines that have changed are written")
  func changedLines() {
    var writer = ScreenWriter(hasColor: true)
    #expect(writer.show(view(["a", "b", "c"])).contains("\u{1B}[2J"))
    #expect(writer.show(view(["a", "b", "c"])).isEmpty)
    let output = writer.show(view(["a", "B", "c"], marks: [1: .updated]))
    #expect(output.components(separatedBy: "\u{1B}[2K").count == 2)
    #expect(output.hasPrefix("\u{1B}[4;1H\u{1B}[2K\u{1B}[33m~ B (1)"))
  }

  @Test("Without colours there are none, and the marks are there")
  func noColor() {
    var writer = ScreenWriter(hasColor: false)
    let marks: [Card.ID: BoardView.Mark] = [0: .inserted, 1: .moved, 2: .updated]
    let output = writer.show(view(["a", "b", "c"], marks: marks))
    for text in ["+ a", "> b", "~ c"] { #expect(output.contains(text)) }
    #expect(!output.contains(/\x1B\[3\dm/))
  }

  @Test("After any sequence of changes and sizes the screen shows the board", arguments: 1...10 as ClosedRange<UInt64>)
  func anySequence(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var office = Office(seed: seed)
    let store = MemoryStore(office.cards(10))
    let results = ResultsController(store: store, request: .all, arrangement: .board)
    await results.load()

    var size = BoardView.Size(width: 60, height: 12)
    var writer = ScreenWriter(hasColor: Bool.random(using: &random))
    var screen = FakeScreen(size: size)
    for _ in 0..<100 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        size = .init(width: Int.random(in: 1...120, using: &random), height: Int.random(in: 1...30, using: &random))
        writer.forget()
        screen.resize(to: size)
      }
      try office.work(in: store)
      await store.settled()
      let view = BoardView(results.snapshot, size: size)
      try screen.read(writer.show(view))
      #expect(screen.lines == view.lines.map { $0.map(\.text).joined() })
    }
  }
}

/// As much of a terminal as the board uses.
private struct FakeScreen {
  struct Unknown: Error { let rest: String }

  private(set) var lines: [String]
  private var row = 0

  init(size: BoardView.Size) { lines = Array(repeating: "", count: size.height) }

  /// A terminal that is resized does what it likes with its lines.
  mutating func resize(to size: BoardView.Size) { lines = Array(repeating: "old text", count: size.height) }

  mutating func read(_ output: String) throws {
    var rest = output[...]
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != "\u{1B}" }
      if !plain.isEmpty {
        lines[row] += plain
        rest = rest[plain.endIndex...]
      } else if rest.hasPrefix("\u{1B}[2J") {
        lines = lines.map { _ in "" }
        rest = rest.dropFirst(4)
      } else if let match = rest.prefixMatch(of: /\u{1B}\[(\d+);1H\u{1B}\[2K/), let number = Int(match.1),
        lines.indices.contains(number - 1)
      {
        row = number - 1
        lines[row] = ""
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\u{1B}\[\d+m/) {
        rest = rest[match.range.upperBound...]
      } else {
        throw Unknown(rest: String(rest.prefix(20)))
      }
    }
  }
}
