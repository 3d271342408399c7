import ConformanceKit
import Foundation
import LiveResults
import SectionDiff
import Synchronization
import Testing

@testable import Departures

/// The steps of the board, on a clock that the test moves.
@Suite("Departures")
struct DepartureBoardTests {
  /// Runs without pauses, and returns all steps.
  private func steps(of board: DepartureBoard) async throws -> [DepartureBoard.Step] {
    var steps: [DepartureBoard.Step] = []
    try await board.run(on: ManualClock()) { step in
      steps.append(step)
    }
    return steps
  }

  @Test("the first board, and after each pause one step")
  func pauses() async throws {
    let clock = ManualClock()
    let reported = Mutex<[Int]>([])
    let demo = DepartureBoard(steps: 2, interval: .milliseconds(300))
    let task = Task {
      try await demo.run(on: clock) { step in
        reported.withLock { $0.append(step.number) }
      }
    }
    for number in 0..<2 {
      try await clock.waitForSleepers()
      #expect(reported.withLock { $0 } == Array(0...number))
      #expect(clock.nextDeadline == clock.now.advanced(by: .milliseconds(300)))
      clock.advance(by: .milliseconds(299))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .milliseconds(1))
    }
    try await task.value
    #expect(reported.withLock { $0 } == [0, 1, 2])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a cancelled pause ends it without another step")
  func cancelled() async throws {
    let clock = ManualClock()
    let reported = Mutex(0)
    let task = Task {
      try await DepartureBoard(interval: .seconds(1)).run(on: clock) { _ in
        reported.withLock { $0 += 1 }
      }
    }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    try await clock.waitForSleepers()
    task.cancel()
    try await task.value
    #expect(reported.withLock { $0 } == 2)
  }

  @Test("the same options give the same steps, another seed others")
  func repeatable() async throws {
    func bytes(_ seed: UInt64) async throws -> [String] {
      try await steps(of: DepartureBoard(steps: 30, seed: seed)).map { try $0.json() }
    }
    let first = try await bytes(3)
    #expect(try await bytes(3) == first)
    #expect(try await bytes(4) != first)
  }

  @Test("updates keep their laws, and every kind of change is seen", arguments: BoardSections.allCases)
  func laws(sections: BoardSections) async throws {
    var counts = ChangeCounts()
    for filter in [nil, "R", "no such place"] {
      let steps = try await steps(of: DepartureBoard(steps: 150, seed: 11, sections: sections, filter: filter))
      #expect(steps.map(\.number) == Array(0...150))
      var checker = UpdateChecker<String?, Flight, NoHeader>(revisions: .byOne)
      for step in steps where step.number == 0 || !step.update.changeset.isEmpty { _ = checker.check(step.update) }
      #expect(checker.violations == [])
      for (step, next) in zip(steps, steps.dropFirst()) {
        #expect(next.update.before == step.update.after)
        #expect(step.time < next.time)
        // What is printed where nothing is shown to have changed.
        if next.update.changeset.isEmpty { #expect(next.update.revision == step.update.revision) }
        counts.add(next.update.changeset.identity.counts)
      }
      let shown = steps.flatMap { $0.update.after.sections.flatMap(\.items) }
      switch filter {
      case nil: #expect(steps.allSatisfy { (1...AirTraffic.size).contains($0.update.after.itemCount) })
      case "R": #expect(!shown.isEmpty && shown.allSatisfy { $0.destination.lowercased().contains("r") })
      default: #expect(shown.isEmpty && steps.allSatisfy { $0.update.revision == steps[0].update.revision })
      }
    }
    #expect(counts.deletes > 0 && counts.inserts > 0 && counts.updates > 0)
    #expect(counts.moves > 0)
    if sections != .none { #expect(counts.sectionDeletes > 0 && counts.sectionInserts > 0) }
  }

  @Test("a board shows every row in its place, and every change with its mark", arguments: BoardSections.allCases)
  func text(sections: BoardSections) async throws {
    for step in try await steps(of: DepartureBoard(steps: 150, seed: 5, sections: sections)) {
      let text = BoardText.report(step, isColoured: false)
      let (update, changes) = (step.update, step.update.changeset.identity)
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { row in
        (mark: row.dropFirst(2).first, id: row.dropFirst(11).prefix(6).trimmed)
      }
      func ids(marked mark: Character) -> Set<String> { Set(rows.filter { $0.mark == mark }.map(\.id)) }
      let moved = Set(changes.moves.map { update.after[$0.to].id })
      #expect(ids(marked: "+") == Set(changes.inserts.map { update.after[$0].id }))
      #expect(ids(marked: "-") == Set(changes.deletes.map { update.before[$0].id }))
      #expect(ids(marked: "↕") == moved)
      #expect(ids(marked: "~") == Set(changes.updates.map { update.after[$0.to].id }).subtracting(moved))
      #expect(
        rows.filter { $0.mark != "-" }.map(\.id) == update.after.sections.flatMap { $0.items.map(\.id) }, "\(text)")
      let headings = text.split(separator: "\n").dropFirst().filter { !$0.hasPrefix(" ") }
      #expect(headings.count { $0.hasPrefix("- ") } == changes.sectionDeletes.count)
      #expect(headings.count { $0.hasPrefix("+ ") } == changes.sectionInserts.count)
      #expect(headings.count { !$0.hasPrefix("- ") } == update.after.sectionCount)
      #expect(text.hasSuffix("\n\n"))
    }
  }
}

extension ChangeCounts {
  fileprivate mutating func add(_ other: ChangeCounts) {
    sectionDeletes += other.sectionDeletes
    sectionInserts += other.sectionInserts
    deletes += other.deletes
    inserts += other.inserts
    moves += other.moves
    updates += other.updates
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
