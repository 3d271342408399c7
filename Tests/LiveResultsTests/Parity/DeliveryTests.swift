import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Changes are gathered: throttle, debounce with a maximum wait, at once, flush now.
@Suite struct DeliveryPoliciesTests {
  private let clock = ManualClock()
  private let store = MemoryStore<Person>()

  private func recorded(
    _ delivery: DeliveryPolicy
  ) async throws -> RecordedResults<MemoryStore<Person>, Unsectioned, Person, NoHeader> {
    try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(), delivery: delivery, clock: clock))
  }

  private func add(_ id: Int) async throws {
    try store.edit { try $0.append(Person(id, "")) }
    await store.settled()
  }

  @Test func aThrottleAnnouncesWhatCameInTheIntervalAsOne() async throws {
    let recorded = try await recorded(.throttled(.milliseconds(300)))
    try await add(1)
    try await add(2)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(299))
    #expect(recorded.rows == [[]])
    clock.advance(by: .milliseconds(1))
    let updates = try await recorded.recorder.wait(forCount: 2)
    #expect(updates[1].changeset.counts == ChangeCounts(inserts: 2))
    #expect(updates[1].revision == updates[0].revision + 1)
    try await add(3)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    #expect(try await recorded.recorder.wait(forCount: 3)[2].after.idRows == [[1, 2, 3]])
    #expect(recorded.violations == [])
  }

  @Test func aDebounceWaitsForQuietButNotLongerThanTheMaximum() async throws {
    let recorded = try await recorded(.debounced(.milliseconds(300), maximumWait: .milliseconds(500)))
    try await add(1)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(200))
    try await add(2)
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .milliseconds(500))
    clock.advance(by: .milliseconds(200))
    try await add(3)
    #expect(recorded.rows == [[]])
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(100))
    #expect(try await recorded.recorder.wait(forCount: 2)[1].after.idRows == [[1, 2, 3]])
    try await add(4)
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .milliseconds(800))
    clock.advance(by: .milliseconds(300))
    #expect(try await recorded.recorder.wait(forCount: 3)[2].after.idRows == [[1, 2, 3, 4]])
    #expect(recorded.violations == [])
  }

  @Test func atOnceAndFlushNow() async throws {
    let immediate = try await recorded(.immediate)
    let patient = try await recorded(.throttled(.seconds(60)))
    try await add(1)
    try await immediate.recorder.wait(forCount: 2)
    #expect(patient.rows == [[]])
    let flushed = try await patient.next { await patient.controller.flush() }
    #expect(flushed.after.idRows == [[1]])
    let revision = patient.controller.revision
    await patient.controller.flush()
    #expect(patient.controller.revision == revision)
    try await add(2)
    try await immediate.recorder.wait(forCount: 3)
    try await patient.next { await patient.controller.setDelivery(.immediate) }
    try await patient.next { try await add(3) }
    #expect(patient.rows == [[1, 2, 3]])
    #expect(immediate.rows == [[1, 2, 3]])
    #expect(patient.violations + immediate.violations == [])
  }

  @Test func changesThatUndoEachOtherInTheIntervalAreSilent() async throws {
    let recorded = try await recorded(.throttled(.milliseconds(300)))
    try await add(1)
    store.edit { $0.remove(1) }
    await store.settled()
    await recorded.controller.flush()
    #expect(recorded.controller.revision == 0)
    #expect(recorded.violations == [])
  }
}

/// A batch is folded to what it comes to, and its order is kept.
@Suite struct FoldedBatchesTests {
  private struct Folding: Sendable {
    let batch: StoreBatch<Person>
    let rows: [Int]
    let counts: ChangeCounts
  }

