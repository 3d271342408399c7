import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Filters with title and group: one a group, all must hold; add, replace all, remove, clear, list.
@Suite struct Parity09 {
  @Test func eachSlotHoldsOneFilterAndAllMustHold() async throws {
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore.four, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    let controller = heard.controller
    try await heard.next { await controller.setFilter(in: "city", title: "in London") { $0.city == "London" } }
    #expect(heard.rows == [[1, 3]])
    try await heard.next { await controller.setFilter(in: "age", title: "over 35") { $0.age > 35 } }
    #expect(heard.rows == [[3]])
    #expect(await controller.filters.applied.map(\.slot) == ["city", "age"])
    #expect(await controller.filters.applied.map(\.filter.title) == ["in London", "over 35"])
    try await heard.next { await controller.setFilter(in: "city", title: "in Zurich") { $0.city == "Zurich" } }
    #expect(heard.rows == [[]])
    #expect(await controller.filters.applied.map(\.filter.title) == ["in Zurich", "over 35"])
    try await heard.next { await controller.setFilter(nil, in: "age") }
    #expect(heard.rows == [[2, 4]])
    #expect(await controller.filters["age"] == nil)
    #expect(await controller.filters["city"]?.title == "in Zurich")

    var several = await controller.filters
    several["name"] = ResultsFilter("with an e") { $0.name.contains("e") }
    several["young"] = ResultsFilter("young") { $0.age < 30 }
    try await heard.next { [several] in await controller.setFilters(several) }
    #expect(heard.rows == [[2]])
    var others = FilterSet<Person>()
    others["max"] = ResultsFilter("Max") { $0.name == "Max" }
    try await heard.next { [others] in await controller.setFilters(others) }
    #expect(heard.rows == [[1]])
    #expect(await controller.filters.applied.map(\.slot) == ["max"])
    try await heard.next { await controller.removeAllFilters() }
    #expect(heard.rows == [[1, 2, 3, 4]])
    #expect(await controller.filters.isEmpty)
    #expect(heard.violations == [])
  }
}

/// Live search: a filter in one slot, replaced with each keystroke.
@Suite struct Parity10 {
  private func results(
    delivery: DeliveryPolicy = .immediate, clock: ManualClock = ManualClock()
  ) -> ResultsController<MemoryStore<Person>, Unsectioned, Person, NoHeader> {
    ResultsController(
      store: MemoryStore([
        Person(1, "Ada", "Rome"), Person(2, "Adele", "Rome"), Person(3, "Abe", "Rome"), Person(4, "Ada"),
      ]),
      request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]), delivery: delivery, clock: clock)
  }

  @Test func eachKeystrokeIsOneUpdateAndOtherSlotsHold() async throws {
    let heard = try await Heard(results())
    try await heard.next { await heard.controller.setFilter(in: "city") { $0.city == "Rome" } }
    var shown: [[Int]] = []
    for text in ["ad", "ade", "ad", "ab"] {
      let update = try await heard.next {
        await heard.controller.setFilter(in: "search", title: text) { $0.name.lowercased().hasPrefix(text) }
      }
      shown += update.after.idRows
      #expect(update.changeset.counts.updates == 0 && update.changeset.counts.moves == 0)
    }
    #expect(shown == [[1, 2], [2], [1, 2], [3]])
    #expect(heard.violations == [])
  }

  @Test func keystrokesThatAreDebouncedAreOneUpdate() async throws {
    let clock = ManualClock()
    let heard = try await Heard(
      results(delivery: .debounced(.milliseconds(300), maximumWait: .seconds(2)), clock: clock))
    #expect(heard.rows == [[1, 2, 3, 4]])
    let before = heard.recorder.updates.count
    for text in ["a", "ad", "ade"] {
      await heard.controller.setFilter(in: "search") { $0.name.lowercased().hasPrefix(text) }
    }
    try await clock.waitForSleepers()
    #expect(heard.recorder.updates.count == before)
    clock.advance(by: .milliseconds(300))
    let updates = try await heard.recorder.wait(forCount: before + 1)
    #expect(updates[before].after.idRows == [[2]])
    #expect(heard.violations == [])
  }
}

