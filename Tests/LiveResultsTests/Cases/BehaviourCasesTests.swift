import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Every case of the shared `behaviour.json` that is about live results, by its id.
@Suite("Behaviour cases of live results")
struct BehaviourCasesTests {
  typealias Value = BehaviourCase.Value

  /// Those that no interpreter could run honestly; each has a test with its id in the name.
  static let byName: Set<String> = ["grdb-f", "ua-14", "dw-g3", "ua-23", "rrc-15", "iss-08", "rrc-13"]

  @Test("are read, 54 of them") func complete() throws {
    let cases = try BehaviourCases.all.get()
    #expect(cases.count == 54)
    #expect(Set(cases.map(\.id)).count == cases.count)
    let interpreted = cases.filter { ["ops", "coalesce", "window", "replaceAll"].contains($0.kind) }.map(\.id)
    #expect(Set(interpreted).union(Self.byName) == Set(cases.map(\.id)))
  }

  @Test("of kind ops", arguments: BehaviourCases.cases(kind: "ops").filter { !byName.contains($0.id) })
  func ops(behaviour: BehaviourCase) async throws {
    var interpreter = try await CaseInterpreter(behaviour)
    try await interpreter.run()
    try await interpreter.check()
  }

  @Test("of kind coalesce", arguments: BehaviourCases.cases(kind: "coalesce"))
  func coalesce(behaviour: BehaviourCase) async throws {
    func record(_ value: Value) throws -> CaseRecord {
      let parts = try #require(value.list).compactMap(\.text)
      guard parts.count == 2 else { throw CaseInterpreter.Unknown(description: "the record \(value)") }
      return CaseRecord(id: parts[0], content: parts[1], group: "")
    }
    let store = MemoryStore((behaviour.known ?? []).map { CaseRecord(id: $0, content: "old", group: "") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let revision = recorded.controller.revision
    let changes = try (behaviour.ops ?? []).map { operation -> StoreChange<CaseRecord> in
      let list = try #require(operation.list)
      guard list.count == 2 else { throw CaseInterpreter.Unknown(description: "\(operation)") }
      switch list[0].text {
      case "insert": return .insert(try record(list[1]))
      case "update": return .update(try record(list[1]))
      case "delete": return .delete(try #require(list[1].text))
      default: throw CaseInterpreter.Unknown(description: "\(operation)")
      }
    }
    let outcome = try await store.commit(StoreBatch(changes))
    await store.settled()
    if let ids = behaviour.expect["insertedIds"]?.list?.compactMap(\.text) {
      #expect(outcome.inserted.map(\.id) == ids)
      #expect(recorded.rows == [ids])
    } else {
      let inserted = try #require(behaviour.expect["inserted"]?.list).map { try record($0) }
      let updated = try #require(behaviour.expect["updated"]?.list).map { try record($0) }
      let deleted = try #require(behaviour.expect["deleted"]?.list).compactMap(\.text)
      #expect(outcome.inserted == inserted)
      #expect(outcome.updated.map(\.to) == updated)
      #expect(outcome.deleted.map(\.id) == deleted)
      let counts = ChangeCounts(deletes: deleted.count, inserts: inserted.count, updates: updated.count)
      #expect(recorded.controller.revision == revision + (counts.total == 0 ? 0 : 1))
      if counts.total > 0 { #expect(try await recorded.recorder.wait(forCount: 2)[1].changeset.counts == counts) }
    }
    #expect(recorded.violations == [])
  }

  @Test("of kind replaceAll", arguments: BehaviourCases.cases(kind: "replaceAll"))
  func replaceAll(behaviour: BehaviourCase) async throws {
    func records(_ rows: [[String]]?) throws -> [CaseRecord] {
      try #require(rows).map { CaseRecord(id: $0[0], content: $0[1], group: "") }
    }
    let store = MemoryStore(try records(behaviour.old))
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let revision = recorded.controller.revision
    let new = try records(behaviour.new)
    try store.edit { try $0.replaceAll(with: new) }
    await store.settled()
    #expect(recorded.rows == [new.map(\.id)])
    if behaviour.expect["notified"]?.flag == false {
      #expect(recorded.controller.revision == revision)
    } else {
      let counts = try await recorded.recorder.wait(forCount: 2)[1].changeset.counts
      #expect(counts.inserts == behaviour.expect["inserted"]?.number)
      #expect(counts.updates == behaviour.expect["updated"]?.number)
      #expect(counts.deletes == behaviour.expect["deleted"]?.number)
      #expect(counts.moves == 0)
    }
    #expect(recorded.violations == [])
  }

  @Test("of kind window", arguments: BehaviourCases.cases(kind: "window"))
  func window(behaviour: BehaviourCase) async throws {
    struct Ranked: Identifiable, Hashable, Sendable {
      var id: String
      var rank: Int
    }
    func ranked(_ list: [Value]) throws -> Ranked {
      guard list.count == 2, let id = list[0].text, let rank = list[1].number else {
        throw CaseInterpreter.Unknown(description: "the record \(list)")
      }
      return Ranked(id: id, rank: rank)
    }
    func numbered(_ number: Int) -> String { "P" + String(repeating: "0", count: 3 - "\(number)".count) + "\(number)" }
    let items = try behaviour.items?.map { try ranked($0) } ?? (1...100).map { Ranked(id: numbered($0), rank: $0) }
    let store = MemoryStore(items)
    let bounds = try #require(behaviour.window)
    let byRank: SortRule<Ranked> = behaviour.sort == "rank descending" ? .descending(\.rank) : .ascending(\.rank)
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sort: [byRank, .ascending(\.id)], window: ResultsWindow(offset: bounds[0], limit: bounds[1]))))
    let revision = recorded.controller.revision
    for operation in behaviour.ops ?? [] {
      let list = try #require(operation.list)
      switch list[0].text {
      case "setWindow":
        guard let offset = list[1].number, let limit = list[2].number else {
          throw CaseInterpreter.Unknown(description: "\(operation)")
        }
        await recorded.controller.setWindow(ResultsWindow(offset: offset, limit: limit))
      case "insert", "update":
        let item = try ranked(try #require(list[1].list))
        try store.edit { try $0.update(item) }
      case "delete":
        let key = try #require(list[1].text)
        store.edit { $0.remove(key) }
      default: throw CaseInterpreter.Unknown(description: "\(operation)")
      }
    }
    await store.settled()
    guard case .object(let expected) = behaviour.expect else {
      throw CaseInterpreter.Unknown(description: "the expectation")
    }
    let ids = try #require(recorded.rows.first)
    for (name, value) in expected {
      switch name {
      case "first": #expect(ids.first == value.text)
      case "last": #expect(ids.last == value.text)
      case "count": #expect(ids.count == value.number)
      case "result": #expect(ids == value.list?.compactMap(\.text))
      case "notified": #expect((recorded.controller.revision > revision) == value.flag)
      case "removed":
        let update = try await recorded.recorder.wait(forCount: 2)[1]
        #expect(update.changeset.identity.deletes.map { update.before[$0].id } == value.list?.compactMap(\.text))
      case "added":
        let update = try await recorded.recorder.wait(forCount: 2)[1]
        #expect(update.changeset.identity.inserts.map { update.after[$0].id } == value.list?.compactMap(\.text))
      default: throw CaseInterpreter.Unknown(description: "the expectation \(name)")
      }
    }
    #expect(recorded.violations == [])
  }

  @Test("grdb-f: a failed refetch is reported, and observation goes on from the last good result")
  func failedRefetch() async throws {
    let behaviour = try BehaviourCases.behaviour("grdb-f")
    let store = ScriptedStore<CaseRecord, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let states = Recorder(controller.states())
    async let state = controller.load()
    await store.waitForRequests(1)
    let initial = (behaviour.initial ?? []).flatMap(\.items).map { CaseRecord(id: $0[0], content: $0[1], group: "") }
    store.say(.replace(.items(initial)))
    _ = await state
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    var errors = 0
    for operation in behaviour.ops ?? [] {
      let list = try #require(operation.list)
      if list[0].text == "failNextFetch" {
        store.say(.failed(StoreError(.unavailable, "the fetch failed")))
        try await states.wait { $0.last?.error != nil }
        errors += 1
        #expect(controller.snapshot.idRows == [initial.map(\.id)])
      } else {
        let parts = try #require(list[1].list).compactMap(\.text)
        let count = recorder.updates.count
        store.say(.changes([.insert(CaseRecord(id: parts[0], content: parts[1], group: ""))]))
        try await recorder.wait(forCount: count + 1)
      }
    }
    #expect(errors == behaviour.expect["errors"]?.number)
    #expect(controller.snapshot.idRows == [behaviour.expect["finalIds"]?.list?.compactMap(\.text)])
    #expect(recorder.violations == [])
  }

  @Test("ua-14: a record that would take the key of another is refused, since there are keys")
  func replacementByACopy() async throws {
    let behaviour = try BehaviourCases.behaviour("ua-14")
    let records = (behaviour.initial ?? []).flatMap(\.items).map { CaseRecord(id: $0[0], content: $0[1], group: "") }
    let store = MemoryStore(records)
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let revision = recorded.controller.revision
    #expect {
      try store.edit { try $0.replace("2", with: records[0]) }
    } throws: { ($0 as? StoreError)?.kind == .refused }
    await store.settled()
    #expect(recorded.controller.revision == revision)
    #expect(recorded.rows == [["1", "2", "3"]])
  }

  @Test("dw-g3: sections by value mod 10, values descending") func grouping() async throws {
    let behaviour = try BehaviourCases.behaviour("dw-g3")
    let store = MemoryStore(try #require(behaviour.values).map { KeyedValue($0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<KeyedValue<Int, Int>, Int, NoHeader>.by { $0.value % 10 }, sort: [.descending(\.value)]))
    )
    let expected = try #require(behaviour.expect["result"]?.list)
    #expect(recorded.controller.snapshot.sections.map { "\($0.key)" } == expected.map { $0["section"]?.text })
    #expect(
      recorded.rows.map { $0.map(String.init) }
        == expected.map { ($0["items"]?.list ?? []).compactMap { $0.list?.first?.text } })
    #expect(recorded.violations == [])
  }

