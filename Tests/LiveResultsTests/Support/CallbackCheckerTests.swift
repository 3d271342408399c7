import LiveResults
import SectionDiff
import Testing

private struct Card: Identifiable, Equatable, Sendable {
  let id: Int
  let version: Int

  init(_ id: Int, _ version: Int = 0) { (self.id, self.version) = (id, version) }
}

private typealias State = Snapshot<String, Card, NoHeader>
private typealias Callback = DelegateCallback<String, Card, NoHeader>

private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

@Suite("The checker of callbacks")
struct CallbackCheckerTests {
  private let before = State(sections: [
    SnapshotSection("a", items: [Card(1), Card(2), Card(3)]), SnapshotSection("b", items: [Card(4)]),
  ])
  private let after = State(sections: [
    SnapshotSection("a", items: [Card(3, 1), Card(1), Card(5)]), SnapshotSection("c", items: []),
  ])

  /// What turns the one into the other, reported as it should be.
  private var round: [Callback] {
    [
      .willChange(showing: before), .deleteSection("b", at: 1), .insertSection("c", at: 1),
      .delete(Card(2), at: path(0, 1)), .delete(Card(4), at: path(1, 0)), .insert(Card(5), at: path(0, 2)),
      .move(Card(3, 1), from: path(0, 2), to: path(0, 0)), .update(Card(3, 1), from: path(0, 2), to: path(0, 0)),
      .didChange(showing: after),
    ]
  }

  private func laws(_ callbacks: [Callback], showing shown: State? = nil) -> [CallbackLaw] {
    var checker = CallbackChecker(showing: shown)
    for callback in callbacks { checker.check(callback) }
    checker.finish()
    return checker.violations.map(\.law)
  }

  @Test("accepts a right round, and another after it")
  func right() {
    var checker = CallbackChecker(showing: before)
    for callback in round + [
      .willChange(showing: after), .delete(Card(5), at: path(0, 2)),
      .didChange(
        showing: State(sections: [SnapshotSection("a", items: [Card(3, 1), Card(1)]), SnapshotSection("c", items: [])])),
    ] {
      #expect(checker.check(callback) == [])
    }
    checker.finish()
    #expect(checker.violations == [])
    #expect(checker.rounds == 2)
  }

  @Test("accepts the batch view, where rows of dead and born sections are implied")
  func batchView() {
    var callbacks = round
    callbacks.remove(at: 4)
    var checker = CallbackChecker(showing: before, view: .batch)
    for callback in callbacks { checker.check(callback) }
    #expect(checker.violations == [])
    #expect(laws(callbacks).contains(.changes))
  }

  @Test("wants rounds that are balanced and not nested")
  func balance() {
    #expect(laws(Array(round.dropFirst())).allSatisfy { $0 == .balance })
    #expect(laws(Array(round.dropFirst())).count == round.count - 1)
    #expect(laws(Array(round.dropLast())) == [.balance])
    #expect(laws([round[0]] + round).first == .balance)
    #expect(laws(round + [round[8]]) == [.balance])
  }

  @Test("wants sections before items, and deletes, inserts, moves, updates of each", arguments: 1..<7)
  func order(place: Int) {
    var callbacks = round
    callbacks.swapAt(place, place + 1)
    // Two deletes of items may be reported in either order.
    #expect(laws(callbacks) == (place == 3 ? [] : [.order]))
  }

  @Test("wants nothing at all for no change")
  func silence() {
    #expect(laws([.willChange(showing: before), .didChange(showing: before)]) == [.silence])
  }

  @Test("wants the old results at will-change")
  func state() {
    #expect(laws(round, showing: after) == [.state])
    #expect(laws(round, showing: before) == [])
  }

  @Test("wants the changes that turn the one into the other", arguments: 1..<8)
  func missing(place: Int) {
    var callbacks = round
    callbacks.remove(at: place)
    let found = laws(callbacks)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0 == .changes })
  }

  @Test("wants the items and sections that the changes are about")
  func payload() {
    let wrong: [(Int, Callback)] = [
      (1, .deleteSection("a", at: 1)), (2, .insertSection("b", at: 1)), (3, .delete(Card(2, 1), at: path(0, 1))),
      (5, .insert(Card(5, 2), at: path(0, 2))), (6, .move(Card(1), from: path(0, 2), to: path(0, 0))),
      (7, .update(Card(3), from: path(0, 2), to: path(0, 0))),
    ]
    for (place, callback) in wrong {
      var callbacks = round
      callbacks[place] = callback
      #expect(laws(callbacks) == [.changes], "\(callback)")
    }
  }
}
