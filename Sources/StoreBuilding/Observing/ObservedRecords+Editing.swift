public import StoreInterface

extension ObservedRecords {
  /// Makes edits as one: observers are notified of all of them in one event, or of none if they have no effect in
  /// total.
  ///
  /// When the closure throws, the records are as they were before, and nothing is sent. When this returns, the events are
  /// there for the observers to take.
  ///
  /// The closure runs while the records are busy. It must not use them, only the edits that it is given.
  ///
  /// An edit says nothing of the source: a failure stays, and observers of the change receive the failure again
  /// behind it. Edits that were read from the source are made by ``load(partialFailure:_:)``.
  ///
  /// - Returns: What the closure returns.
  @discardableResult
  public func edit<Result: Sendable, Failure: Error>(
    _ body: (inout RecordEdits<Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Not as one result with the other, whose type would be looked up in each edit.
    var wakers: ObservedState<Item>.Wakers = []
    let result = try state.withLock { (state) throws(Failure) in
      let result = try state.edit(body)
      wakers = state.publishEdits()
      return result
    }
    for waker in wakers { waker.yield() }
    return result
  }

  /// Applies a batch as a whole or not at all, and says what it came to.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when the batch is strict and names a record or a section that does not
  ///   exist; `StoreError.Kind.refused`, when it puts a record where there is no section, or a section into one list.
  @discardableResult
  public func apply(_ batch: StoreBatch<Item>) throws(StoreError) -> BatchOutcome<Item> {
    try edit { (edits) throws(StoreError) in try edits.applyAll(batch) }
  }

  /// Has records looked at again, and reported as updated although they are equal: something they depend on has changed.
  public func refresh(_ keys: some Sequence<Item.ID>) {
    edit { edits in
      for key in keys { edits.refresh(key) }
    }
  }

  /// Has the records looked at again that depend on things that have changed. The records must have been made with
  /// `dependencies`; without, nothing depends on anything.
  public func refresh(dependingOn changed: some Sequence<DependencyKey>) {
    refresh(state.withLock { $0.dependents?.keys(dependingOn: changed) ?? [] })
  }
}

extension ObservedState {
  mutating func edit<Result: Sendable, Failure: Error>(
    _ body: (inout RecordEdits<Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Moved out and back, so that the records have one owner and are changed in place.
    var edits = RecordEdits<Item>(taking: &records, haveEqualContent: haveEqualContent)
    do throws(Failure) {
      let result = try body(&edits)
      edits.giveBack(to: &records)
      return result
    } catch {
      edits.giveBack(to: &records)
      rollBack()
      throw error
    }
  }
}

// MARK: - Writing elsewhere

extension ObservedRecords {
  /// Writes a batch elsewhere, then applies it and announces it as one event.
  ///
  ///     try await songs.commit(batch) { outcome in try await table.write(outcome) }
  ///
  /// While `write` runs, observers and readers see the records as they were, edits and replacements are made at once, and
  /// other commits and reloads wait for their turn. The batch is applied to what the records are then; what it names that
  /// has gone meanwhile is inserted or left, as in a batch that is not strict.
  ///
  /// A failure stays, as with ``edit(_:)``: that the source could be written does not say that the records are what it
  /// holds. What reads it again says so.
  ///
  /// - Parameters:
  ///   - batch: The changes.
  ///   - write: Writes what the batch comes to. When it throws, nothing is applied and nothing is announced, unless the
  ///     error's effect is `everything`.
  /// - Returns: What the batch came to, as it was written.
  /// - Throws: What ``apply(_:)`` throws; `StoreError.Kind.unavailable`, when the records were never loaded;
  ///   `StoreError.Kind.cancelled`, when the task was cancelled before its turn; what `write` throws, other errors than
  ///   `StoreError` as `StoreError.Kind.other`.
  @discardableResult
  public func commit(
    _ batch: StoreBatch<Item>, writing write: (BatchOutcome<Item>) async throws -> Void
  ) async throws(StoreError) -> BatchOutcome<Item> {
    guard await mutex.lock() else { throw StoreError(.cancelled, "the commit was cancelled") }
    defer { mutex.unlock() }
    let (outcome, doubt) = try await written(batch, preview: { _ in }) { outcome, _ in try await write(outcome) }
    edit { edits in edits.forceApply(batch) }
    if let doubt { throw doubt }
    return outcome
  }

  /// Writes all records as a batch makes them, then applies the batch and announces it as one event; for a store that
  /// always writes everything. Otherwise the same as the other `commit`, but that a failure is over: the source holds just
  /// what was written.
  ///
  ///     try await notes.commit(batch) { outcome, contents in try encode(contents.items).write(to: file) }
  ///
  /// - Complexity: O(*n*) for *n* records.
  @discardableResult
  public func commit(
    _ batch: StoreBatch<Item>, writing write: (BatchOutcome<Item>, StoreContents<Item>) async throws -> Void
  ) async throws(StoreError) -> BatchOutcome<Item> {
    guard await mutex.lock() else { throw StoreError(.cancelled, "the commit was cancelled") }
    defer { mutex.unlock() }
    let (outcome, doubt) = try await written(batch, preview: { $0.contents }, write)
    load { edits in edits.forceApply(batch) }
    if let doubt { throw doubt }
    return outcome
  }

  /// - Returns: What a batch comes to, once it is written, and what is in doubt about that.
  private func written<Preview: Sendable>(
    _ batch: StoreBatch<Item>, preview: (borrowing RecordEdits<Item>) -> Preview,
    _ write: (BatchOutcome<Item>, Preview) async throws -> Void
  ) async throws(StoreError) -> (BatchOutcome<Item>, doubt: StoreError?) {
    let (outcome, after) = try state.withLock { (state) throws(StoreError) in
      if state.freshness == .never {
        throw StoreError(.unavailable, "the records were not loaded yet", advice: "load them before the first commit")
      }
      let result = try state.edit { (edits) throws(StoreError) in
        let outcome = try edits.applyAll(batch)
        return (outcome, preview(edits))
      }
      state.rollBack()
      return result
    }
    do {
      try await write(outcome, after)
    } catch {
      let error = StoreError(wrapping: error, as: .other)
      guard error.effect == .everything else { throw error }
      return (outcome, error)
    }
    return (outcome, nil)
  }
}
