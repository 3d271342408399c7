import StoreInterface

/// What is made as one is received, seen and refused as one.
@available(LiveSystems, *)
extension StoreTrial {
  func tryOneEvent() async throws {
    let store = try await makeStore(holding: records(0..<6))
    let observers = [try await observeAnswer(of: store), try await observeAnswer(of: store)]
    var batch: Batch<Item> = [.insert(record(20)), .insert(record(21)), .insert(record(22))]
    if can(.updates) { batch.update(record(1, 1)) }
    if can(.deletes) { batch.delete(record(2).id) }
    try await settle(store, observers)
    let before = try await expectAgreement(observers, with: store, inOrder: hasOrder)
    try await transact(batch, in: store)
    let after = try await fetch(store)
    for observer in observers {
      let inOrder = hasOrder
      let state = try await wait(for: observer, "\(observer.name) waits to hold \(after.summary)") {
        $0.replica.contents?.isEqual(to: after, inOrder: inOrder) ?? false
      }
      guard let start = state.history.lastIndex(where: { $0.isEqual(to: before, inOrder: inOrder) }) else {
        throw fail("\(observer.name) never held what was there before")
      }
      // Events that change nothing are no one's business; what is looked at is the states passed through.
      let between = state.history[(start + 1)...].first { !$0.isEqual(to: after, inOrder: inOrder) }
      try expect(
        between == nil, "\(observer.name) passes through \(between?.summary ?? ""), part of what was made as one")
    }
    try await settle(store, observers)
    try await expectAgreement(observers, with: store, inOrder: hasOrder)
  }

  /// Two records change together, again and again; no one may see one without the other.
  func tryAtomicity() async throws {
    let rounds = max(2, effort.changes / 3)
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
    try await settle(store, [observer])
    stop.update { $0 = true }
    let fetched = try await step("the last concurrent fetch") { await reader.value }
    for (name, answers) in [("a fetch", fetched), (observer.name, observer.value.history)] {
      for answer in answers {
        let items = answer.items.byID
        let versions = (0...rounds).filter { round in
          items[record(0).id] == record(0, round) && items[record(1).id] == record(1, round)
        }
        try expect(versions.count == 1, "\(name) sees half of what was made as one: \(answer.summary)")
      }
    }
  }

  /// Each row of the table of net effects, on records that are known (0…9) or not (20…).
  func tryFoldTable() async throws {
    typealias Update = BatchOutcome<Item>.Update
    func outcome(
      inserted: [Item] = [], updated: [Update] = [], deleted: [Item] = [], unknown: [Item.ID] = []
    ) -> BatchOutcome<Item> {
      var outcome = BatchOutcome<Item>()
      outcome.inserted = inserted
      outcome.updated = updated
      outcome.deleted = deleted
      outcome.unknown = unknown
      return outcome
    }
    func key(_ number: Int) -> Item.ID { record(number).id }
    let rows: [(name: String, batch: Batch<Item>, outcome: BatchOutcome<Item>, held: [(Int, Item?)])] = [
      ("no change", [], outcome(), []),
      ("unknown: insert, delete", [.insert(record(20)), .delete(key(20))], outcome(), [(20, nil)]),
      (
        "unknown: insert, update", [.insert(record(21)), .update(record(21, 1))], outcome(inserted: [record(21, 1)]),
        [(21, record(21, 1))]
      ),
      ("unknown: update", [.update(record(22, 1))], outcome(inserted: [record(22, 1)]), [(22, record(22, 1))]),
      ("unknown: delete", [.delete(key(23))], outcome(unknown: [key(23)]), [(23, nil)]),
      (
        "known: insert", [.insert(record(0, 1))], outcome(updated: [Update(from: record(0), to: record(0, 1))]),
        [(0, record(0, 1))]
      ),
      (
        "known: delete, insert", [.delete(key(1)), .insert(record(1, 1))],
        outcome(updated: [Update(from: record(1), to: record(1, 1))]), [(1, record(1, 1))]
      ),
      (
        "known: update, delete", [.update(record(2, 1)), .delete(key(2))], outcome(deleted: [record(2)]), [(2, nil)]
      ),
      ("known: update back", [.update(record(3, 1)), .update(record(3))], outcome(), [(3, record(3))]),
      (
        "several records",
        [.update(record(4, 1)), .insert(record(24)), .delete(key(5)), .update(record(24, 1)), .update(record(4, 2))],
        outcome(
          inserted: [record(24, 1)], updated: [Update(from: record(4), to: record(4, 2))], deleted: [record(5)]),
        [(4, record(4, 2)), (5, nil), (24, record(24, 1))]
      ),
    ]
    for row in rows {
      let store = try await makeStore(holding: records(0..<10))
      let observer = try await observeAnswer(of: store)
      var expected = records(0..<10).byID
      let placesBefore = try await fetch(store).items.map(\.id)
      let outcome = try await commit(row.batch, to: store)
      try expect(outcome == row.outcome, "\(row.name): the outcome is \(outcome), not \(row.outcome)")
      for (number, item) in row.held { expected[key(number)] = item }
      let fetched = try await fetch(store)
      try expectRecords(fetched, are: expected, "\(row.name): a fetch")
      if can(.placements) {
        let kept = fetched.items.map(\.id).filter { placesBefore.contains($0) }
        let places = placesBefore.filter { kept.contains($0) }
        let moved = zip(kept, places).first { $0 != $1 }
        try expect(
          kept == places,
          "\(row.name): a fetch has \(moved.map { "\(names.name(of: $0.0)) where \(names.name(of: $0.1))" } ?? "other records") was, which was kept"
        )
      }
      try await settle(store, [observer])
      try await expectAgreement([observer], with: store, inOrder: hasOrder)
    }
  }