/// Sort comparators, sort descriptors, key paths.
@Suite struct Parity11 {
  private static let people = [
    Person(1, "Bob", "Rome", age: 3), Person(2, "Ada", "", age: 1), Person(3, "Ada", "Bern", age: 2),
    Person(4, "Cy", "Rome", age: 2),
  ]

  private static let byIDModuloTwo = PersonOrder(comparing: { a, b in
    a.id % 2 == b.id % 2 ? .same : a.id % 2 < b.id % 2 ? .ascending : .descending
  })
  private static let byCity = PersonOrder.ascending { (person) -> String? in person.city.isEmpty ? nil : person.city }
  private static let byCityDown = PersonOrder.descending { (person) -> String? in
    person.city.isEmpty ? nil : person.city
  }
  private static let cases: [(sort: [PersonOrder], ids: [Int])] = [
    ([.ascending(\.name), .descending(\.age)], [3, 2, 1, 4]),
    ([PersonOrder(by: { $0.age > $1.age })], [1, 3, 4, 2]),
    ([byIDModuloTwo], [2, 4, 1, 3]),
    ([byCity, .ascending(\.id)], [2, 3, 1, 4]),
    ([byCityDown, .descending(\.id)], [4, 1, 3, 2]),
    ([], [1, 2, 3, 4]),
  ]

  @Test(arguments: 0..<6) func anOrderOfAnyKindIsSetLiveAndEmitsMoves(_ number: Int) async throws {
    let (sort, ids) = Self.cases[number]
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore(Self.people), request: .all,
        arrangement: ResultsArrangement(sort: [.descending(\.name), .ascending(\.id)])))
    #expect(heard.rows == [[4, 1, 2, 3]])
    let update = try await heard.next { await heard.controller.setSort(sort) }
    #expect(update.after.idRows == [ids])
    #expect(update.changeset.counts.moves > 0)
    #expect(update.changeset.counts.total == update.changeset.counts.moves)
    #expect(heard.violations == [])
  }
}

/// A fetch limit: a window with refill.
@Suite struct Parity12 {
  @Test func theWindowIsRefilledPushedAndMoved() async throws {
    let store = MemoryStore((1...10).map { Person($0 * 10, "", age: $0) })
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    #expect(heard.rows == [[10, 20, 30]])
    #expect(await heard.controller.isMoreAvailable)
    #expect(await heard.controller.matchCount == 10)
    let refilled = try await heard.next { store.edit { $0.remove(20) } }
    #expect(refilled.after.idRows == [[10, 30, 40]])
    #expect(refilled.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    let pushed = try await heard.next { try store.edit { try $0.append(Person(5, "", age: 0)) } }
    #expect(pushed.after.idRows == [[5, 10, 30]])
    let revision = heard.controller.revision
    store.edit { $0.remove(90) }
    await store.settled()
    #expect(heard.controller.revision == revision)
    let slid = try await heard.next { await heard.controller.setWindow(ResultsWindow(offset: 2, limit: 3)) }
    #expect(slid.after.idRows == [[30, 40, 50]])
    let rest = try await heard.next { await heard.controller.setWindow(ResultsWindow(offset: 6)) }
    #expect(rest.after.idRows == [[70, 80, 100]])
    #expect(await !heard.controller.isMoreAvailable)
    #expect(heard.violations == [])
  }
}

