import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A filter closure, replaced live.
@Suite struct LiveFilterTests {
  @Test func theChangeIsEmitted() async throws {
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore.four, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let young = try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age <= 20 } }
    #expect(young.changeset.counts == ChangeCounts(deletes: 2))
    #expect(young.after.idRows == [[2, 4]])
    let notYoung = try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age >= 20 } }
    #expect(notYoung.changeset.counts == ChangeCounts(deletes: 1, inserts: 2))
    #expect(notYoung.after.idRows == [[3, 2, 1]])
    let all = try await recorded.next { await recorded.controller.setFilter(nil, in: "age") }
    #expect(all.changeset.counts == ChangeCounts(inserts: 1))
    #expect(recorded.rows == [[3, 2, 4, 1]])
    #expect(recorded.violations == [])
  }
}

/// Filters with title and group: one a group, all must hold; add, replace all, remove, clear, list.
@Suite struct FilterSlotsTests {
  @Test func eachSlotHoldsOneFilterAndAllMustHold() async throws {
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore.four, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    let controller = recorded.controller
    try await recorded.next { await controller.setFilter(in: "city", title: "in London") { $0.city == "London" } }
    #expect(recorded.rows == [[1, 3]])
    try await recorded.next { await controller.setFilter(in: "age", title: "over 35") { $0.age > 35 } }
    #expect(recorded.rows == [[3]])
    #expect(await controller.filters.applied.map(\.slot) == ["city", "age"])
    #expect(await controller.filters.applied.map(\.filter.title) == ["in London", "over 35"])
    try await recorded.next { await controller.setFilter(in: "city", title: "in Zurich") { $0.city == "Zurich" } }
    #expect(recorded.rows == [[]])
    #expect(await controller.filters.applied.map(\.filter.title) == ["in Zurich", "over 35"])
    try await recorded.next { await controller.setFilter(nil, in: "age") }
    #expect(recorded.rows == [[2, 4]])
    #expect(await controller.filters["age"] == nil)
    #expect(await controller.filters["city"]?.title == "in Zurich")

    var several = await controller.filters
    several["name"] = ResultsFilter("with an e") { $0.name.contains("e") }
    several["young"] = ResultsFilter("young") { $0.age < 30 }
    try await recorded.next { [several] in await controller.setFilters(several) }
    #expect(recorded.rows == [[2]])
    var others = FilterSet<Person>()
    others["max"] = ResultsFilter("Max") { $0.name == "Max" }
    try await recorded.next { [others] in await controller.setFilters(others) }
    #expect(recorded.rows == [[1]])
    #expect(await controller.filters.applied.map(\.slot) == ["max"])
    try await recorded.next { await controller.removeAllFilters() }
    #expect(recorded.rows == [[1, 2, 3, 4]])
    #expect(await controller.filters.isEmpty)
    #expect(recorded.violations == [])
  }
}

/// Live search: a filter in one slot, replaced with each keystroke.
@Suite struct LiveSearchTests {
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
    let recorded = try await RecordedResults(results())
    try await recorded.next { await recorded.controller.setFilter(in: "city") { $0.city == "Rome" } }
    var shown: [[Int]] = []
    for text in ["ad", "ade", "ad", "ab"] {
      let update = try await recorded.next {
        await recorded.controller.setFilter(in: "search", title: text) { $0.name.lowercased().hasPrefix(text) }
      }
      shown += update.after.idRows
      #expect(update.changeset.counts.updates == 0 && update.changeset.counts.moves == 0)
    }
    #expect(shown == [[1, 2], [2], [1, 2], [3]])
    #expect(recorded.violations == [])
  }

  @Test func keystrokesThatAreDebouncedAreOneUpdate() async throws {
    let clock = ManualClock()
    let recorded = try await RecordedResults(
      results(delivery: .debounced(.milliseconds(300), maximumWait: .seconds(2)), clock: clock))
    #expect(recorded.rows == [[1, 2, 3, 4]])
    let before = recorded.recorder.updates.count
    for text in ["a", "ad", "ade"] {
      await recorded.controller.setFilter(in: "search") { $0.name.lowercased().hasPrefix(text) }
    }
    try await clock.waitForSleepers()
    #expect(recorded.recorder.updates.count == before)
    clock.advance(by: .milliseconds(300))
    let updates = try await recorded.recorder.wait(forCount: before + 1)
    #expect(updates[before].after.idRows == [[2]])
    #expect(recorded.violations == [])
  }
}
