import StoreInterface

/// What is made as one is received, seen and refused as one.
@available(LiveSystems, *)
extension StoreTrial {
  func tryOneEvent() async throws {
    let store = try await makeStore(holding: records(0..<6))
    let observers = [try await observeAnswer(of: store), try await observeAnswer(of: store)]
    var batch: StoreBatch<Item> = [.insert(record(20)), .insert(record(21)), .insert(record(22))]
    if can(.updates) { batch.update(record(1, 1)) }
    if can(.deletes) { batch.delete(record(2).id) }
    try await settle(store, observers)
    let before = try await expectAgreement(observers, with: store, inOrder: hasOrder)
    try await transact(batch, in: store)
    let after = try await fetch(store)
    var expected = (before.items + records(20...22)).byID
    if can(.updates) { expected[record(1).id] = record(1, 1) }
    if can(.deletes) { expected[record(2).id] = nil }
    try await expectRecords(after, are: expected, "a fetch of what was made as one", observer: observers[0])
    for observer in observers {
      let state = try await wait(for: observer, toHold: after, "what was made as one")
      guard let start = state.history.lastIndex(where: { $0.isEqual(to: before, inOrder: hasOrder) }) else {
        throw fail(
          "\(observer.name) never held what was there before, \(before.summary(by: names.naming)); "
            + observer.lastReceived)
      }
      // Events that change nothing are no one's business; what is looked at is the states passed through.
      for place in state.history.indices[(start + 1)...] {
        try await expectEqual(
          state.history[place], after, inOrder: hasOrder, "it holds", "the whole has", observer: nil,
          context: "\(observer.name(afterHistory: place, in: state)) holds part of what was made as one: ")
      }
    }
    try await settle(store, observers)
    try await expectAgreement(observers, with: store, inOrder: hasOrder)
  }

  /// Two records change together, again and again; no one may see one without the other.
  func tryAtomicity() async throws {
    try await tryScenarios(
      [max(2, effort.changes / 3)], smaller: { rounds in [rounds / 2, rounds - 1].filter { $0 > 0 } }, tries: 3
    ) { trial, rounds in try await trial.changeTogether(rounds: rounds) }
  }

  private func changeTogether(rounds: Int) async throws {
    let store = try await makeStore(holding: records(0..<2))
    let observer = try await observeAnswer(of: store)
    let stop = WatchedState(false)
    let reader = Task { [harness] in
      var answers: [StoreContents<Item>] = []
      while !stop.value {
        if let answer = try? await store.fetch(harness.everything), answers.last != answer { answers.append(answer) }
        await Task.yield()
      }
      return answers
    }
    defer {
      stop.update { $0 = true }
      reader.cancel()
    }
    for round in 1...rounds {
      try await transact([.update(record(0, round)), .update(record(1, round))], in: store)
    }
    let sentinel = try await settle(store, [observer])
    stop.update { $0 = true }
    let fetched = try await step("the last concurrent fetch") { await reader.value }
    let state = observer.value
    let seen =
      fetched.map { ("a fetch while they changed", $0) }
      + state.history.enumerated().map { (observer.name(afterHistory: $0, in: state), $1) }
    for (name, answer) in seen {
      let items = answer.items.byID
      let (a, b) = (items[record(0).id], items[record(1).id])
      try expect(
        (0...rounds).contains { a == record(0, $0) && b == record(1, $0) },
        "\(name) sees half of what was made as one: "
          + (a.map { names.name(of: $0) } ?? "no \(names.name(of: record(0).id))") + " with "
          + (b.map { names.name(of: $0) } ?? "no \(names.name(of: record(1).id))"))
    }
    let last = try await expectAgreement([observer], with: store, inOrder: hasOrder)
    try await expectRecords(
      last, are: (records(0..<2, version: rounds) + [sentinel]).byID, "a fetch after the last change",
      observer: observer)
  }

