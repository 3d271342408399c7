import StoreInterface

/// A batch on a store of a few records, and what it comes to: a row of the table of net effects.
struct FoldScenario: Sendable {
  enum Edit: Sendable {
    case insert(Int, version: Int)
    case update(Int, version: Int)
    case delete(Int)
    /// To the start.
    case move(Int)
    case refresh(Int)

    var number: Int {
      switch self {
      case .insert(let number, _), .update(let number, _), .delete(let number), .move(let number), .refresh(let number):
        number
      }
    }

    var isMove: Bool { if case .move = self { true } else { false } }
  }

  /// What becomes of a record: its versions, where it is there.
  struct Effect: Hashable, Sendable {
    var number: Int
    var before: Int?
    var after: Int?
    /// Whether it was to be deleted, moved or refreshed while it was not there.
    var isUnknown = false
    var isMoved = false
    var isRefreshed = false
  }

  /// The records that are there at first, in version 0.
  var start = Array(0..<10)
  var edits: [Edit]

  /// Each row of the table, on records that are known (0…9) or not (20…).
  static var table: [FoldScenario] {
    let batches: [[Edit]] = [
      [],
      [.insert(20, version: 0), .delete(20)],
      [.insert(21, version: 0), .update(21, version: 1)],
      [.update(22, version: 1)],
      [.delete(23)],
      [.insert(0, version: 1)],
      [.delete(1), .insert(1, version: 1)],
      [.update(2, version: 1), .delete(2)],
      [.update(3, version: 1), .update(3, version: 0)],
      [.update(4, version: 1), .insert(24, version: 0), .delete(5), .update(24, version: 1), .update(4, version: 2)],
      [.refresh(6)],
      [
        .refresh(25), .refresh(7), .update(7, version: 1), .insert(26, version: 0), .refresh(26), .refresh(8),
        .delete(8),
      ],
      [.move(6)],
      [.move(25), .update(7, version: 1), .move(7), .insert(26, version: 0), .move(26), .move(8), .delete(8)],
    ]
    return batches.map { FoldScenario(edits: $0) }
  }

  /// What becomes of the records that are named, in the order in which they are first named.
  var effects: [Effect] {
    var effects: [Effect] = []
    for edit in edits {
      if !effects.contains(where: { $0.number == edit.number }) {
        let version = start.contains(edit.number) ? 0 : nil
        effects.append(Effect(number: edit.number, before: version, after: version))
      }
      guard let place = effects.firstIndex(where: { $0.number == edit.number }) else { continue }
      switch edit {
      case .insert(_, let version), .update(_, let version): effects[place].after = version
      case .delete:
        if effects[place].after == nil { effects[place].isUnknown = true }
        effects[place].after = nil
      case .move where effects[place].after != nil: effects[place].isMoved = true
      case .refresh where effects[place].after != nil: effects[place].isRefreshed = true
      case .move, .refresh: effects[place].isUnknown = true
      }
    }
    return effects
  }

  /// Smaller scenarios, in the order in which they are tried.
  var smaller: [FoldScenario] {
    var all: [FoldScenario] = []
    func with(_ change: (inout FoldScenario) -> Void) {
      var scenario = self
      change(&scenario)
      all.append(scenario)
    }
    let named = Set(edits.map(\.number))
    if !named.isSuperset(of: start) { with { $0.start.removeAll { !named.contains($0) } } }
    for place in edits.indices.reversed() { with { $0.edits.remove(at: place) } }
    for place in start.indices.reversed() { with { $0.start.remove(at: place) } }
    return all
  }
}

@available(LiveSystems, *)
extension StoreTrial {
  func tryFoldTable() async throws {
    let scenarios = FoldScenario.table.filter { can(.placements) || !$0.edits.contains(where: \.isMove) }
    try await tryScenarios(scenarios, smaller: \.smaller) { trial, scenario in try await trial.fold(scenario) }
  }

