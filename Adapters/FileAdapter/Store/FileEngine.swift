internal import StoreBuilding
internal import StoreInterface

/// What stores of files have in common: observers, and the worker that reads, writes and watches.
@available(LiveSystems, *)
final class FileEngine<B: Backing>: Sendable {
  let worker: FileWorker<B>
  private let options: FileOptions
  private let watching = Locked<Task<Void, Never>?>(nil)

  init(_ backing: B, options: FileOptions, watcher: any FileWatcher, clock: any Clock<Duration>) {
    self.options = options
    worker = FileWorker(
      backing, guardedBy: options.removalGuard, watcher: watcher, timing: options.timing, keeper: Timekeeper(clock))
  }

  deinit { watching.withLock { $0 }?.cancel() }

  var observationCount: Int { worker.answers.withLock { $0.observations.count } }

  func events(for rule: AnswerView<B.Item>.Rule) -> StoreEvents<B.Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = watching.withLock { task in
      let number = worker.answers.withLock { $0.observe(rule, waker: waker) }
      if task == nil { task = Task { [worker] in await worker.watch() } }
      return number
    }
    waker.onTermination = { [weak self] _ in self?.end(number) }
    return StoreEvents(wakes: wakes) { [self] in worker.answers.withLock { $0.pull(number) } }
  }

  private func end(_ number: Int) {
    let task = watching.withLock { task -> Task<Void, Never>? in
      let isLast = worker.answers.withLock { answers in
        answers.end(number)
        return answers.observations.isEmpty
      }
      guard isLast else { return nil }
      defer { task = nil }
      return task
    }
    task?.cancel()
  }

  func commit(
    _ batch: Batch<B.Item>, basedOn seen: StoreContents<B.Item>?
  ) async throws(StoreError) -> BatchOutcome<B.Item> {
    try await worker.commit(batch, onStale: options.onStale, seen: seen)
  }
}
