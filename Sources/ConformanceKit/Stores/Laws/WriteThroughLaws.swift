import StoreInterface

/// What is written is there.
@available(LiveSystems, *)
extension StoreTrial {
  /// Some commits, one after another.
  private func batches(_ round: Int) -> (batch: StoreBatch<Item>, held: [Item], gone: [Item]) {
    var batch: StoreBatch<Item> = [.insert(record(20 + round))]
    var held = [record(20 + round)]
    var gone: [Item] = []
    if can(.updates) {
      batch.update(record(0, 1 + round))
      held.append(record(0, 1 + round))
    }
    if can(.deletes), round > 0 {
      batch.delete(record(19 + round).id)
      gone.append(record(19 + round))
    }
    return (batch, held, gone)
  }

  private func problem(
    _ items: [Item], _ expectation: (batch: StoreBatch<Item>, held: [Item], gone: [Item])
  ) -> String? {
    for item in expectation.held where !items.contains(item) { return "it lacks \(names.name(of: item))" }
    for item in expectation.gone where items.contains(where: { $0.id == item.id }) {
      return "it still has \(names.name(of: item.id))"
    }
    return nil
  }

  func tryCommitVisible() async throws {
    let store = try await makeStore(holding: records(0..<4))
    for round in 0..<6 {
      let expectation = batches(round)
      try await commit(expectation.batch, to: store)
      let fetched = problem(try await fetch(store).items, expectation)
      try expect(fetched == nil, "a fetch right after a commit: \(fetched ?? "")")
      let observer = try await observeAnswer(of: store)
      let answer = problem(observer.value.history.first?.items ?? [], expectation)
      try expect(
        answer == nil,
        "the answer of \(observer.name), begun right after a commit: \(answer ?? ""); \(observer.lastReceived)")
      observer.cancel()
    }
  }

  func tryCommitAnnounced() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let observers = [try await observeAnswer(of: store), try await observeAnswer(of: store)]
    for round in 0..<6 {
      let expectation = batches(round)
      try await commit(expectation.batch, to: store)
      for observer in observers {
        try await wait(
          for: observer, "the commit, and nothing else is done",
          until: { self.problem($0.replica.items, expectation) == nil },
          lack: { problem($0.replica.items, expectation) })
      }
    }
    try await expectAgreement(observers, with: store, inOrder: hasOrder)
  }

  func tryCommitRefused() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let observer = try await observeAnswer(of: store)
    let before = try await fetch(store)
    note("make the next commit fail")
    try await step("failNextCommit(to:)") { [harness] in try await harness.failNextCommit(to: store) }
    let refusal = try await refusal(of: batches(0).batch, by: store)
    if refusal == nil { await giveTurns(to: observer) }
    try expect(
      refusal != nil,
      "a commit that was made to fail succeeds: \(batches(0).batch.summary(by: names.naming)); "
        + observer.lastEvent(naming: record(20).id))
    try await expectEqual(
      try await fetch(store), before, inOrder: hasOrder, "after the failure a fetch gives", "it gave before",
      observer: observer)
    let known = observer.value.history.count
    let sentinel = try await settle(store, [observer])
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
    for contents in observer.value.history[known...] where !can(.optimisticWrites) {
      try await expectEqual(
        .items(contents.items.filter { $0.id != sentinel.id }), .items(before.items), inOrder: hasOrder,
        "after the failure \(observer.name) holds", "it held before", observer: observer)
    }
    try await commit(batches(0).batch, to: store)
    let fetched = problem(try await fetch(store).items, batches(0))
    try expect(fetched == nil, "a fetch right after the next commit: \(fetched ?? "")")
    try await settle(store, [observer])
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
  }
}