/// The stored type is mapped to the one shown, at the output.
@Suite struct Parity13 {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  @Test func anItemIsMappedOncePerChangeAndWhatTheMappingHidesIsSilent() async throws {
    let store = MemoryStore.four
    let mapped = Locked([Int]())
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(\.city), sort: [.ascending(\.age)],
          show: { person in
            mapped.change { $0.append(person.id) }
            return Row(id: person.id, title: person.name.uppercased())
          })))
    #expect(heard.controller.snapshot.sections.map { $0.items.map(\.title) } == [["MAX", "ADA"], ["KIM", "BEA"]])
    #expect(mapped.get().sorted() == [1, 2, 3, 4])
    mapped.set([])
    let update = try await heard.next { try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 10)) } }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(mapped.get() == [4])
    // The sort reads what is stored, and the content shown is the same: a move and nothing else.
    let move = try await heard.next { try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 99)) } }
    #expect(move.changeset.counts == ChangeCounts(moves: 1))
    let revision = heard.controller.revision
    try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 98)) }
    await store.settled()
    #expect(heard.controller.revision == revision)
    mapped.set([])
    try await heard.next { await heard.controller.setSort([.descending(\.name)]) }
    try await heard.next { await heard.controller.setFilter(in: "age") { $0.age > 25 } }
    #expect(mapped.get() == [])
    #expect(await heard.controller.record(4)?.age == 98)
    #expect(heard.violations == [])
  }
}

/// Content will change, content did change; for each change, in a fixed order.
@Suite struct Parity14 {
  @Test func callbacksAreBalancedAndThereAreNoneWithoutChanges() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    try await heard.next { try store.edit { try $0.append(Person(5, "Cy", "Rome")) } }
    try await heard.next { try store.edit { try $0.update(Person(2, "Zoe", "London")) } }
    try await heard.next { store.edit { $0.removeAll() } }
    for view in [ChangeView.identity, .batch] {
      var log = CallbackLog<String, Person, NoHeader>()
      for update in heard.recorder.updates { update.tell(&log, view: view) }
      var checker = CallbackChecker<String, Person, NoHeader>(
        showing: Snapshot(), view: view == .identity ? .identity : .batch)
      for callback in log.received { checker.check(callback) }
      checker.finish()
      #expect(checker.violations == [])
      #expect(checker.rounds == 4)
    }
    var silent = CallbackLog<String, Person, NoHeader>()
    for await update in heard.controller.updates() {
      #expect(update.changeset.isEmpty)
      update.tell(&silent)
      break
    }
    #expect(silent.received.isEmpty)
    #expect(heard.violations == [])
  }
}

/// A call for each section and each object, with old and new path; insert, delete, update, move.
@Suite struct Parity15 {
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

  @Test func everyKindIsTold() async throws {
    let store = MemoryStore<Person>(sections: [
      StoreSection("a", header: SectionHeader("A"), items: [Person(1, "Ada"), Person(2, "Bob"), Person(3, "Cy")]),
      StoreSection("b", header: SectionHeader("B"), items: [Person(4, "Dee")]),
      StoreSection("c", header: SectionHeader("C"), items: [Person(5, "Eve")]),
      StoreSection("d", header: SectionHeader("D"), items: []),
    ])
    let sections = Sectioning<Person, String, String>.byStore { $1?.content(as: String.self) }
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: sections)))
    let update = try await heard.next {
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
    #expect(heard.violations == [])
  }
}

/// The whole difference as a value; its section and row changes one by one.
@Suite struct Parity16 {
  @Test func theChangesetIsAValue() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await heard.next {
      try store.edit { edits in
        try edits.append(Person(5, "Cy", "Rome"))
        try edits.update(Person(1, "Abe", "London"))
        edits.remove(2)
      }
    }
    let changes = update.changeset
    #expect(
      Array(changes.identity.changes) == [
        .insertSection(1), .delete(ItemPath(1, 0)), .insert(ItemPath(1, 0)),
        .move(from: ItemPath(0, 1), to: ItemPath(0, 0)), .update(from: ItemPath(0, 1), to: ItemPath(0, 0)),
      ])
    #expect(changes.identity.sectionInserts == [1])
    #expect(Array(changes.identity.deletes) == [ItemPath(1, 0)])
    #expect(changes.counts == ChangeCounts(sectionInserts: 1, deletes: 1, inserts: 1, moves: 1, updates: 1))
    #expect(try update.before.applying(changes) == update.after)
    #expect(try update.after.applying(changes.inverted) == update.before)
    let decoded = try JSONDecoder().decode(
      Changeset<String, Person, NoHeader>.self, from: JSONEncoder().encode(changes))
    #expect(decoded == changes)
    #expect(heard.violations == [])
  }
}
