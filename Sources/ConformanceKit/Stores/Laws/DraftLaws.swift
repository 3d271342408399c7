import StoreInterface

/// A layer of unwritten changes: seen at once, written or taken back exactly.
@available(LiveSystems, *)
extension StoreTrial {
  typealias Layer = any StoreDraft<Item, Store.Request>

  /// Brings a record, changes one and takes one away.
  private var edits: StoreBatch<Item> { [.insert(record(20)), .update(record(1, 1)), .delete(record(2).id)] }

  func makeDraft(over store: Store) async throws(TrialStop) -> Layer {
    note("make a draft over the store")
    return try await step("makeDraft(over:)") { [harness] in try await harness.makeDraft(over: store) }
  }

  func edit(_ layer: Layer, _ batch: StoreBatch<Item>) async throws(TrialStop) {
    note("edit: \(batch.summary())")
    try await step("an edit of \(batch.summary(by: names.naming))") { try await layer.edit(batch) }
  }

  private func edited(_ records: [Item]) -> [Item.ID: Item] {
    var expected = records.byID
    expected[record(20).id] = record(20)
    expected[record(1).id] = record(1, 1)
    expected[record(2).id] = nil
    return expected
  }

  private func observeAnswer(of layer: Layer) async throws(TrialStop) -> Observer {
    let observer = observe(AnyDataStore(layer).events(for: harness.everything))
    try await wait(for: observer, "the layer's first answer") { $0.replica.hasAnswer }
    return observer
  }

