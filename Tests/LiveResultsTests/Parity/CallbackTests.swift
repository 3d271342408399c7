import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Content will change, content did change; for each change, in a fixed order.
@Suite struct DelegateRoundsTests {
  @Test func callbacksAreBalancedAndThereAreNoneWithoutChanges() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    try await recorded.next { try store.edit { try $0.append(Person(5, "Cy", "Rome")) } }
    try await recorded.next { try store.edit { try $0.update(Person(2, "Zoe", "London")) } }
    try await recorded.next { store.edit { $0.removeAll() } }
    for view in [ChangeView.identity, .batch] {
      var log = CallbackLog<String, Person, NoHeader>()
      for update in recorded.recorder.updates { update.tell(&log, view: view) }
      var checker = CallbackChecker<String, Person, NoHeader>(
        showing: Snapshot(), view: view == .identity ? .identity : .batch)
      for callback in log.received { checker.check(callback) }
      checker.finish()
      #expect(checker.violations == [])
      #expect(checker.rounds == 4)
    }
    var silent = CallbackLog<String, Person, NoHeader>()
    for await update in recorded.controller.updates() {
      #expect(update.changeset.isEmpty)
      update.tell(&silent)
      break
    }
    #expect(silent.received.isEmpty)
    #expect(recorded.violations == [])
  }
}

/// A call for each section and each object, with old and new path; insert, delete, update, move.
@Suite struct DelegateChangesTests {
  private struct Log: ResultsDelegate {
    var lines: [String] = []

    mutating func resultsWillChange(_ update: ResultsUpdate<String, Person, String>) {
      lines.append("will change \(update.before.itemCount)")
    }
    mutating func sectionDidChange(_ change: SectionChange<String>) {
      switch change {
      case .delete(let key, let at): lines.append("- \(key) \(at)")
      case .insert(let key, let at): lines.append("+ \(key) \(at)")
      case .move(let key, let from, let to): lines.append("> \(key) \(from) \(to)")
      case .update(let key, let from, let to): lines.append("~ \(key) \(from) \(to)")
      }
    }
    mutating func itemDidChange(_ change: ItemChange<Person>) {
      switch change {
      case .delete(let item, let at): lines.append("- \(item.name) \(at)")
      case .insert(let item, let at): lines.append("+ \(item.name) \(at)")
      case .move(let item, let from, let to): lines.append("> \(item.name) \(from) \(to)")
      case .update(let item, let from, let to): lines.append("~ \(item.name) \(from) \(to)")
      }
    }
    mutating func resultsDidChange(_ update: ResultsUpdate<String, Person, String>) {
      lines.append("did change \(update.after.itemCount)")
    }
  }

  @Test func everyKindIsReported() async throws {
    let store = MemoryStore<Person>(sections: [
      StoreSection("a", header: SectionHeader("A"), items: [Person(1, "Ada"), Person(2, "Bob"), Person(3, "Cy")]),
      StoreSection("b", header: SectionHeader("B"), items: [Person(4, "Dee")]),
      StoreSection("c", header: SectionHeader("C"), items: [Person(5, "Eve")]),
      StoreSection("d", header: SectionHeader("D"), items: []),
    ])
    let sections = Sectioning<Person, String, String>.byStore { $1?.content(as: String.self) }
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: sections)))
    let update = try await recorded.next {
      try store.edit { edits in
        try edits.update(Person(1, "Ann"))
        edits.remove(2)
        edits.move(4, to: .end(of: "a"))
        try edits.insert(Person(6, "Flo"), at: .start(of: "a"))
        try edits.setHeader(SectionHeader("new"), of: "a")
        edits.removeSection("c")
        try edits.moveSection("d", to: .start)
        try edits.insert(StoreSection("e", header: SectionHeader("E")))
      }
    }
    var log = Log()
    update.tell(&log)
    #expect(
      log.lines == [
        "will change 5", "- c 2", "+ e 3", "> d 3 0", "~ a 0 1", "- Bob [0, 1]", "- Eve [2, 0]", "+ Flo [1, 0]",
        "> Dee [1, 0] [1, 3]", "~ Ann [0, 0] [1, 1]", "did change 4",
      ])
    #expect(recorded.violations == [])
  }
}