  func tryStrictBatch() async throws {
    var refused: [(batch: StoreBatch<Item>, missing: Item.ID)] = [
      ([.insert(record(20)), .update(record(30))], record(30).id)
    ]
    if can(.deletes) {
      refused.append(([.insert(record(20)), .delete(record(1).id), .update(record(1, 1))], record(1).id))
    }
    if can(.placements) {
      refused.append(([.insert(record(20)), .move(record(30).id, to: .start)], record(30).id))
      refused.append(([.update(record(0, 1)), .insert(record(20), at: .after(record(30).id))], record(30).id))
    }
    let store = try await makeStore(holding: records(0..<4))
    let observer = try await observeAnswer(of: store)
    for (asked, missing) in refused {
      let batch = StoreBatch(asked.changes, isStrict: true)
      let before = try await fetch(store)
      let known = observer.value.history.count
      let refusal = try await refusal(of: batch, by: store)
      if refusal?.kind != .invalidBatch {
        await giveTurns(to: observer)
        let answer = refusal.map { "refused as \($0.kind.rawValue), not as invalidBatch" } ?? "accepted"
        throw fail(
          "\(batch.summary(by: names.naming)) names \(names.name(of: missing)), which is not there, and is \(answer); "
            + observer.lastEvent(naming: missing))
      }
      try await expectEqual(
        try await fetch(store), before, inOrder: hasOrder, "after the refusal a fetch gives", "it gave before",
        observer: observer)
      let sentinel = try await settle(store, [observer])
      try await expectAgreement([observer], with: store, inOrder: hasOrder)
      for contents in observer.value.history[known...] where !can(.optimisticWrites) {
        let others = contents.items.filter { $0.id != sentinel.id }
        try await expectEqual(
          .items(others), .items(before.items), inOrder: hasOrder, "after the refusal \(observer.name) holds",
          "it held before", observer: observer)
      }
    }
    let accepted = StoreBatch([.insert(record(40)), .update(record(40, 1))], isStrict: true)
    let outcome = try await commit(accepted, to: store)
    var expected = BatchOutcome<Item>()
    expected.inserted = [record(40, 1)]
    let name = "a strict batch that names only what exists"
    try await expectOutcome(outcome, expected, name, observer: observer)
    // What observers make of it is not looked at: who passes a strict batch on may say inserts as updates.
    let written = try await fetch(store).items.first { $0.id == record(40).id }
    try expect(
      written == record(40, 1),
      "after \(name) a fetch has \(written.map { names.name(of: $0) } ?? "none"), not \(names.name(of: record(40, 1))); "
        + observer.lastEvent(naming: record(40).id))
  }

  func tryDeterminism() async throws {
    var batch: StoreBatch<Item> = []
    for number in [31, 25, 38, 22, 40, 29, 34, 27] { batch.insert(record(number)) }
    if can(.updates) { for number in [6, 2, 9, 4] { batch.update(record(number, 1)) } }
    if can(.deletes) { for number in [7, 1, 8] { batch.delete(record(number).id) } }
    typealias Run = (
      outcome: BatchOutcome<Item>, contents: StoreContents<Item>, event: (place: Int, event: StoreEvent<Item>)?,
      observer: Observer
    )
    var runs: [Run] = []
    for _ in 0..<6 {
      let store = try await makeStore(holding: records(0..<10))
      let observer = try await observeAnswer(of: store)
      let received = observer.value.events.count
      let outcome = try await commit(batch, to: store)
      let after = try await fetch(store)
      let state = try await wait(for: observer, "the commit") {
        $0.replica.contents?.isEqual(to: after, inOrder: false) ?? false
      }
      // The event that brought it.
      var replica = StoreReplica<Item>()
      let event = state.events.enumerated().first { offset, event in
        replica.apply(event)
        return offset >= received && replica.contents?.isEqual(to: after, inOrder: false) ?? false
      }
      runs.append((outcome, after, event.map { ($0.offset, $0.element) }, observer))
    }
    let first = runs[0]
    for run in runs.dropFirst() {
      try await expectOutcome(
        run.outcome, first.outcome, "the same batch, in another store,", observer: run.observer)
      try await expectEqual(
        run.contents, first.contents, inOrder: hasOrder, "the store of \(run.observer.name) holds",
        "that of \(first.observer.name)", observer: run.observer)
      guard hasOrder, let event = run.event, let other = first.event,
        case .changes(let changes) = event.event, case .changes(let others) = other.event
      else { continue }
      let naming = names.naming
      let differing = zip(changes.changes, others.changes).first { $0 != $1 }
      try expect(
        changes == others,
        "event \(event.place + 1) of \(run.observer.name) and event \(other.place + 1) of \(first.observer.name) "
          + "announce the same batch as "
          + (differing.map { "“\($0.summary(by: naming))” and “\($1.summary(by: naming))”" }
            ?? "\(changes.changes.count) and \(others.changes.count) changes"))
    }
  }
}
