import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// What a subscriber receives that is late, slow, far behind, or gone. Updates are taken by hand, so that what was missed is
/// known to the step.
struct ResultsUpdatesTests {
  private typealias Controller = ResultsController<MemoryStore<Person>, Unsectioned, Person, NoHeader>

  private let store = MemoryStore.four

  private func loaded(historyLimit: Int = 64) async -> Controller {
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(), historyLimit: historyLimit)
    await controller.load()
    return controller
  }

  private func append(_ ids: some Sequence<Int>) async throws {
    for id in ids {
      try store.edit { try $0.append(Person(id, "")) }
      await store.settled()
    }
  }

  private func appendAndRemove(_ id: Int) async throws {
    try await append([id])
    store.edit { $0.remove(id) }
    await store.settled()
  }

  /// What a subscriber knows that comes back.
  private struct Known {
    let revision: Int
    var snapshot = Snapshot<Unsectioned, Person, NoHeader>()

    init(revision: Int) { self.revision = revision }

    init(_ controller: Controller) {
      revision = controller.revision
      snapshot = controller.snapshot
    }

    func updates(of controller: Controller) -> CheckedUpdates<Unsectioned, Person, NoHeader> {
      CheckedUpdates(
        controller.updates(since: revision), start: .resuming(afterRevision: revision, showing: snapshot))
    }
  }

  // MARK: Stages

  /// The documented path to a list view: what it shows in the end is the results themselves, and no copy; for one step
  /// and for several that became one.
  @Test func stagesOfAnUpdateEndInItsResults() async throws {
    let controller = await loaded()
    var updates = CheckedUpdates(controller.updates())
    _ = try #require(await updates.next())
    for ids in [5...5, 6...8] {
      try await append(ids)
      let update = try #require(await updates.next())
      #expect(update.changeset.counts.inserts == ids.count)
      let stages = try update.changeset.stages(from: update.before)
      #expect(stages.count == 1)
      let shown = try #require(stages.last).snapshot
      #expect(shown.isChunked)
      #expect(shown.chunkedItems.isIdentical(to: update.after.chunkedItems))
    }
  }

  // MARK: Silence

  @Test func whatUndoesItselfWhileASubscriberIsBusyIsSilent() async throws {
    let controller = await loaded()
    var updates = CheckedUpdates(controller.updates())
    let first = try #require(await updates.next())
    try await appendAndRemove(5)
    #expect(controller.revision == first.revision + 2)
    await controller.finish()
    #expect(await updates.next() == nil)
  }

  @Test func afterSilenceTheRevisionHasRisenAndTheChainHolds() async throws {
    let controller = await loaded()
    var updates = CheckedUpdates(controller.updates())
    _ = try #require(await updates.next())
    try await appendAndRemove(5)
    async let next = updates.next()
    try await append([6])
    let update = try #require(await next)
    #expect(update.changeset.counts == ChangeCounts(inserts: 1))
    #expect(update.revision == 4)
  }

  @Test func whatUndidItselfSinceARevisionIsSilent() async throws {
    let controller = await loaded()
    let known = Known(controller)
    try await appendAndRemove(5)
    var updates = known.updates(of: controller)
    await controller.finish()
    #expect(await updates.next() == nil)
  }

  // MARK: Late subscribers

  @Test(arguments: [Int.min, -1, 5, Int.max]) func aRevisionThatIsNotKnownIsAReset(_ revision: Int) async throws {
    let controller = await loaded()
    #expect(controller.revision == 1)
    var updates = Known(revision: revision).updates(of: controller)
    let update = try #require(await updates.next())
    #expect(update.kind == .reset)
    #expect(update.revision == 1)
    #expect(update.before.isEmpty)
    #expect(update.after == controller.snapshot)
  }

  @Test func theHistoryReachesAsFarBackAsItsLimit() async throws {
    let controller = await loaded(historyLimit: 3)
    var known = [Known(revision: 0), Known(controller)]
    for id in 5..<9 {
      try await append([id])
      known.append(Known(controller))
    }
    #expect(known.map(\.revision) == Array(0...5))
    for (revision, known) in known.enumerated() {
      var updates = known.updates(of: controller)
      if revision == 5 {
        await controller.finish()
        #expect(await updates.next() == nil)
      } else {
        let update = try #require(await updates.next())
        #expect(update.kind == (revision < 2 ? .reset : .change))
        #expect(update.changeset.counts.inserts == (revision < 2 ? 8 : 5 - revision))
        #expect(update.revision == 5)
        #expect(update.after == controller.snapshot)
      }
    }
  }

  /// It knew the present revision when it subscribed, so it needs no history, however much comes before it asks.
  @Test func whoKnowsThePresentRevisionIsNeverReset() async throws {
    let controller = await loaded(historyLimit: 2)
    var updates = Known(controller).updates(of: controller)
    try await append(5..<15)
    let update = try #require(await updates.next())
    #expect(update.kind == .change)
    #expect(update.changeset.counts == ChangeCounts(inserts: 10))
    #expect(update.before.idRows == [[1, 2, 3, 4]])
  }

  // MARK: Far behind

  @Test func aRefreshIsReceivedHoweverFarBehindTheSubscriberIs() async throws {
    let controller = await loaded(historyLimit: 1)
    var updates = CheckedUpdates(controller.updates(), permitsRefreshes: true)
    _ = await updates.next()
    await controller.refresh([2, 3])
    try await append(5..<8)
    store.edit { $0.remove(3) }
    await store.settled()
    let update = try #require(await updates.next())
    #expect(controller.retainedSteps == 1)
    #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: 3, updates: 1))
    #expect(Array(update.changeset.identity.updates.map(\.from)) == [ItemPath(0, 1)])
    // It has received it; the next time it does not receive it again.
    try await append(8..<11)
    #expect(await updates.next()?.changeset.counts == ChangeCounts(inserts: 3))
  }

  /// It was not there to be looked at, or is not what was looked at; as it was before, it is no change.
  @Test func aRefreshOfWhatWasGoneIsNotReceivedWhenItComesBack() async throws {
    let controller = await loaded(historyLimit: 1)
    var updates = CheckedUpdates(controller.updates(), permitsRefreshes: true)
    _ = await updates.next()
    let (ada, kim) = (try #require(store[3]), try #require(store[4]))
    store.edit { $0.remove(4) }
    await store.settled()
    await controller.refresh([3, 4])
    store.edit { $0.remove(3) }
    await store.settled()
    try store.edit { edits in
      try edits.append(ada)
      try edits.append(kim)
      try edits.append(Person(5, "Cy"))
    }
    await store.settled()
    let update = try #require(await updates.next())
    #expect(controller.retainedSteps == 1)
    #expect(update.changeset.counts == ChangeCounts(inserts: 1))
  }

  @Test func aRefreshIsReceivedAmongMoreChangesThanAreWorthComposing() async throws {
    let controller = await loaded()
    var updates = CheckedUpdates(controller.updates(), permitsRefreshes: true)
    _ = await updates.next()
    let suspension = await controller.suspendUpdates()
    store.refresh([4])
    await store.settled()
    try store.edit { try $0.merge((10..<1200).map { Person($0, "") }) }
    await store.settled()
    try store.edit { try $0.merge((10..<1200).map { Person($0, "new") }) }
    await store.settled()
    await controller.resumeUpdates(suspension)
    #expect(await updates.next()?.changeset.counts == ChangeCounts(inserts: 1190, updates: 1))
  }

  @Test func largeStepsAreNotKeptForSubscribersThatWouldNotUseThem() async throws {
    let controller = await loaded(historyLimit: 1000)
    var slow = CheckedUpdates(controller.updates())
    _ = await slow.next()
    for round in 1...6 {
      try store.edit { try $0.replaceAll(with: (0..<2000).map { Person(round * 10_000 + $0, "") }) }
      await store.settled()
    }
    #expect(controller.retainedSteps == 1)
    let update = try #require(await slow.next())
    #expect(update.changeset.counts == ChangeCounts(deletes: 4, inserts: 2000))
    // Small ones are, until they are too many together.
    try await append(1..<200)
    #expect(controller.retainedSteps == 199)
  }

  /// The work of a subscriber that is behind is that of the changes, not of the items.
  @Test(.enabled(if: TestScale.isFull)) func whatWasMissedIsComposedAtTheCostOfTheChanges() async throws {
    let count = 20_000
    let comparisons = Locked(0)
    let store = MemoryStore((0..<count).map { Tally(id: TallyKey(value: $0), text: "") })
    let controller = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement<Tally, Unsectioned, Tally, NoHeader>(
        sections: .none,
        haveEqualContent: { a, b in
          comparisons.change { $0 += 1 }
          return a.text == b.text
        }))
    await controller.load()
    var updates = CheckedUpdates(controller.updates())
    _ = await updates.next()
    for step in 0..<50 {
      try store.edit { edits in
        edits.remove(TallyKey(value: step * 7))
        try edits.update(Tally(id: TallyKey(value: 10_000 + step), text: "new"))
        edits.move(TallyKey(value: 15_000 + step), to: .start)
      }
      await store.settled()
    }
    comparisons.set(0)
    TallyKey.looks.set(0)
    var cost = (comparisons: Int.max, looks: Int.max)
    let update = try #require(
      await updates.next { _ in cost = (comparisons.get(), TallyKey.looks.get()) })
    #expect(update.changeset.counts == ChangeCounts(deletes: 50, moves: 50, updates: 50))
    #expect(cost.comparisons <= 50 * 50)
    #expect(cost.looks <= 50 * 50)
  }

  // MARK: Letting go

  @Test func aCancelledSubscriberHoldsNothingAlthoughItsIteratorIsKept() async throws {
    let controller = await loaded()
    let count = await Task {
      var updates = CheckedUpdates(controller.updates())
      var states = controller.states().makeAsyncIterator()
      _ = await updates.next()
      _ = await states.next()
      withUnsafeCurrentTask { $0?.cancel() }
      let isOver = await (updates.next() == nil, states.next() == nil)
      let count = controller.subscriptionCount
      return withExtendedLifetime((updates, states)) { isOver == (true, true) ? count : -1 }
    }.value
    #expect(count == 0)
  }

  @Test func anIteratorThatHasEndedKeepsNobodyAlive() async throws {
    weak var released: Controller?
    var iterator: CheckedUpdates<Unsectioned, Person, NoHeader>
    do {
      let controller = await loaded()
      released = controller
      iterator = CheckedUpdates(controller.updates())
      await controller.finish()
    }
    #expect(released != nil)
    #expect(await iterator.next()?.kind == .initial)
    #expect(await iterator.next() == nil)
    #expect(await eventually { released == nil })
    #expect(await iterator.next() == nil)
  }

  @Test func anIteratorThatIsDroppedEndsItsSubscription() async throws {
    let controller = await loaded()
    do {
      var updates = CheckedUpdates(controller.updates())
      let states = controller.states().makeAsyncIterator()
      _ = await updates.next()
      withExtendedLifetime(states) { #expect(controller.subscriptionCount == 2) }
    }
    #expect(await eventually { controller.subscriptionCount == 0 })
  }

  /// An item's end may look at the results, for instance to give back an image that no row shows any more.
  @Test func theEndOfAnItemMayLookAtTheResults() async throws {
    let watched = Locked<ResultsController<MemoryStore<Watched>, Unsectioned, Watched, NoHeader>?>(nil)
    let ended = Locked(0)
    @Sendable func watch(_ version: Int) -> Watched {
      Watched(
        id: 1, version: version,
        ending: Ending {
          _ = watched.get()?.snapshot
          ended.change { $0 += 1 }
        })
    }
    let store = MemoryStore([watch(0)])
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(), historyLimit: 1)
    watched.set(controller)
    await controller.load()
    for version in 1..<10 {
      try store.edit { try $0.update(watch(version)) }
      await store.settled()
    }
    #expect(controller.revision == 10)
    #expect(ended.get() >= 7)
    watched.set(nil)
  }
}

/// A key that counts how often it is compared or hashed.
private struct TallyKey: Hashable, Sendable {
  static let looks = Locked(0)
  let value: Int

  static func == (a: TallyKey, b: TallyKey) -> Bool {
    looks.change { $0 += 1 }
    return a.value == b.value
  }

  func hash(into hasher: inout Hasher) {
    Self.looks.change { $0 += 1 }
    hasher.combine(value)
  }
}

private struct Tally: Identifiable, Equatable, Sendable {
  let id: TallyKey
  let text: String
}

/// Tells of its end.
private final class Ending: Sendable {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

  deinit { tell() }
}

private struct Watched: Identifiable, Equatable, Sendable {
  let id: Int
  let version: Int
  let ending: Ending

  static func == (a: Watched, b: Watched) -> Bool { a.id == b.id && a.version == b.version }
}
