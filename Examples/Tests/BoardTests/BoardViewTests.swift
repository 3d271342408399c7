import LiveResults
import SectionDiff
import Testing

@testable import Board

@Suite("The look of the board")
struct BoardViewTests {
  private func text(_ view: BoardView) -> [String] { view.lines.map { $0.map(\.text).joined() } }

  private let cards = Cards(sections: [
    SnapshotSection(.todo, items: (1...4).map { Card(id: $0, title: "Card \($0)", column: .todo, points: $0) }),
    SnapshotSection(.doing, items: []),
    SnapshotSection(.done, items: [Card(id: 9, title: "A title that is long", column: .done, points: 5)]),
  ])

  @Test("Columns stand side by side, marks before titles")
  func columns() {
    let view = BoardView(cards, marks: [2: .moved, 9: .updated], status: "status", size: .init(width: 46, height: 8))
    #expect(
      text(view) == [
        "To do 4         Doing 0         Done 1        ",
        "──────────────  ──────────────  ──────────────",
        "  Card 1 (1)                    ~ A title tha…",
        "> Card 2 (2)                                  ",
        "  Card 3 (3)                                  ",
        "  Card 4 (4)                                  ",
        "                                              ",
        "status                                        ",
      ])
    #expect(view.lines[3][0].style == .mark(.moved))
    #expect(view.lines[2][0].style == .plain)
  }

  @Test("Cards that do not fit are counted")
  func overflow() {
    let view = BoardView(cards, size: .init(width: 46, height: 6))
    #expect(text(view)[2].hasPrefix("  Card 1 (1) "))
    #expect(text(view)[3].hasPrefix("  Card 2 (2) "))
    #expect(text(view)[4].hasPrefix("  … 2 more "))
  }

  @Test("Text from outside cannot control the terminal, and wide letters take two columns")
  func foreignText() {
    let cards = Cards(sections: [
      SnapshotSection(
        .todo,
        items: [
          Card(id: 1, title: "a\u{1B}[2Jb\r\n\u{202E}c", column: .todo, points: 1),
          Card(id: 2, title: "日本語", column: .todo, points: 1),
          Card(id: 3, title: "🙂👩‍👩‍👧", column: .todo, points: 1),
        ])
    ])
    let lines = text(BoardView(cards, size: .init(width: 12, height: 6)))
    #expect(lines[2] == "  a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c…")
    // Two spaces, three wide letters, and four columns for a space and "(1)".
    #expect(lines[3] == "  日本語 (1)")
    #expect(lines[4] == "  🙂👩‍👩‍👧 (1)  ")
  }

  @Test("A board has as many lines as the terminal, and none is wider", arguments: 1...30)
  func sizes(height: Int) {
    for width in 1...100 {
      let view = BoardView(cards, status: "a status that is quite long", size: .init(width: width, height: height))
      #expect(view.lines.count == height)
      #expect(text(view).allSatisfy { $0.count <= width }, "\(width) × \(height)")
    }
  }

  @Test("Without any column there is still a status")
  func empty() {
    let lines = text(BoardView(Cards(), status: "loading", size: .init(width: 10, height: 4)))
    #expect(lines.last == "loading   ")
  }

  @Test("Marks say what the last update did")
  func marks() throws {
    let before = cards
    let after = Cards(sections: [
      SnapshotSection(.todo, items: [Card(id: 2, title: "Card 2", column: .todo, points: 9)]),
      SnapshotSection(
        .doing,
        items: [
          Card(id: 1, title: "Card 1", column: .doing, points: 1), Card(id: 7, title: "New", column: .doing, points: 1),
        ]),
      SnapshotSection(.done, items: [Card(id: 9, title: "A title that is long", column: .done, points: 5)]),
    ])
    let changes = try Differ().changeset(from: before, to: after)
    let update = CardsUpdate(revision: 2, kind: .change, before: before, after: after, changeset: changes)
    #expect(BoardView.marks(of: update) == [1: .moved, 2: .updated, 7: .inserted])
    #expect(
      PlainLog.lines(for: update) == [
        "revision 2: 2 deletes, 1 insert, 1 move, 2 updates",
        "- To do: Card 3 (3)",
        "- To do: Card 4 (4)",
        "+ Doing: New (1)",
        "> Doing: Card 1 (1), from To do",
        "~ To do: Card 2 (9)",
        "~ Doing: Card 1 (1)",
      ])
    let first = CardsUpdate(revision: 1, kind: .initial, before: Cards(), after: after, changeset: changes)
    #expect(BoardView.marks(of: first).isEmpty)
  }
}
