import StoreInterface

/// What changes come to, and where records are.
@available(LiveSystems, *)
extension StoreTrial {
  /// A change of one record, or a look at what has become of all of them; there is one at the end, too.
  private enum Turn: Sendable {
    case put(Int, version: Int)
    case delete(Int)
    case look
  }

  /// One change of each kind, then changes drawn at random, on an observer from the start and ones that come later.
  func tryChangesFold(inOrder: Bool) async throws {
    var random = SplitMix64(seed: seed)
    var known = Set(0..<9)
    var next = 9
    var turns: [Turn] = [.put(8, version: 0)]
    if can(.updates) { turns.append(.put(0, version: 1)) }
    if can(.deletes) {
      known.remove(1)
      turns.append(.delete(1))
    }
    for turn in turns.count..<max(turns.count, effort.changes) {
      let numbers = known.sorted()
      switch random.below(4) {
      case 1 where can(.updates) && !numbers.isEmpty:
        turns.append(.put(numbers[random.below(numbers.count)], version: 1 + turn))
      case 2 where can(.deletes) && !numbers.isEmpty:
        let number = numbers[random.below(numbers.count)]
        known.remove(number)
        turns.append(.delete(number))
      default:
        turns.append(.put(next, version: 0))
        known.insert(next)
        next += 1
      }
      if turn % 10 == 9 { turns.append(.look) }
    }
    try await tryScenarios([turns], smaller: Self.shorter) { trial, turns in
      try await trial.fold(turns, inOrder: inOrder)
    }
  }

  private func fold(_ turns: [Turn], inOrder: Bool) async throws {
    var expected = records(0..<8).byID
    let store = try await makeStore(holding: records(0..<8))
    var observers = [try await observeAnswer(of: store)]
    for turn in turns + [.look] {
      switch turn {
      case .put(let number, let version):
        let item = record(number, version)
        let isKnown = expected.updateValue(item, forKey: item.id) != nil
        if !isKnown || can(.updates) { try await change(isKnown ? .update(item) : .insert(item), in: store) }
      case .delete(let number):
        let key = record(number).id
        if expected.removeValue(forKey: key) != nil { try await change(.delete(key), in: store) }
      case .look:
        let sentinel = try await settle(store, observers)
        expected[sentinel.id] = sentinel
        let fetched = try await expectAgreement(observers, with: store, inOrder: inOrder)
        try await expectRecords(fetched, are: expected, "a fetch", observer: observers[0])
        if observers.count < 3 { observers.append(try await observeAnswer(of: store)) }
      }
    }
  }

  /// A list without its first half, its second half, or one of its elements; the last first, so that a list ends where it
  /// fails.
  private static func shorter<Element>(_ list: [Element]) -> [[Element]] {
    var all: [[Element]] = []
    if list.count > 3 {
      all.append(Array(list.prefix(list.count / 2)))
      all.append(Array(list.suffix(list.count / 2)))
    }
    for place in list.indices.reversed() {
      var rest = list
      rest.remove(at: place)
      all.append(rest)
    }
    return all
  }

  /// One change of each kind, where it shows, then placements, moves and updates drawn at random, against plain arrays.
  func tryPlacements() async throws {
    var model = StoreReplica(StoreContents.items(records(0..<6)))
    var random = SplitMix64(seed: seed)
    var next = 7
    var changes: [StoreChange<Item>] = [.insert(record(6), at: .start), .move(record(0).id, to: .end)]
    if can(.updates) { changes.append(.update(record(1, 1))) }
    if can(.deletes) { changes.append(.delete(record(2).id)) }
    model.apply(StoreBatch(changes))
    for turn in changes.count..<max(changes.count, effort.changes) {
      let keys = model.items.map(\.id)
      let neighbour = keys[random.below(keys.count)]
      let placement: StorePlacement<Item.ID> =
        switch random.below(4) {
        case 0: .start
        case 1: .end
        case 2: .before(neighbour)
        default: .after(neighbour)
        }
      let change: StoreChange<Item>
      let number = random.below(next)
      switch random.below(4) {
      case 0: change = .move(keys[random.below(keys.count)], to: placement)
      case 1 where can(.updates) && keys.contains(record(number).id): change = .update(record(number, 1 + turn))
      case 2 where can(.deletes) && keys.count > 3: change = .delete(keys[random.below(keys.count)])
      default:
        change = .insert(record(next), at: placement)
        next += 1
      }
      model.apply([change])
      changes.append(change)
    }
    try await tryScenarios([changes], smaller: Self.shorter) { trial, changes in try await trial.place(changes) }
  }

  private func name(of change: StoreChange<Item>) -> String { change.summary(by: names.naming) }

