internal import GRDB
internal import StoreBuilding
internal import StoreInterface
internal import Synchronization

/// One observation of a request: the records that it reads, and when to read again.
final class ObservedRequest<Record>: Sendable
where Record: FetchableRecord & Identifiable & Equatable & Sendable, Record.ID: Sendable {
  private struct State {
    /// How often what the request reads may have changed.
    var changes = 0
    /// How often the tables that the request reads may have become others.
    var schemaChanges = 0
    /// What `schemaChanges` was when transactions began to be noted.
    var schemaObserved: Int?
    /// What `changes` was when the records were read last.
    var changesRead: Int?
    /// Records that are to be announced although they are equal.
    var refreshed: [Record.ID] = []
    /// The observation of transactions of the own writer; it ends when it is released.
    var observation: AnyDatabaseCancellable?
    /// Wakes the work that follows the database.
    var waker: AsyncStream<Void>.Continuation?
  }

  private let request: DatabaseRequest<Record>
  private let store: GRDBStore<Record>
  private let records = ObservedRecords<Record>()
  private let state = Mutex(State())

  init(_ request: DatabaseRequest<Record>, of store: GRDBStore<Record>) {
    self.request = request
    self.store = store
    records.whileObserved(self) { request in await request.follow() }
  }

  /// Begins to observe. The observer's task keeps this request, and the store, until it ends.
  func events() -> StoreEvents<Record> { records.events() }

  var observerCount: Int { records.observerCount }

  /// Whether something may have changed since the records were read.
  var isOutdated: Bool { state.withLock { $0.changesRead != $0.changes } }

  /// Has the records read again soon.
  func noteChange(ofSchema: Bool = false) {
    let waker = state.withLock { state in
      state.changes += 1
      if ofSchema { state.schemaChanges += 1 }
      return state.waker
    }
    waker?.yield()
  }

  /// Has records announced with the next reading, although they are equal.
  func noteRefresh(of keys: [Record.ID]) {
    state.withLock { $0.refreshed += keys }
    noteChange()
  }

  /// Notifies the observer of a failure, and has the records read again soon.
  func fail(_ error: StoreError) {
    records.fail(error)
    noteChange()
  }

  /// Reads the records, if something may have changed since they were read last.
  func update() async throws(StoreError) {
    try await records.reload { [self] in
      try await observeTransactions()
      // Changes that come while the request is read are perhaps not in the answer: they are counted as new.
      let changes = state.withLock { $0.changes }
      if state.withLock({ $0.changesRead == changes }) { return records.contents }
      let contents = StoreContents.items(try await read())
      let refreshed = state.withLock { state in
        defer { state.refreshed = [] }
        return state.refreshed
      }
      if !refreshed.isEmpty {
        try records.load { (edits) throws(StoreError) in
          try edits.replaceAll(with: contents)
          for key in refreshed { edits.refresh(key) }
        }
      }
      state.withLock { $0.changesRead = changes }
      return contents
    }
  }

  private func read() async throws(StoreError) -> [Record] {
    do throws(StoreError) {
      return try await store.database.read { [request] in try request.records(in: $0) }
    } catch {
      // What the request reads may be other tables when it can be read again.
      // Until then its transactions are noted, for one of them may make it readable.
      if error.kind != .cancelled { state.withLock { $0.schemaChanges += 1 } }
      throw error
    }
  }

  /// Has transactions of the own writer noted, before the first reading.
  private func observeTransactions() async throws(StoreError) {
    while true {
      let (observed, schemaChanges) = state.withLock { ($0.schemaObserved, $0.schemaChanges) }
      if observed == schemaChanges { return }
      let observation = try await store.database.observe(request.region) { [weak self] in self?.noteChange() }
      // The former one is released outside of the lock: it takes one of its own.
      let former = state.withLock { state in
        defer { (state.observation, state.schemaObserved) = (observation, schemaChanges) }
        return state.observation
      }
      former?.cancel()
    }
  }

  /// Reads the records whenever there is a reason, until the task is cancelled; after a failure again, with longer and
  /// longer pauses.
  private func follow() async {
    let presence = store.beginPresence()
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.waker = waker }
    var iterator = wakes.makeAsyncIterator()
    var pause = RetryPause()
    while !Task.isCancelled {
      do throws(StoreError) {
        try await update()
        pause = RetryPause()
        await iterator.next()
      } catch {
        let time = pause.next()
        async let _ = wake(by: waker, after: time)
        await iterator.next()
      }
    }
    state.withLock { $0.observation.take() }?.cancel()
    withExtendedLifetime(presence) {}
  }

  private func wake(by waker: AsyncStream<Void>.Continuation, after pause: Duration) async {
    // One that was cancelled has nothing to say: it would wake the next wait.
    do { try await store.clock.sleep(for: pause) } catch { return }
    waker.yield()
  }
}