  func tryDraftSeen() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let below = try await fetch(store)
    let layer = try await makeDraft(over: store)
    let observer = try await observeAnswer(of: layer)
    try await expectEqual(
      try await fetch(AnyDataStore(layer)), below, inOrder: hasOrder, "a layer without edits shows", "below is",
      observer: observer)
    try await edit(layer, edits)
    let shown = try await fetch(AnyDataStore(layer))
    try await expectRecords(shown, are: edited(records(0..<5)), "the layer after the edit", observer: observer)
    try await wait(for: observer, toHold: shown, "what the layer shows after the edit")
    let late = try await observeAnswer(of: layer)
    try await expectRecords(
      .items(late.value.replica.items), are: edited(records(0..<5)), "the answer of \(late.name), which began later,",
      observer: late)
    try await expectUnchanged(store, below, observer)
  }

  func tryDraftCommit() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let layer = try await makeDraft(over: store)
    let above = try await observeAnswer(of: layer)
    let below = try await observeAnswer(of: store)
    try await edit(layer, edits)
    let shown = try await fetch(AnyDataStore(layer))
    note("commit the edits")
    try await step("a commit of the layer") { try await layer.commitEdits() }
    let written = try await fetch(store)
    try await expectRecords(written, are: edited(records(0..<5)), "the store after the commit", observer: below)
    try await expectEqual(
      try await fetch(AnyDataStore(layer)), written, inOrder: hasOrder, "the layer shows", "the store holds",
      observer: above)
    try await expectEqual(
      written, shown, inOrder: hasOrder, "the store holds", "the layer had shown", observer: below)
    try await wait(for: below, toHold: written, "what the store holds after the commit")
    try await wait(for: above, toHold: written, "what the store holds after the commit")
    let state = above.value
    for (place, contents) in state.history.enumerated().dropFirst() {
      try await expectEqual(
        contents, shown, inOrder: false, "it holds", "the layer had shown", observer: nil,
        context: "\(above.name(afterHistory: place, in: state)) sees the commit of the layer: ")
    }
    try await step("a discard after the commit") { try await layer.discardEdits() }
    for (now, observer) in [(try await fetch(store), below), (try await fetch(AnyDataStore(layer)), above)] {
      try await expectEqual(
        now, written, inOrder: hasOrder, "after a discard that has nothing to take back there is", "there was",
        observer: observer)
      try await wait(for: observer, toHold: written, "what was there before the discard")
    }
  }

  func tryDraftDiscard() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let below = try await fetch(store)
    let layer = try await makeDraft(over: store)
    let observer = try await observeAnswer(of: layer)
    for _ in 0..<2 {
      try await edit(layer, edits)
      try await edit(layer, [.update(record(20, 1)), .update(record(3, 1)), .delete(record(3).id)])
      if can(.placements) { try await edit(layer, [.move(record(4).id, to: .start)]) }
      note("discard the edits")
      try await step("a discard of the layer") { try await layer.discardEdits() }
      try await expectEqual(
        try await fetch(AnyDataStore(layer)), below, inOrder: hasOrder, "after the discard the layer shows", "below is",
        observer: observer)
      try await wait(for: observer, toHold: below, "what is below, after the discard")
      try await expectUnchanged(store, below, observer)
    }
  }

  func tryDraftRebase() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let layer = try await makeDraft(over: store)
    let observer = try await observeAnswer(of: layer)
    try await edit(layer, edits)
    // Below, another record comes, the edited one changes, the deleted one too, and a third goes.
    try await change(.insert(record(30)), in: store)
    try await change(.update(record(1, 2)), in: store)
    try await change(.update(record(2, 2)), in: store)
    try await change(.delete(record(3).id), in: store)
    let below = [record(0), record(1, 2), record(2, 2), record(4), record(30)]
    try await wait(
      for: observer, "what changed below, \(names.name(of: record(30).id)) and no \(names.name(of: record(3).id))"
    ) { [key = record(30).id, gone = record(3).id] in
      $0.replica[key] != nil && $0.replica[gone] == nil
    }
    let shown = try await fetch(AnyDataStore(layer))
    try await expectRecords(shown, are: edited(below), "the layer over a store that changed", observer: observer)
    try await wait(for: observer, toHold: shown, "what the layer shows over a store that changed")
    if can(.refills) {
      note("refill below")
      let given = records([0, 1, 2, 4, 40], version: 3)
      try await step("a refill") { [harness] in try await harness.refill(store, with: given) }
      let refilled = try await fetch(AnyDataStore(layer))
      try await expectRecords(
        refilled, are: edited(given), "the layer over a store that was refilled", observer: observer)
      try await wait(for: observer, toHold: refilled, "what the layer shows over a store that was refilled")
    }
    note("discard the edits")
    try await step("a discard of the layer") { try await layer.discardEdits() }
    let now = try await fetch(store)
    try await expectEqual(
      try await fetch(AnyDataStore(layer)), now, inOrder: hasOrder, "after the discard the layer shows", "below is",
      observer: observer)
    try await wait(for: observer, toHold: now, "what is below, after the discard")
  }

  func tryDraftKept() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let below = try await fetch(store)
    let layer = try await makeDraft(over: store)
    let observer = try await observeAnswer(of: layer)
    try await edit(layer, edits)
    let shown = try await fetch(AnyDataStore(layer))
    try await wait(for: observer, toHold: shown, "what the layer shows after the edit")
    note("make the next commit fail")
    try await step("failNextCommit(to:)") { [harness] in try await harness.failNextCommit(to: store) }
    let hasFailed = try await step("a commit of the layer that must fail") {
      do {
        try await layer.commitEdits()
        return false
      } catch {
        return true
      }
    }
    if !hasFailed { await giveTurns(to: observer) }
    try expect(
      hasFailed,
      "a commit of the layer, \(edits.summary(by: names.naming)), succeeds although the store below refuses it; "
        + "\(observer.name): \(observer.lastReceived)")
    try await expectEqual(
      try await fetch(AnyDataStore(layer)), shown, inOrder: hasOrder, "after the failure the layer shows",
      "it showed before", observer: observer)
    try await wait(for: observer, toHold: shown, "what the layer shows after the failure")
    try await expectUnchanged(store, below, observer)
    note("commit the edits again")
    try await step("a commit of the layer") { try await layer.commitEdits() }
    let written = try await fetch(store)
    try await expectRecords(
      written, are: edited(records(0..<5)), "the store after the second commit", observer: observer)
    try await wait(for: observer, toHold: written, "what the store holds after the second commit")
  }

  /// What is below the layer is as it was.
  private func expectUnchanged(
    _ store: Store, _ below: StoreContents<Item>, _ observer: Observer
  ) async throws(TrialStop) {
    try await expectEqual(
      try await fetch(store), below, inOrder: hasOrder, "below there is now", "there was before", observer: observer)
  }
}
