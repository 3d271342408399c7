import StoreInterface

/// Who stops listening receives nothing more, disturbs no one, and leaves nothing behind.
@available(LiveSystems, *)
extension StoreTrial {
  func tryCancellationEnds() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let other = can(.inserts) ? try await observeAnswer(of: store) : nil
    let early = observe(store)
    note("cancel \(early.name) at once")
    early.cancel()
    try await waitForEnd(of: early)
    let observer = try await observeAnswer(of: store)
    note("cancel \(observer.name)")
    observer.cancel()
    try await waitForEnd(of: observer)
    let received = observer.value.events.count
    if let other {
      try await change(.insert(record(10)), in: store)
      try await settle(store, [other])
    }
    try expect(
      observer.value.events.count == received, "\(observer.name) receives more after its end; \(observer.lastReceived)")
  }

  private func waitForEnd(of observer: Observer) async throws(TrialStop) {
    _ = try await waitForEnd(of: observer, "its end, since it was cancelled")
  }

  func tryOthersGoOn() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let staying = try await observeAnswer(of: store)
    for round in 0..<5 {
      let leaving = try await observeAnswer(of: store)
      let late = try await observeAnswer(of: store)
      note("cancel \(leaving.name)")
      leaving.cancel()
      try await change(.insert(record(10 + round)), in: store)
      try await settle(store, [staying, late])
      try await waitForEnd(of: leaving)
      try await settle(store, [staying, late])
      try await expectAgreement([staying, late], with: store, inOrder: hasOrder)
      late.cancel()
    }
  }

  /// How many events may come after the cancellation: the one that was being handed over.
  private static var lateEventAllowance: Int { 1 }

  func tryLateEvents() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let staying = try await observeAnswer(of: store)
    for isPaused in [false, true] {
      let leaving = try await observeAnswer(of: store, pausingAfterAnswer: isPaused)
      let first = isPaused ? 100 + effort.changes + 10 : 100
      // They wait for an observer that does not ask for them.
      if isPaused { for number in 0..<effort.changes { try await change(.insert(record(first + number)), in: store) } }
      try await settle(store, isPaused ? [staying] : [staying, leaving])
      note("cancel \(leaving.name)")
      leaving.cancel()
      for number in effort.changes..<effort.changes + 10 {
        try await change(.insert(record(first + number)), in: store)
      }
      try await settle(store, [staying])
      try await waitForEnd(of: leaving)
      let left = leaving.value
      let late = left.lateEvents
      try expect(
        late.count <= Self.lateEventAllowance,
        "\(leaving.name) receives \(late.count) events after it was cancelled, the last of them "
          + "\(late.last.map { left.name(of: $0, names) } ?? ""); at most \(Self.lateEventAllowance) was being handed over"
      )
    }
  }

  func tryRelease() async throws {
    let store = try await makeStore(holding: records(0..<4))
    try await expectObservations(of: store, 0, "before any")
    for _ in 0..<3 {
      let observers = [
        try await observeAnswer(of: store), try await observeAnswer(of: store), try await observeAnswer(of: store),
      ]
      // A store whose answers are complete may be done with an observation already.
      if !can(.completion) { try await expectObservations(of: store, observers.count, "while three are under way") }
      for observer in observers {
        note("cancel \(observer.name)")
        observer.cancel()
      }
      for observer in observers { try await waitForEnd(of: observer) }
      try await expectObservations(
        of: store, 0, "when \(observers.map(\.name).joined(separator: ", ")) were cancelled and had ended")
    }
    note("ask for events, and never iterate")
    do { _ = store.events(for: harness.everything) }
    try await expectObservations(of: store, 0, "when one was never iterated")
    _ = try await fetch(store)
    try await expectObservations(of: store, 0, "after a fetch")
  }

  /// Asks until the store serves so many observations: it may be notified of an end a little later than the observer.
  private func expectObservations(of store: Store, _ count: Int, _ when: String) async throws(TrialStop) {
    note("waiting for \(count) observations, \(when)")
    let last = Locked<Int?>(nil)
    do throws(TrialStop) {
      try await step("waiting until the store serves \(count) observations, \(when)") { [harness] in
        while true {
          let now = try await harness.observationCount(of: store)
          last.withLock { $0 = now }
          if now == count { return }
          try Task.checkCancellation()
          await Task.yield()
        }
      }
    } catch {
      guard case .hung(let step) = error, let now = last.withLock({ $0 }) else { throw error }
      throw .hung(step: "\(step); it serves \(now)")
    }
    try expect(true, "")
  }
}
