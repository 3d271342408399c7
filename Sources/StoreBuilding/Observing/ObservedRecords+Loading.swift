public import StoreInterface

/// What the source of the records says.
extension ObservedRecords {
  /// Makes the records just these, in this order, by few changes: they were read. A failure is over with this.
  ///
  /// A list may take the place of sections, and the other way round; then observers receive the whole answer.
  ///
  /// - Parameters:
  ///   - contents: The records. A record or section that comes a second time is where it came first.
  ///   - problem: What is wrong with a part of the source, so that the records are what there is now. Observers receive
  ///     the records first, then this failure.
  /// - Complexity: O(*n*) for *n* records, and O(log *n*) more for each that changes.
  public func replace(with contents: StoreContents<Item>, partialFailure problem: StoreError? = nil) {
    wake(
      state.withLock { state in
        state.replace(with: contents)
        return state.noteLoaded(partialFailure: problem)
      })
  }

  /// Makes the records just these, in this order, by few changes.
  public func replace(with items: [Item], partialFailure problem: StoreError? = nil) {
    replace(with: .items(items), partialFailure: problem)
  }

  /// Makes edits that bring the records up to date with their source. This is ``edit(_:)`` and counts as reading: the
  /// records are loaded, and a failure is over.
  ///
  /// - Parameters:
  ///   - problem: What is wrong with a part of the source.
  ///   - body: The edits, for example ``RecordEdits/replaceAll(with:)-(StoreContents<Item>)`` with an answer into which
  ///     records were merged that are being written.
  /// - Returns: What the closure returns.
  @discardableResult
  public func load<Result: Sendable, Failure: Error>(
    partialFailure problem: StoreError? = nil, _ body: (inout RecordEdits<Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, wakers) = try state.withLock { (state) throws(Failure) in
      let result = try state.edit(body)
      _ = state.publish()
      return (result, state.noteLoaded(partialFailure: problem))
    }
    wake(wakers)
    return result
  }

  /// Reads the source and makes the records what it holds. No commit runs meanwhile, so that nothing that was read before
  /// a write takes the place of what was written.
  ///
  /// When reading fails, all observers are notified, also when a `fetch` has asked for it: what they are shown is
  /// perhaps not what the source holds. The next reading that succeeds tells them that the failure is over.
  ///
  /// - Throws: What `read` throws, other errors than `StoreError` as `StoreError.Kind.unavailable`; observers were
  ///   notified of it. `StoreError.Kind.cancelled`, without notifying anyone, when the task was cancelled.
  public func reload(_ read: () async throws -> StoreContents<Item>) async throws(StoreError) {
    guard await mutex.lock() else { throw StoreError(.cancelled, "the reading was cancelled") }
    defer { mutex.unlock() }
    let contents: StoreContents<Item>
    do {
      contents = try await read()
    } catch {
      let failure = StoreError(wrapping: error, as: .unavailable)
      if failure.kind != .cancelled || !Task.isCancelled { fail(failure) }
      throw failure
    }
    replace(with: contents)
  }

  /// What is wrong with the source, as observers are notified; `nil` where all is well.
  public var failure: StoreError? { state.withLock { $0.health.failure } }

  /// Notifies observers that the source cannot be read. The records stay. An observer that was notified of the same
  /// failure last is not notified again, whatever the advice.
  ///
  /// - Parameters:
  ///   - error: What is wrong; other errors than `StoreError` become `StoreError.Kind.unavailable`.
  ///   - isPartial: Whether only a part cannot be read, so that the records are what there is now. An observer that comes
  ///     later receives the records first, then this failure; otherwise the failure first.
  public func fail(_ error: some Error, isPartial: Bool = false) {
    let error = StoreError(wrapping: error, as: .unavailable)
    wake(state.withLock { $0.fail(error, isPartial: isPartial) })
  }

  /// Says that the source is as it was when it was read last. Observers that were notified of a failure receive the whole
  /// answer, although perhaps nothing has changed; others receive nothing.
  public func recover() { wake(state.withLock { $0.recover() }) }

  /// Says that the records may be shown, although what their source is about to hold is awaited. A failure stays.
  public func showOldRecords() { wake(state.withLock { $0.noteCurrent() }) }

  /// Ends all sequences after what is pending: nothing will change any more. Observers that come later receive the
  /// answer and the end.
  public func end() {
    let wakers = state.withLock { $0.end() }
    for waker in wakers { waker.finish() }
  }

  private func wake(_ wakers: [AsyncStream<Void>.Continuation]) {
    for waker in wakers { waker.yield() }
  }
}