  @Test("ua-23: objects of a two-dimensional set are in section order") func flattened() async throws {
    let behaviour = try BehaviourCases.behaviour("ua-23")
    let store = MemoryStore(
      sections: try #require(behaviour.data).map { section in
        StoreSection(
          section.section, items: section.items.map { CaseRecord(id: $0[0], content: $0[1], group: section.section) })
      })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(String.self))))
    #expect(recorded.rows.flatMap(\.self) == behaviour.expect["all"]?.list?.compactMap(\.text))
    guard case .object(let places)? = behaviour.expect["at"] else {
      throw CaseInterpreter.Unknown(description: "the places")
    }
    #expect(!places.isEmpty)
    for (place, id) in places {
      let numbers = place.split(separator: ",").compactMap { Int($0) }
      #expect(try await recorded.controller.object(at: ItemPath(numbers[0], numbers[1])).id == id.text)
    }
    #expect(recorded.violations == [])
  }

  @Test("rrc-15: a new filter replaces the old, and what changes is emitted") func replacedFilter() async throws {
    let behaviour = try BehaviourCases.behaviour("rrc-15")
    let records = (behaviour.initial ?? []).flatMap(\.items).map { CaseRecord(id: $0[0], content: $0[1], group: "") }
    let recorded = try await RecordedResults(
      ResultsController(store: MemoryStore(records), request: .all, arrangement: ResultsArrangement()))
    var results: [[String]] = []
    for operation in behaviour.ops ?? [] {
      let content = try #require(operation.list?.last?.text?.split(separator: " ").last.map(String.init))
      let update = try await recorded.next {
        await recorded.controller.setFilter(in: "content") { $0.content == content }
      }
      results += update.after.idRows
    }
    #expect(results == behaviour.expect["results"]?.list?.map { $0.list?.compactMap(\.text) ?? [] })
    #expect(recorded.recorder.updates.last?.changeset.counts == ChangeCounts(deletes: 2, inserts: 1))
    #expect(recorded.violations == [])
  }

  @Test("iss-08: the incremental state is that rebuilt from scratch", arguments: 0..<4)
  func stress(_ seed: Int) throws {
    var random = Generator(seed: UInt64(seed) &+ 8)
    var filters = FilterSet<Person>()
    filters["small"] = ResultsFilter { $0.age <= 49 }
    var engine = ResultsEngine(
      arrangement: ResultsArrangement(
        sections: Sectioning<Person, Int, NoHeader>.by { $0.age / 10 }, sort: [.ascending(\.age)], filters: filters))
    var people: [Person] = []
    var lastID = 0
    var changed = 0
    for _ in 0..<250 {
      var batch = StoreBatch<Person>()
      for _ in 0..<random.below(3) {
        lastID += 1
        people.append(Person(lastID, "", age: random.below(100)))
        batch.insert(people[people.count - 1])
      }
      for _ in 0..<random.below(3) where !people.isEmpty {
        let place = random.below(people.count)
        people[place].age = random.below(100)
        batch.update(people[place])
      }
      if random.below(3) == 0, !people.isEmpty {
        batch.delete(people.remove(at: random.below(people.count)).id)
      }
      let before = engine.snapshot
      let step = try engine.apply(batch)
      let shown = people.enumerated().filter { $0.element.age <= 49 }
        .sorted { ($0.element.age, $0.offset) < ($1.element.age, $1.offset) }.map(\.element)
      let rebuilt = Snapshot<Int, Person, NoHeader>(grouping: shown) { $0.age / 10 }
      #expect(engine.snapshot == rebuilt)
      if let step {
        changed += 1
        #expect(try before.applying(step.changeset) == rebuilt)
        #expect(try rebuilt.applying(step.changeset.inverted) == before)
      } else {
        #expect(before == rebuilt)
      }
      #expect(engine.snapshot.sections.map(\.items.count) == rebuilt.sections.map { Array($0.items).count })
    }
    #expect(changed > 100)
  }

  @Test("rrc-13: a section key that does not go with the first sort fails where the store is to sort")
  func sectionKeyAndSort() async throws {
    let behaviour = try BehaviourCases.behaviour("rrc-13")
    #expect(behaviour.expect["error"]?.text == "invalidKeyPath")
    // By name, as the case says, while the sections are by something else.
    let people = [Person(1, "Ada", "Rome"), Person(2, "Bob", "Bern"), Person(3, "Cy", "Rome")]
    for isSorted in [true, false] {
      var arrangement = ResultsArrangement(
        sections: Sectioning<Person, String, NoHeader>.by(\.city), sort: [.ascending(\.name)])
      arrangement.expectsSortedStore = isSorted
      let controller = ResultsController(
        store: MemoryStore(people), request: RecordRequest(sortedBy: [.ascending(\.name)]), arrangement: arrangement)
      let state = await controller.load()
      #expect(state.error?.kind == (isSorted ? .malformed : nil))
      #expect(state.error?.location == (isSorted ? "key 2" : nil))
      #expect(controller.snapshot.idRows == (isSorted ? [] : [[2], [1, 3]]))
    }
  }
}
