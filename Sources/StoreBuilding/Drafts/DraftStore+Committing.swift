public import StoreInterface

extension DraftStore: WritableDataStore {
  /// Writes a batch to the base past the drafts, and shows it at once; see ``write(_:)``.
  @discardableResult
  public func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await write(batch)
  }

  /// Shows a batch at once, under the drafts, while it is written to the base. When the base refuses it, it is taken back,
  /// and the base's error is thrown. Where the error's effect is `everything`, the base has it all the same, and it stays.
  @discardableResult
  public func write(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    let number = state.withLock { $0.nextNumber() }
    changeLayers { $0.flights.append(Flight(number: number, batch: batch, isOfDrafts: false)) }
    do throws(StoreError) {
      let outcome = try await base.commit(batch)
      land(number)
      return outcome
    } catch {
      if error.effect == .everything {
        land(number)
      } else {
        changeLayers { $0.flights.removeAll { $0.number == number } }
      }
      throw error
    }
  }

  /// Takes what was written out of the layers. No one sees it go: what the base has announced is received first.
  private func land(_ number: Int) {
    changeLayers { state in
      let layers = state.layers
      for observation in Array(state.observations.keys) {
        state.observations[observation]?.holdAndCatchUp(under: layers)
      }
      guard let offset = state.flights.firstIndex(where: { $0.number == number }) else { return }
      let flight = state.flights.remove(at: offset)
      state.landed += 1
      for observation in Array(state.observations.keys) { state.observations[observation]?.keepLanded(flight.batch) }
    }
  }
}

extension DraftStore: DraftingStore {
  /// Whether there are drafts, or some are being written.
  public var hasDrafts: Bool { state.withLock { !$0.drafts.isEmpty || $0.flights.contains(where: \.isOfDrafts) } }

  /// Discards the drafts. Drafts that are being written stay on show, and are gone when the write fails.
  public func discardOwnDrafts() {
    changeLayers { state in
      state.drafts = DraftList()
      for offset in state.flights.indices { state.flights[offset].isDiscarded = true }
    }
  }

  /// Writes the drafts as one batch; they stay visible meanwhile. New drafts wait for the next commit. A
  /// second call waits for the first.
  ///
  /// - Throws: What the base throws; `StoreError.Kind.cancelled`, when the task was cancelled before its turn. The drafts stay,
  ///   before those that came meanwhile: where nothing of them was written, and where that is not known. Where the error's
  ///   effect is `everything`, they are written, and are drafts no more.
  public func commitOwnDrafts() async throws(StoreError) {
    guard await mutex.lock() else { throw StoreError(.cancelled, "the commit was cancelled") }
    defer { mutex.unlock() }
    guard let flight = depart() else { return }
    do throws(StoreError) {
      try await base.commit(flight.batch)
      land(flight.number)
    } catch {
      if error.effect == .everything {
        land(flight.number)
      } else {
        changeLayers { state in
          guard let offset = state.flights.firstIndex(where: { $0.number == flight.number }) else { return }
          if !state.flights.remove(at: offset).isDiscarded { state.drafts.prepend(contentsOf: flight.batch) }
        }
      }
      throw error
    }
  }

  private func depart() -> Flight? {
    state.withLock { (state) -> Flight? in
      guard !state.drafts.isEmpty else { return nil }
      let flight = Flight(number: state.nextNumber(), batch: state.drafts.batch, isOfDrafts: true)
      state.flights.append(flight)
      state.drafts = DraftList()
      return flight
    }
  }
}