  private func place(_ changes: [StoreChange<Item>]) async throws {
    let store = try await makeStore(holding: records(0..<6))
    var model = StoreReplica(try await fetch(store))
    let observers = [try await observeAnswer(of: store)]
    for (turn, change) in changes.enumerated() {
      let isPossible = change.isPossible(in: model)
      if isPossible {
        model.apply([change])
        try await self.change(change, in: store)
      }
      let fetched = try await fetch(store)
      try await expectEqual(
        .items(fetched.items), .items(model.items), inOrder: true, "after “\(name(of: change))” a fetch gives",
        "there should be", observer: observers[0])
      guard turn % 10 == 9 || turn == changes.count - 1 else { continue }
      model.apply([.insert(try await settle(store, observers))])
      let held = try await expectAgreement(observers, with: store, inOrder: true)
      try await expectEqual(
        .items(held.items), .items(model.items), inOrder: true, "after a record was inserted last, a fetch gives",
        "there should be", observer: observers[0])
    }
  }

  /// Sections that come, go, move and change, against plain arrays.
  func trySections() async throws {
    let (a, b, c) = (harness.sectionID(1), harness.sectionID(2), harness.sectionID(3))
    let store = try await makeStore(holding: records(0..<3))
    guard let start = try await fetch(store).sections else { throw fail("a fetch gives no sections") }
    var model = StoreReplica(StoreContents.sections(start))
    let observers = [try await observeAnswer(of: store)]
    var steps: [StoreChange<Item>] = [
      .insertSection(a, header: harness.sectionHeader(1), at: .end),
      .insertSection(b, header: harness.sectionHeader(2), at: .start),
      .insert(record(10), at: StorePlacement(.end, in: a)), .insert(record(11), at: StorePlacement(.start, in: a)),
      .insert(record(12), at: StorePlacement(.end, in: b)), .insert(record(13), at: .after(record(11).id)),
      .insertSection(c, header: harness.sectionHeader(3), at: .before(a)),
      .move(record(11).id, to: StorePlacement(.end, in: c)), .move(record(10).id, to: .before(record(12).id)),
      .moveSection(a, to: .start), .moveSection(b, to: .after(a)), .moveSection(c, to: .end),
      .updateSection(c, header: harness.sectionHeader(4)), .insertSection(b, header: harness.sectionHeader(5)),
    ]
    if can(.updates) { steps.append(.update(record(12, 1))) }
    if can(.deletes) { steps.append(.delete(record(13).id)) }
    steps += [.deleteSection(b), .deleteSection(a)]
    for change in steps {
      model.apply([change])
      try await self.change(change, in: store)
      let fetched = try await fetch(store)
      guard let expected = model.contents else { throw fail("the model holds nothing") }
      try await expectEqual(
        fetched, expected, inOrder: true, "after “\(name(of: change))” a fetch gives", "there should be",
        observer: observers[0])
      model.apply([.insert(try await settle(store, observers))])
      try await expectAgreement(observers, with: store, inOrder: true)
    }
  }

  func tryRefill() async throws {
    let store = try await makeStore(holding: records(0..<6))
    let observers = [try await observeAnswer(of: store), try await observeAnswer(of: store)]
    for (round, numbers) in [Array(4..<12), [], [11, 3, 7]].enumerated() {
      let given = records(numbers, version: round + 1)
      note("refill with \(StoreContents.items(given).summary)")
      try await step("a refill") { [harness] in try await harness.refill(store, with: given) }
      let refilled = try await fetch(store)
      try await expectRecords(refilled, are: given.byID, "a fetch after a refill", observer: observers[0])
      if can(.placements) {
        try await expectEqual(
          .items(refilled.items), .items(given), inOrder: true, "after a refill a fetch gives", "the refill was of",
          observer: observers[0])
      }
      let sentinel = try await settle(store, observers)
      let held = try await expectAgreement(observers, with: store, inOrder: hasOrder)
      try await expectRecords(
        held, are: (given + [sentinel]).byID, "a fetch after a refill", observer: observers[0])
    }
  }
}

extension StoreChange where Item: Equatable {
  /// Whether the records that a change of one names are there, and the one that it inserts is not: in a scenario without
  /// some of its changes, they may not be.
  fileprivate func isPossible(in model: StoreReplica<Item>) -> Bool {
    func has(_ placement: StorePlacement<Item.ID>) -> Bool {
      switch placement.position {
      case .start, .end: true
      case .before(let key), .after(let key): model[key] != nil
      }
    }
    return switch self {
    case .insert(let item, let placement): model[item.id] == nil && has(placement)
    case .move(let key, let placement): model[key] != nil && has(placement)
    case .update(let item): model[item.id] != nil
    case .delete(let key), .refresh(let key): model[key] != nil
    case .insertSection, .updateSection, .moveSection, .deleteSection: true
    }
  }
}
