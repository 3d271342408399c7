public import StoreInterface

extension ObservedRecords {
  /// Observes a request of a type of one's own: its answer first, then every change.
  ///
  /// The request is read while the records are busy; it must not use them. The sequence keeps the records, and ends when
  /// they do.
  public func events<Request: MatchingRequest<Item>>(for request: Request) -> StoreEvents<Item> {
    events(for: RecordRequest(request))
  }

  /// Observes a request: its answer first, then every change.
  ///
  /// Each change of the records that the answer shows is one event. An observer that falls far behind receives the whole
  /// answer instead of what it missed, so it never takes more memory than that answer. The sequence keeps the records, and
  /// ends when they do.
  public func events(for request: RecordRequest<Item> = .all) -> StoreEvents<Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = upkeep.withLock { upkeep in
      let number = state.withLock { $0.observe(request, waker: waker) }
      upkeep.start()
      return number
    }
    let atEnd = ObserverEnd.Action()
    atEnd.set { [weak self] in self?.remove(number) }
    return StoreEvents(wakes: wakes, end: ObserverEnd(calling: atEnd)) { [self] in
      var waiting: [CheckedContinuation<Void, Never>] = []
      let event = state.withLock { state in
        let (event, silenced) = state.pull(number)
        waiting = silenced
        return event
      }
      for continuation in waiting { continuation.resume() }
      return event
    }
  }

  private func remove(_ number: Int) {
    let (waiting, task) = upkeep.withLock { upkeep in
      let (waiting, isLast) = state.withLock { ($0.remove(number), $0.observers.isEmpty) }
      return (waiting, isLast ? upkeep.stop() : nil)
    }
    task?.cancel()
    for continuation in waiting { continuation.resume() }
  }

  /// The number of active observers.
  public var observerCount: Int { state.withLock { $0.observers.count } }

  /// Returns when every observer that has begun has received all events, has dealt with it and waits for more: for
  /// tests that must know when to look. An observer that never requests more is waited for until it is cancelled.
  public func settled() async {
    let id = state.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSettled = state.withLock { state in
          let busy = state.observers.filter { $0.value.attention == .busy }
          if busy.isEmpty || Task.isCancelled { return true }
          state.waiters[id] = ObservedState.Waiter(observers: Set(busy.keys), continuation: continuation)
          return false
        }
        if isSettled { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume()
    }
  }
}

// MARK: - Work while there are observers

extension ObservedRecords {
  /// Has work done while there is an observer: listening to a source, polling it, reading it at first.
  ///
  /// It begins in a task of its own with the first observer, and is cancelled when the last one has left; when it has
  /// ended and an observer comes again, it begins anew. It never runs twice at once. Hold the store weakly:
  ///
  ///     songs.whileObserved { [weak self] in await self?.listen() }
  ///
  /// - Parameters:
  ///   - showsOldRecords: Whether an observer that comes first receives the records of the time before. Otherwise it
  ///     waits until they were loaded again, or ``recover()`` says that they are the same.
  ///   - work: What is to be done, until its task is cancelled.
  public func whileObserved(showsOldRecords: Bool = false, _ work: @escaping @Sendable () async -> Void) {
    whileObserved(showsOldRecords: showsOldRecords) { work }
  }

  /// The same for a store that is kept as long as it is observed, although no one else keeps it:
  ///
  ///     songs.whileObserved(self) { store in await store.listen() }
  ///
  /// The records hold the store weakly while there is no observer, or the work has ended.
  public func whileObserved<Store: AnyObject & Sendable>(
    _ store: Store, showsOldRecords: Bool = false, _ work: @escaping @Sendable (Store) async -> Void
  ) {
    whileObserved(showsOldRecords: showsOldRecords) { [weak store] in
      guard let store else { return nil }
      return { await work(store) }
    }
  }

  private func whileObserved(showsOldRecords: Bool, making work: @escaping Upkeep.Maker) {
    upkeep.withLock { upkeep in
      let isObserved = state.withLock { state in
        state.isStaleUnobserved = !showsOldRecords
        return !state.observers.isEmpty
      }
      upkeep.work = work
      if isObserved { upkeep.start() }
    }
  }
}

/// What ``ObservedRecords`` have done while they are observed.
struct Upkeep: Sendable {
  /// Makes the work, or nothing where its store is gone.
  typealias Maker = @Sendable () -> (@Sendable () async -> Void)?

  var work: Maker?
  /// The work that is in progress, while there is an observer.
  private(set) var task: Task<Void, Never>?
  /// The work that was cancelled last; the next begins when it has ended.
  private var cancelled: Task<Void, Never>?

  mutating func start() {
    guard task == nil, let work = work?() else { return }
    task = Task { [cancelled] in
      await cancelled?.value
      if !Task.isCancelled { await work() }
    }
    cancelled = nil
  }

  /// Ends the work.
  ///
  /// - Returns: The task to cancel, outside of the lock.
  mutating func stop() -> Task<Void, Never>? {
    guard let task else { return nil }
    self.task = nil
    cancelled = task
    return task
  }
}
