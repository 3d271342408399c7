import StoreInterface

/// A layer of unwritten changes: seen at once, written or taken back exactly.
@available(LiveSystems, *)
extension StoreTrial {
  typealias Layer = any StoreDraft<Item, Store.Request>

  /// Brings a record, changes one and takes one away.
  private var edits: Batch<Item> { [.insert(record(20)), .update(record(1, 1)), .delete(record(2).id)] }

  func makeDraft(over store: Store) async throws(TrialStop) -> Layer {
    note("make a draft over the store")
    return try await step("makeDraft(over:)") { [harness] in try await harness.makeDraft(over: store) }
  }

  func edit(_ layer: Layer, _ batch: Batch<Item>) async throws(TrialStop) {
    note("edit: \(StoreEvent.changes(batch).summary)")
    try await step("an edit") { try await layer.edit(batch) }
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
    try await wait(for: observer, "\(observer.name) waits for the layer's first answer") { $0.replica.hasAnswer }
    return observer
  }

  private func expectHolds(_ observer: Observer, _ contents: StoreContents<Item>) async throws(TrialStop) {
    let inOrder = hasOrder
    try await wait(for: observer, "\(observer.name) waits to hold \(contents.summary)") {
      $0.replica.contents?.isEqual(to: contents, inOrder: inOrder) ?? false
    }
  }

  func tryDraftSeen() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let below = try await fetch(store)
    let layer = try await makeDraft(over: store)
    let observer = try await observeAnswer(of: layer)
    try expectEqual(
      try await fetch(AnyDataStore(layer)), below, inOrder: hasOrder, "a layer without edits shows", "below is")
    try await edit(layer, edits)
    let shown = try await fetch(AnyDataStore(layer))
    try expectRecords(shown, are: edited(records(0..<5)), "the layer after the edit")
    try await expectHolds(observer, shown)
    let late = try await observeAnswer(of: layer)
    try expectRecords(.items(late.value.replica.items), are: edited(records(0..<5)), "a later observation of the layer")
    try expectEqual(try await fetch(store), below, inOrder: hasOrder, "below there is now", "there was before")
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
    try expectRecords(written, are: edited(records(0..<5)), "the store after the commit")
    try expectEqual(
      try await fetch(AnyDataStore(layer)), written, inOrder: hasOrder, "the layer shows", "the store holds")
    try expectEqual(written, shown, inOrder: hasOrder, "the store holds", "the layer had shown")
    try await expectHolds(below, written)
    try await expectHolds(above, written)
    for contents in above.value.history.dropFirst() {
      try expect(
        contents.isEqual(to: shown, inOrder: false),
        "through the layer, the commit shows as \(contents.summary): what is seen should stay")
    }
    try await step("a discard after the commit") { try await layer.discardEdits() }
    try expectEqual(
      try await fetch(store), written, inOrder: hasOrder, "after a discard that has nothing to take back there is",
      "there was")
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
      try expectEqual(
        try await fetch(AnyDataStore(layer)), below, inOrder: hasOrder, "after the discard the layer shows", "below is")
      try await expectHolds(observer, below)
      try expectEqual(try await fetch(store), below, inOrder: hasOrder, "below there is now", "there was before")
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
    try await wait(for: observer, "\(observer.name) waits for what changed below") {
      [key = record(30).id, gone = record(3).id] in
      $0.replica[key] != nil && $0.replica[gone] == nil
    }
    let shown = try await fetch(AnyDataStore(layer))
    try expectRecords(shown, are: edited(below), "the layer over a store that changed")
    try await expectHolds(observer, shown)
    if can(.refills) {
      note("refill below")
      let given = records([0, 1, 2, 4, 40], version: 3)
      try await step("a refill") { [harness] in try await harness.refill(store, with: given) }
      let refilled = try await fetch(AnyDataStore(layer))
      try expectRecords(refilled, are: edited(given), "the layer over a store that was refilled")
      try await expectHolds(observer, refilled)
    }
    note("discard the edits")
    try await step("a discard of the layer") { try await layer.discardEdits() }
    let now = try await fetch(store)
    try expectEqual(
      try await fetch(AnyDataStore(layer)), now, inOrder: hasOrder, "after the discard the layer shows", "below is")
    try await expectHolds(observer, now)
  }

  func tryDraftKept() async throws {
    let store = try await makeStore(holding: records(0..<5))
    let below = try await fetch(store)
    let layer = try await makeDraft(over: store)
    try await edit(layer, edits)
    let shown = try await fetch(AnyDataStore(layer))
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
    try expect(hasFailed, "a commit of the layer succeeds although the store below refuses it")
    try expectEqual(
      try await fetch(AnyDataStore(layer)), shown, inOrder: hasOrder, "after the failure the layer shows",
      "it showed before")
    try expectEqual(try await fetch(store), below, inOrder: hasOrder, "below there is now", "there was before")
    note("commit the edits again")
    try await step("a commit of the layer") { try await layer.commitEdits() }
    try expectRecords(try await fetch(store), are: edited(records(0..<5)), "the store after the second commit")
  }
}
