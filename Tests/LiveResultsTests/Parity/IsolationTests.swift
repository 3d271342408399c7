import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Each controller is isolated by itself; a model delivers on the main actor.
@Suite struct ActorIsolationTests {
  @Test func writersOnManyTasksEndInOneTruth() async throws {
    let store = MemoryStore<Person>()
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by({ $0.age % 3 }), sort: [.ascending(\.id)])), revisions: .rising)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            store.edit { edits in
              _ = try? edits.append(Person(writer * 50 + number, "", age: number))
              if number % 5 == 4 { edits.remove(writer * 50 + number - 2) }
            }
          }
        }
      }
    }
    try await recorded.recorder.wait { $0.last?.after.itemCount == 160 }
    await store.settled()
    let all = store.contents.items
    #expect(recorded.rows == (0..<3).map { rest in all.filter { $0.age % 3 == rest }.map(\.id).sorted() })
    #expect(recorded.violations == [])
  }

  @MainActor
  @Test func aModelFollowsOnTheMainActor() async throws {
    let store = MemoryStore.four
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]))
    let model = ResultsModel(controller)
    #expect(model.snapshot.itemCount == 0)
    #expect(model.lastUpdate == nil)
    let (shownRows, voice) = AsyncStream<[Int]>.makeStream()
    let running = Task {
      await model.run { update in
        MainActor.assertIsolated()
        // The model still shows what was before.
        #expect(model.snapshot == update.before)
        voice.yield(update.after.sections.flatMap { $0.items.map(\.id) })
      }
    }
    let shown = Recorder(shownRows)
    try await shown.wait { $0.last == [1, 2, 3, 4] }
    store.edit { $0.remove(2) }
    try await shown.wait { $0.last == [1, 3, 4] }
    #expect(model.snapshot.idRows == [[1, 3, 4]])
    #expect(model.lastUpdate?.changeset.counts == ChangeCounts(deletes: 1))
    #expect(model.state.isLoaded)
    running.cancel()
    await running.value
  }
}
