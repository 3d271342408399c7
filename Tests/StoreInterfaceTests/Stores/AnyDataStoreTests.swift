import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct AnyDataStoreTests {
  private let memory = MemoryStore([Note(1, rank: 1), Note(2, rank: 2)])
  private let request = RecordRequest<Note>(where: { $0.rank == 1 })

  /// A store with a sequence of its own type, and one whose fetch is not that of an observation.
  private struct Fixed: DataStore {
    typealias Item = Note

    func events(for request: RecordRequest<Note>) -> AsyncStream<StoreEvent<Note>> {
      AsyncStream { continuation in
        continuation.yield(.replace(.items([Note(7)])))
        continuation.finish()
      }
    }

    func fetch(_ request: RecordRequest<Note>) async throws(StoreError) -> StoreContents<Note> {
      throw StoreError(.notPermitted, "fetching is not allowed")
    }
  }

  /// A store whose sequence throws after its answer.
  private struct Throwing: DataStore {
    typealias Item = Note
    struct Broken: Error {}
    let error: any Error & Sendable

    func events(for request: RecordRequest<Note>) -> AsyncThrowingStream<StoreEvent<Note>, any Error> {
      AsyncThrowingStream { continuation in
        continuation.yield(.replace(.items([Note(7)])))
        continuation.finish(throwing: error)
      }
    }
  }

  @Test func anErrorThatASequenceThrowsIsItsLastFailure() async {
    let refusal = StoreError(.notPermitted, "the door is shut")
    for (error, failure) in [
      (refusal as any Error & Sendable, refusal),
      (Throwing.Broken(), StoreError(.unavailable, "the store's sequence threw Broken()")),
    ] {
      var events: [StoreEvent<Note>] = []
      for await event in AnyDataStore(Throwing(error: error)).events(for: request) { events.append(event) }
      #expect(events == [.replace(.items([Note(7)])), .failed(failure)])
    }
  }

  @Test func aSequenceThatThrowsBeforeItsAnswerFailsAFetch() async {
    let sequence = AsyncThrowingStream<StoreEvent<Note>, any Error> { $0.finish(throwing: Throwing.Broken()) }
    let failing = StubStore(sequence: sequence)
    await #expect { try await failing.fetch(request) } throws: { ($0 as? StoreError)?.kind == .unavailable }
  }

  private struct StubStore: DataStore {
    typealias Item = Note
    let sequence: AsyncThrowingStream<StoreEvent<Note>, any Error>

    func events(for request: RecordRequest<Note>) -> AsyncThrowingStream<StoreEvent<Note>, any Error> { sequence }
  }

  @Test func storesOfDifferentTypesStandInOneArray() async throws {
    let stores = [AnyDataStore(memory), AnyDataStore(Fixed())]
    var answers: [[Note]] = []
    for store in stores {
      for await event in store.events(for: request) {
        if case .replace(let contents) = event { answers.append(contents.items) }
        break
      }
    }
    #expect(answers == [[Note(1, rank: 1)], [Note(7)]])
  }

  @Test func aFetchIsTheWrappedStoresOwn() async throws {
    #expect(try await AnyDataStore(memory).fetch(request).items == [Note(1, rank: 1)])
    await #expect(throws: StoreError(.notPermitted, "fetching is not allowed")) {
      try await AnyDataStore(Fixed()).fetch(request)
    }
  }

  @Test func aCommitGoesThroughWithItsOutcomeAndItsError() async throws {
    let store = AnyWritableDataStore(memory)
    let outcome = try await store.commit([.delete(2), .update(Note(1, "new", rank: 1)), .delete(9)])
    #expect(outcome.deleted == [Note(2, rank: 2)] && outcome.unknown == [9])
    #expect(memory.contents.items == [Note(1, "new", rank: 1)])
    await #expect {
      try await store.commit(StoreBatch([.update(Note(5))], isStrict: true))
    } throws: { ($0 as? StoreError)?.kind == .invalidBatch }
    #expect(try await store.fetch(.all).items == memory.contents.items)
  }

  @Test func anObserverThatStopsEndsTheWrappedObservation() async {
    let observer = Observer(of: AnyDataStore(memory).events(for: .all))
    await observer.received { !$0.events.isEmpty }
    #expect(memory.observationCount == 1)
    observer.cancel()
    await observer.ended()
    #expect(await eventually { memory.observationCount == 0 })
  }
}
