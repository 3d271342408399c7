public import StoreInterface

extension MemoryStore {
  /// Makes edits as one: observers are notified of all of them in one event, or of none if they have no effect in
  /// total.
  ///
  /// When the closure throws, the store is as it was before, and nothing is sent. When this returns, the events
  /// are there for the observers to take.
  ///
  /// The closure runs while the store is busy. It must not use the store, only the edits that it is given.
  ///
  /// - Returns: What the closure returns.
  @discardableResult
  public func edit<Result: Sendable, Failure: Error>(
    _ body: (inout MemoryEdits<Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, wakers) = try state.withLock { (state) throws(Failure) in
      // Moved out and back, so that the records have one owner and are changed in place.
      var edits = MemoryEdits<Item>(taking: &state.records)
      do throws(Failure) {
        let result = try body(&edits)
        edits.giveBack(to: &state.records)
        return (result, state.publish(haveEqualContent))
      } catch {
        edits.giveBack(to: &state.records)
        state.rollBack()
        throw error
      }
    }
    for waker in wakers { waker.yield() }
    return result
  }

  /// Has records looked at again, and reported as updated although they are equal: something they depend on has changed.
  public func refresh(_ keys: some Sequence<Item.ID>) {
    edit { edits in
      for key in keys { edits.refresh(key) }
    }
  }
}

extension MemoryStore {
  /// Has the records looked at again that depend on things that have changed, for predicates, orders, sections and shown
  /// content that read them. The store must have been made with `dependencies`; without, nothing depends on anything.
  ///
  ///     let employees = MemoryStore(all, dependencies: { [DependencyKey($0.companyID)] })
  ///     employees.refresh(dependingOn: [DependencyKey(acme.id)])
  public func refresh(dependingOn changed: some Sequence<DependencyKey>) {
    refresh(state.withLock { $0.dependents?.keys(dependingOn: changed) ?? [] })
  }
}

extension MemoryStore: WritableDataStore {
  /// Applies a batch as a whole or not at all, and says what it came to.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when the batch is strict and names a record or a section that does not
  ///   exist; `StoreError.Kind.refused`, when it puts a record where there is no section, or a section into a store that
  ///   keeps one list.
  @discardableResult
  public func commit(_ batch: Batch<Item>) async throws(StoreError) -> BatchOutcome<Item> { try write(batch) }

  /// The same at once, for callers that do not wait.
  @discardableResult
  public func write(_ batch: Batch<Item>) throws(StoreError) -> BatchOutcome<Item> {
    try edit { (edits) throws(StoreError) in
      let unknown = try edits.apply(batch)
      return edits.outcome(of: batch, unknown: unknown, haveEqualContent: haveEqualContent)
    }
  }
}