  private func fold(_ scenario: FoldScenario) async throws {
    let store = try await makeStore(holding: records(scenario.start))
    let observer = try await observeAnswer(of: store)
    let start = try await fetch(store)
    let batch = StoreBatch(
      scenario.edits.map { edit -> StoreChange<Item> in
        switch edit {
        case .insert(let number, let version): .insert(record(number, version))
        case .update(let number, let version): .update(record(number, version))
        case .delete(let number): .delete(record(number).id)
        case .move(let number): .move(record(number).id, to: .start)
        case .refresh(let number): .refresh(record(number).id)
        }
      })
    var expected = BatchOutcome<Item>()
    var held = records(scenario.start).byID
    for effect in scenario.effects {
      let (before, after) = (
        effect.before.map { record(effect.number, $0) }, effect.after.map { record(effect.number, $0) }
      )
      held[record(effect.number).id] = after
      if effect.isUnknown { expected.unknown.append(record(effect.number).id) }
      switch (before, after) {
      case (nil, nil): break
      case (nil, let after?): expected.inserted.append(after)
      case (let before?, nil): expected.deleted.append(before)
      case (let before?, let after?):
        if before != after {
          expected.updated.append(.init(from: before, to: after))
        } else if effect.isRefreshed {
          expected.refreshed.append(after.id)
        }
        if effect.isMoved { expected.moved.append(after.id) }
      }
    }
    let name = "the batch \(batch.summary(by: names.naming))"
    let known = observer.value.events.count
    let outcome = try await commit(batch, to: store)
    // Where records depend on nothing else, there is nothing to look at again.
    if outcome.refreshed.isEmpty { expected.refreshed = [] }
    try await expectOutcome(outcome, expected, name, observer: observer)
    let fetched = try await fetch(store)
    try await expectRecords(fetched, are: held, "after \(name) a fetch", observer: observer)
    if can(.placements) {
      var model = StoreReplica(start)
      model.apply(batch)
      let isKept = Set(start.items.map(\.id)).contains
      let (kept, right) = (fetched.items.map(\.id).filter(isKept), model.items.map(\.id).filter(isKept))
      if let moved = zip(kept, right).first(where: { $0 != $1 }) {
        await giveTurns(to: observer)
        throw fail(
          "after \(name) a fetch has \(names.name(of: moved.0)) where \(names.name(of: moved.1)) is to be, which was "
            + "kept; \(observer.lastEvent(naming: moved.1))")
      }
    }
    try await settle(store, [observer])
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
    let events = observer.value.events[known...]
    for key in outcome.refreshed {
      try expect(
        events.contains { $0.names(key) },
        "\(name): the outcome says that \(names.name(of: key)) was refreshed, which is not announced; "
          + observer.lastEvent(naming: key))
    }
  }
}

// MARK: - Outcomes

@available(LiveSystems, *)
extension StoreTrial {
  /// Compares what a commit says that a batch comes to with what it should come to.
  ///
  /// - Parameters:
  ///   - name: What the batch is called.
  ///   - observer: Whose events messages name.
  func expectOutcome(
    _ outcome: BatchOutcome<Item>, _ expected: BatchOutcome<Item>, _ name: String, observer: Observer,
    file: String = #fileID, line: UInt = #line
  ) async throws(TrialStop) {
    if outcome == expected { return try expect(true, "") }
    await giveTurns(to: observer)
    let (message, way) = difference(of: outcome, from: expected, observer)
    try expect(false, "\(name): \(message)", way: way, file: file, line: line)
  }

  private func difference(
    of outcome: BatchOutcome<Item>, from expected: BatchOutcome<Item>, _ observer: Observer
  ) -> (message: String, way: String) {
    let (said, right) = (statements(of: outcome), statements(of: expected))
    for (key, _) in said + right {
      func all(_ statements: [(key: Item.ID, statement: String)]) -> String {
        let all = statements.filter { $0.key == key }.map(\.statement).joined(separator: ", ")
        return all.isEmpty ? "nothing" : all
      }
      guard all(said) != all(right) else { continue }
      let claim = "the outcome says \(all(said)), and should say \(all(right))"
      return ("\(names.name(of: key)): \(claim); \(observer.lastEvent(naming: key))", claim.withoutNumbers)
    }
    guard let (mine, other) = zip(said, right).first(where: { $0.key != $1.key }) else { return ("\(outcome)", "") }
    return (
      "the outcome names \(names.name(of: mine.key)) (\(mine.statement)) before \(names.name(of: other.key)); "
        + observer.lastEvent(naming: mine.key),
      "order"
    )
  }

  /// What an outcome says of each record.
  private func statements(of outcome: BatchOutcome<Item>) -> [(key: Item.ID, statement: String)] {
    outcome.inserted.map { ($0.id, "inserted in \(names.versionName(of: $0))") }
      + outcome.updated.map {
        ($0.to.id, "updated from \(names.versionName(of: $0.from)) to \(names.versionName(of: $0.to))")
      }
      + outcome.moved.map { ($0, "moved") }
      + outcome.deleted.map { ($0.id, "deleted in \(names.versionName(of: $0))") }
      + outcome.refreshed.map { ($0, "refreshed") } + outcome.unknown.map { ($0, "unknown") }
  }
}
