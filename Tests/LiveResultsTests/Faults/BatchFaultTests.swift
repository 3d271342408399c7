import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Delete then insert of one key in a batch lost the record; delete then add kept only the delete.
@Suite struct DeleteThenInsertTests {
  @Test func theLastWordHoldsInOneBatch() async throws {
    let store = MemoryStore([Person(1, "old"), Person(2, "b")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next { try await store.commit([.delete(1), .insert(Person(1, "new"))]) }
    #expect(update.after.sections[0].items.map(\.name) == ["new", "b"])
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(recorded.violations == [])
  }

  @Test func theLastWordHoldsAcrossEventsThatAreGathered() async throws {
    let store = MemoryStore([Person(1, "old"), Person(2, "b")])
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]),
        delivery: .throttled(.seconds(1)), clock: ManualClock()))
    store.edit { $0.remove(1) }
    await store.settled()
    try store.edit { try $0.append(Person(1, "new")) }
    await store.settled()
    let update = try await recorded.next { await recorded.controller.flush() }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(update.after.sections[0].items.map(\.name) == ["new", "b"])
    #expect(recorded.violations == [])
  }
}

/// The output of a batch came in random order.
@Suite struct OrderOfABatchTests {
  @Test func theOrderIsThatOfTheBatchEveryTime() async throws {
    let ids = (0..<200).map { ($0 * 7919) % 200 }
    let batch = StoreBatch(ids.map { StoreChange.insert(Person($0, "\($0)")) })
    var texts: Set<Data> = []
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for _ in 0..<3 {
      let store = MemoryStore<Person>()
      let recorded = try await RecordedResults(
        ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
      let update = try await recorded.next {
        let outcome = try await store.commit(batch)
        #expect(outcome.inserted.map(\.id) == ids)
      }
      #expect(update.after.idRows == [ids])
      #expect(update.changeset.identity.inserts.map { update.after[$0].id } == ids)
      texts.insert(try encoder.encode(update.changeset))
      #expect(recorded.violations == [])
    }
    #expect(texts.count == 1)
  }
}

/// The changes of a cancelled transaction went out with the next one.
@Suite struct CancelledTransactionTests {
  private struct Cancelled: Error {}

  @Test func whatWasUndoneIsNeverAnnounced() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let before = store.contents
    for _ in 0..<3 {
      #expect(throws: Cancelled.self) {
        try store.edit { edits in
          edits.remove(1)
          try edits.append(Person(9, "never"))
          try edits.nested { try $0.update(Person(2, "never")) }
          throw Cancelled()
        }
      }
      let strict = StoreBatch<Person>([.delete(3), .update(Person(77, "never"))], isStrict: true)
      await #expect(throws: StoreError.self) { try await store.commit(strict) }
    }
    #expect(store.contents == before)
    let update = try await recorded.next { try store.edit { try $0.append(Person(5, "Cy")) } }
    #expect(Array(update.changeset.identity.changes) == [.insert(ItemPath(0, 4))])
    #expect(update.revision == 2)
    #expect(recorded.violations == [])
  }

  @Test func aWriteThatIsRefusedIsTakenBackFromTheLayer() async throws {
    let guarded = GuardedStore(MemoryStore.four)
    let drafts = DraftStore(guarded)
    let recorded = try await RecordedResults(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    guarded.refuse(with: StoreError(.refused, "no"))
    await #expect(throws: StoreError.self) { try await drafts.write([.delete(1)]) }
    guarded.refuse(with: nil)
    try await drafts.write([.delete(2)])
    try await recorded.recorder.wait { $0.last?.after.idRows == [[1, 3, 4]] }
    #expect(guarded.base.contents.items.map(\.id) == [1, 3, 4])
    #expect(recorded.violations == [])
  }
}
