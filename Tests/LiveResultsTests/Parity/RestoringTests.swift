import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Results kept across launches: a first snapshot, against which the first answer is diffed.
@Suite struct RestoredResultsTests {
  private func kept() async throws -> Data {
    let former = ResultsController(
      store: MemoryStore.four, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await former.load()
    return try JSONEncoder().encode(former.snapshot)
  }

  private func results(
    _ store: ScriptedStore<Person, String>, first: Snapshot<String, Person, NoHeader>
  ) -> PersonResults<String> {
    ResultsController(
      store: store, request: "all", arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]),
      first: first)
  }

  @Test func theFirstAnswerIsDiffedAgainstWhatWasKept() async throws {
    let first = try JSONDecoder().decode(Snapshot<String, Person, NoHeader>.self, from: await kept())
    let store = ScriptedStore<Person, String>()
    let controller = results(store, first: first)
    #expect(controller.snapshot == first)
    #expect(controller.snapshot.idRows == [[3, 1], [2, 4]])
    let recorder = UpdateRecorder(controller.updates())
    #expect(try await recorder.wait(forCount: 1)[0].after == first)
    async let state = controller.load()
    await store.waitForRequests(1)
    #expect(await controller.path(of: 4) == ItemPath(1, 1))
    #expect(await controller.shownItem(1)?.name == "Max")
    store.say(
      .people(
        Person(1, "Max", "London", age: 30), Person(2, "Bea", "London", age: 20), Person(3, "Ada", "London", age: 41)))
    #expect(await state.isLoaded)
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.after.idRows == [[3, 2, 1]])
    #expect(update.changeset.counts == ChangeCounts(sectionDeletes: 1, deletes: 1, moves: 1, updates: 2))
    #expect(recorder.violations == [])
  }

  @Test func whatWasKeptStandsUntilTheAnswerAlsoWhereTheArrangementChanges() async throws {
    let first = try JSONDecoder().decode(Snapshot<String, Person, NoHeader>.self, from: await kept())
    let store = ScriptedStore<Person, String>()
    let controller = results(store, first: first)
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    await controller.setFilter(in: "age") { $0.age < 35 }
    await controller.setSort([.descending(\.name)])
    await controller.setWindow(ResultsWindow(limit: 2))
    await controller.setSections(.by(\.city, order: .descending))
    await controller.refresh([1])
    #expect(controller.snapshot == first)
    store.say(.failed(StoreError(.unavailable, "down")))
    #expect(await state.error?.kind == .unavailable)
    #expect(controller.snapshot == first)
    store.say(.replace(MemoryStore<Person>.four.contents))
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.before == first)
    #expect(update.after.idRows == [[4, 2]])
    #expect(recorder.violations == [])
  }
}