  private static let foldings = [
    Folding(batch: [.insert(Person(9, "a")), .delete(9)], rows: [1, 2], counts: ChangeCounts()),
    Folding(
      batch: [.insert(Person(9, "a")), .update(Person(9, "b"))], rows: [1, 2, 9], counts: ChangeCounts(inserts: 1)),
    Folding(batch: [.update(Person(9, "b"))], rows: [1, 2, 9], counts: ChangeCounts(inserts: 1)),
    Folding(batch: [.delete(9)], rows: [1, 2], counts: ChangeCounts()),
    Folding(batch: [.insert(Person(1, "new"))], rows: [1, 2], counts: ChangeCounts(updates: 1)),
    Folding(batch: [.delete(1), .insert(Person(1, "new"))], rows: [1, 2], counts: ChangeCounts(updates: 1)),
    Folding(batch: [.update(Person(1, "new")), .delete(1)], rows: [2], counts: ChangeCounts(deletes: 1)),
    Folding(batch: [.update(Person(1, "new")), .update(Person(1, "Ada"))], rows: [1, 2], counts: ChangeCounts()),
    Folding(
      batch: [.insert(Person(7, "")), .insert(Person(5, "")), .delete(1), .insert(Person(6, ""))], rows: [2, 7, 5, 6],
      counts: ChangeCounts(deletes: 1, inserts: 3)),
  ]

  @Test(arguments: 0..<9) func theBatchIsFolded(_ number: Int) async throws {
    let folding = Self.foldings[number]
    // By the store, and by the results themselves.
    let store = MemoryStore([Person(1, "Ada"), Person(2, "Bob")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    try await store.commit(folding.batch)
    await store.settled()
    #expect(recorded.rows == [folding.rows])
    let revision = recorded.controller.revision
    #expect(revision == (folding.counts.total == 0 ? 1 : 2))
    if folding.counts.total > 0 {
      #expect(try await recorded.recorder.wait(forCount: 2)[1].changeset.counts == folding.counts)
    }
    #expect(recorded.violations == [])

    var engine = ResultsEngine(arrangement: ResultsArrangement<Person, Unsectioned, Person, NoHeader>())
    _ = try engine.replace(with: .items([Person(1, "Ada"), Person(2, "Bob")]))
    let step = try engine.apply(folding.batch)
    #expect(engine.snapshot.idRows == [folding.rows])
    #expect(step?.changeset.counts ?? ChangeCounts() == folding.counts)
  }

  @Test func aStrictBatchIsRefusedAsAWhole() async throws {
    let store = MemoryStore([Person(1, "Ada")])
    let batch = StoreBatch<Person>([.insert(Person(2, "Bob")), .update(Person(9, "?"))], isStrict: true)
    await #expect { try await store.commit(batch) } throws: { ($0 as? StoreError)?.kind == .invalidBatch }
    #expect(store.contents.items.map(\.id) == [1])
    let outcome = try await store.commit([.delete(9), .delete(1)])
    #expect(outcome.unknown == [9])
    #expect(outcome.deleted == [Person(1, "Ada")])
  }
}

/// Updates are switched off and on: a token; one changeset on resume.
@Suite struct SuspendedUpdatesTests {
  @Test func whatHappensMeanwhileIsOneUpdate() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    let controller = recorded.controller
    let revision = controller.revision
    let outer = await controller.suspendUpdates()
    let inner = await controller.suspendUpdates()
    #expect(outer != inner)
    store.edit { $0.remove(1) }
    try store.edit { try $0.append(Person(5, "Cy")) }
    try store.edit { try $0.append(Person(6, "gone again")) }
    store.edit { $0.remove(6) }
    await store.settled()
    await controller.setFilter(in: "zurich") { $0.city != "Zurich" }
    await controller.flush()
    await controller.resumeUpdates(inner)
    await controller.resumeUpdates(inner)
    #expect(await controller.isSuspended)
    #expect(controller.revision == revision)
    #expect(recorded.rows == [[1, 2, 3, 4]])
    #expect(await controller.path(of: 3) == ItemPath(0, 2))
    let update = try await recorded.next { await controller.resumeUpdates(outer) }
    #expect(update.revision == revision + 1)
    #expect(update.changeset.counts == ChangeCounts(deletes: 3, inserts: 1))
    #expect(update.after.idRows == [[3, 5]])

    let within = try await recorded.next {
      await controller.withUpdatesSuspended {
        await controller.setFilter(nil, in: "zurich")
        await controller.setSort([.descending(\.id)])
      }
    }
    #expect(within.after.idRows == [[5, 4, 3, 2]])
    #expect(await !controller.isSuspended)
    #expect(recorded.violations == [])
  }
}
