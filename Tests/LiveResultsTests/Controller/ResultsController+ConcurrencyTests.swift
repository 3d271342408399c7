import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Many writers, many subscribers, some of them asleep.
struct ResultsControllerConcurrencyTests {
  private struct Resident: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
    let city: String
    let age: Int
    let life: Population.Life

    static func == (a: Resident, b: Resident) -> Bool {
      (a.id, a.name, a.city, a.age) == (b.id, b.name, b.city, b.age)
    }
  }

  private typealias Controller = ResultsController<MemoryStore<Resident>, String, Resident, NoHeader>
  private typealias Results = Snapshot<String, Resident, NoHeader>

  private static let keyCount = 30
  private static let historyLimit = 4

  private static func controller(of store: MemoryStore<Resident>) -> Controller {
    var filters = FilterSet<Resident>()
    filters["age"] = ResultsFilter { $0.age < 80 }
    return ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: .by(\.city), sort: [.ascending(\.age), .descending(\.name)], filters: filters),
      historyLimit: historyLimit)
  }

  /// A subscriber that keeps nothing but what it was shown last.
  private final class Subscriber: Sendable {
    private struct Seen {
      var latest = Results()
      var updates = 0
      var violations: [UpdateViolation] = []
    }

    private let seen = Locked(Seen())
    private let task = Locked<Task<Void, Never>?>(nil)
    /// Held to stall: the subscriber goes on after its first update when this ends.
    private let gate: AsyncStream<Void>.Continuation?

    init(_ updates: ResultsUpdates<String, Resident, NoHeader>, isStalled: Bool) {
      let (opened, gate) = AsyncStream<Void>.makeStream()
      self.gate = isStalled ? gate : nil
      let seen = seen
      let task = Task {
        var checker = UpdateChecker<String, Resident, NoHeader>(revisions: .rising)
        for await update in updates {
          checker.check(update)
          let violations = checker.violations
          seen.withLock { seen in
            seen.updates += 1
            seen.latest = update.after
            seen.violations = violations
          }
          if isStalled { for await _ in opened {} }
        }
        seen.withLock { $0.latest = Results() }
      }
      self.task.withLock { $0 = task }
    }

    var latest: Results { seen.withLock { $0.latest } }
    var updates: Int { seen.withLock { $0.updates } }
    var violations: [UpdateViolation] { seen.withLock { $0.violations } }

    func goOn() { gate?.finish() }

    func end() async {
      let task = task.withLock { $0 }
      task?.cancel()
      await task?.value
    }
  }

  @Test(.enabled(if: TestScale.isFull)) func eightWritersAndEightSubscribersOfWhichTwoAreStalled() async throws {
    let population = Population()
    weak var released: Controller?
    do {
      let store = MemoryStore<Resident>([])
      do {
        let controller = Self.controller(of: store)
        released = controller
        await controller.load()
        let quick = (0..<6).map { _ in Subscriber(controller.updates(), isStalled: false) }
        let stalled = (0..<2).map { _ in Subscriber(controller.updates(), isStalled: true) }
        for subscriber in quick + stalled { #expect(await eventually { subscriber.updates == 1 }) }

        for phase in 0..<20 {
          await Self.write(to: store, phase: phase, of: population)
          await store.settled()
          // Whatever is kept is kept of few revisions, by those who stall, too.
          #expect(controller.retainedSteps <= Self.historyLimit)
        }
        let expected = controller.snapshot
        for subscriber in quick {
          #expect(await eventually { subscriber.latest == expected })
          #expect(subscriber.updates > 1)
        }
        for subscriber in stalled {
          #expect(subscriber.updates == 1)
          subscriber.goOn()
          #expect(await eventually { subscriber.latest == expected })
          // What was missed came as one update, not one by one.
          #expect(subscriber.updates == 2)
        }
        for subscriber in quick + stalled { #expect(subscriber.violations == []) }
        let fresh = Self.controller(of: store)
        await fresh.load()
        #expect(fresh.snapshot == expected)

        // Everybody keeps a state or two: the store, its event under way, the engine, the feed; a subscriber what it had,
        // what it has and what is being made of them; the history what each step leads from and what it names, twice.
        let states = 4 + 8 * 4 + 3 * Self.historyLimit
        #expect(population.highest <= states * Self.keyCount)
        #expect(population.born >= 10 * states * Self.keyCount)

        for subscriber in quick + stalled { await subscriber.end() }
        #expect(controller.subscriptionCount == 0)
      }
      #expect(await eventually { released == nil })
      #expect(await eventually { store.observationCount == 0 })
      // Nobody has any but those in the store.
      #expect(await eventually { population.alive == store.count })
      #expect(store.count > 0)
    }
    #expect(await eventually { population.alive == 0 })
  }

  /// Eight tasks write at once, and let the others have a turn now and then.
  private static func write(to store: MemoryStore<Resident>, phase: Int, of population: Population) async {
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          var random = SplitMix64(seed: 5, case: phase * 8 + writer)
          for round in 0..<100 {
            edit(store, &random, name: "w\(writer) r\(phase * 100 + round)", of: population)
            if round % 4 == 0 { await Task.yield() }
          }
        }
      }
    }
  }

  private static func edit(
    _ store: MemoryStore<Resident>, _ random: inout SplitMix64, name: String, of population: Population
  ) {
    let resident = Resident(
      id: random.below(keyCount), name: name, city: ["Bern", "Oslo", "Rome"][random.below(3)], age: random.below(100),
      life: population.life())
    let other = random.below(keyCount)
    let deletes = random.oneIn(3)
    // The only error is a missing section, and this store has none.
    try? store.edit { edits in
      try edits.update(resident)
      if deletes { edits.remove(other) }
    }
  }
}