  func tryStrictBatch() async throws {
    var refused: [Batch<Item>] = [Batch([.insert(record(20)), .update(record(30))], isStrict: true)]
    if can(.deletes) {
      refused.append(
        Batch([.insert(record(20)), .delete(record(1).id), .update(record(1, 1))], isStrict: true))
    }
    if can(.placements) {
      refused.append(Batch([.insert(record(20)), .move(record(30).id, to: .start)], isStrict: true))
      refused.append(Batch([.update(record(0, 1)), .insert(record(20), at: .after(record(30).id))], isStrict: true))
    }
    let store = try await makeStore(holding: records(0..<4))
    let observer = try await observeAnswer(of: store)
    for batch in refused {
      let before = try await fetch(store)
      let known = observer.value.history.count
      let refusal = try await refusal(of: batch, by: store)
      try expect(
        refusal != nil,
        "a strict batch that names a record that does not exist is accepted: "
          + StoreEvent.changes(batch).summary)
      try expect(
        refusal?.kind == .invalidBatch, "the refusal is of the kind \(refusal?.kind.rawValue ?? ""), not invalidBatch")
      try expectEqual(
        try await fetch(store), before, inOrder: hasOrder, "after the refusal a fetch gives", "it gave before")
      let sentinel = try await settle(store, [observer])
      try await expectAgreement([observer], with: store, inOrder: hasOrder)
      for contents in observer.value.history[known...] where !can(.optimisticWrites) {
        let others = contents.items.filter { $0.id != sentinel.id }
        try expectEqual(
          .items(others), .items(before.items), inOrder: hasOrder, "after the refusal the observer holds",
          "it held before")
      }
    }
    let accepted = Batch([.insert(record(40)), .update(record(40, 1))], isStrict: true)
    let outcome = try await commit(accepted, to: store)
    try expect(outcome.inserted == [record(40, 1)], "a strict batch that names only what exists comes to \(outcome)")
  }

  func tryDeterminism() async throws {
    var batch: Batch<Item> = []
    for number in [31, 25, 38, 22, 40, 29, 34, 27] { batch.insert(record(number)) }
    if can(.updates) { for number in [6, 2, 9, 4] { batch.update(record(number, 1)) } }
    if can(.deletes) { for number in [7, 1, 8] { batch.delete(record(number).id) } }
    var runs: [(outcome: BatchOutcome<Item>, contents: StoreContents<Item>, event: StoreEvent<Item>?)] = []
    for _ in 0..<6 {
      let store = try await makeStore(holding: records(0..<10))
      let observer = try await observeAnswer(of: store)
      let received = observer.value.events.count
      let outcome = try await commit(batch, to: store)
      let after = try await fetch(store)
      let state = try await wait(for: observer, "\(observer.name) waits for the commit") {
        $0.replica.contents?.isEqual(to: after, inOrder: false) ?? false
      }
      // The event that brought it.
      var replica = StoreReplica<Item>()
      let event = state.events.enumerated().first { offset, event in
        replica.apply(event)
        return offset >= received && replica.contents?.isEqual(to: after, inOrder: false) ?? false
      }
      runs.append((outcome, after, event?.element))
    }
    for run in runs.dropFirst() {
      try expect(
        run.outcome == runs[0].outcome,
        "the same batch comes to \(run.outcome) here, to \(runs[0].outcome) there")
      try expectEqual(run.contents, runs[0].contents, inOrder: hasOrder, "one store holds", "another")
      if hasOrder, case .changes(let a)? = run.event, case .changes(let b)? = runs[0].event {
        try expect(
          a == b,
          "the same batch is announced as \(StoreEvent.changes(a).summary) here, as \(StoreEvent.changes(b).summary) there"
        )
      }
    }
  }
}
