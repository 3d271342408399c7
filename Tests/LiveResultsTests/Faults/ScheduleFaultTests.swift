import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A debounce without a maximum starved; one throttle was shared by all; batches were changed on one thread and flushed on
/// another.
@Suite struct StarvedDebounceTests {
  private let clock = ManualClock()

  @Test func aSteadyStreamIsAnnouncedAtTheMaximumWait() async throws {
    let store = MemoryStore<Person>()
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(),
        delivery: .debounced(.milliseconds(300), maximumWait: .seconds(1)), clock: clock))
    // A change each 100 ms: never 300 ms of quiet.
    for id in 0..<30 {
      try store.edit { try $0.append(Person(id, "")) }
      await store.settled()
      try await clock.waitForSleepers()
      let isDue = clock.nextDeadline.map { $0 <= clock.now.advanced(by: .milliseconds(100)) } ?? false
      let count = recorded.recorder.updates.count
      clock.advance(by: .milliseconds(100))
      if isDue { try await recorded.recorder.wait(forCount: count + 1) }
    }
    #expect(recorded.recorder.updates.dropFirst().map(\.after.itemCount) == [10, 20, 30])
    #expect(recorded.violations == [])
  }

  @Test func eachControllerHasItsOwnSchedule() async throws {
    let store = MemoryStore<Person>()
    func results(_ delivery: DeliveryPolicy) async throws -> RecordedResults<
      MemoryStore<Person>, Unsectioned, Person, NoHeader
    > {
      try await RecordedResults(
        ResultsController(
          store: store, request: .all, arrangement: ResultsArrangement(), delivery: delivery, clock: clock))
    }
    let quick = try await results(.throttled(.milliseconds(100)))
    let slow = try await results(.throttled(.milliseconds(500)))
    try store.edit { try $0.append(Person(1, "")) }
    await store.settled()
    try await clock.waitForSleepers(2)
    try await quick.next { await quick.controller.flush() }
    #expect(slow.rows == [[]])
    clock.advance(by: .milliseconds(500))
    #expect(try await slow.recorder.wait(forCount: 2)[1].after.idRows == [[1]])
    #expect(quick.controller.revision == 1)
    #expect(quick.violations + slow.violations == [])
  }

  @Test func changesAndFlushesOnManyTasksLoseNothing() async throws {
    let store = MemoryStore<Person>()
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]),
        delivery: .throttled(.seconds(60)), clock: clock), revisions: .rising)
    let controller = recorded.controller
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            store.edit { edits in _ = try? edits.append(Person(writer * 100 + number, "")) }
            if number % 10 == 0 { await controller.flush() }
          }
        }
      }
    }
    await store.settled()
    await controller.flush()
    try await recorded.recorder.wait { $0.last?.after.itemCount == 400 }
    #expect(recorded.rows == [Array(0..<400)])
    #expect(recorded.violations == [])
  }
}
