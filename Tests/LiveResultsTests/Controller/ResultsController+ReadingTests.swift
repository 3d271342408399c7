import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Where items are while changes wait to be announced: what is read is what was announced.
struct ResultsControllerReadingTests {
  /// A record whose key counts how often it is looked at, so that a search through all items is seen.
  private struct Record: Identifiable, Equatable, Sendable {
    struct Key: Hashable, Sendable {
      static let looks = Locked(0)
      let value: Int

      static func == (a: Key, b: Key) -> Bool {
        looks.change { $0 += 1 }
        return a.value == b.value
      }

      func hash(into hasher: inout Hasher) {
        Self.looks.change { $0 += 1 }
        hasher.combine(value)
      }
    }
    let id: Key
    var rank: Int

    init(_ value: Int, rank: Int) {
      id = Key(value: value)
      self.rank = rank
    }
  }

  @Test func aPathIsFoundAtTheCostOfWhatWaits() async throws {
    let count = 20_000
    let store = MemoryStore((0..<count).map { Record($0, rank: 2 * $0) })
    let sorts = Locked(0)
    let byRank = SortRule<Record>(comparing: { a, b in
      sorts.change { $0 += 1 }
      return a.rank < b.rank ? .ascending : b.rank < a.rank ? .descending : .same
    })
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [byRank]), delivery: .throttled(.seconds(60)),
      clock: ManualClock())
    await controller.load()
    for step in 0..<10 {
      try store.edit { edits in
        edits.remove(Record.Key(value: step))
        try edits.update(Record(19_000 + step, rank: 1001 + 2 * step))
        try edits.append(Record(count + step, rank: 5))
      }
      await store.settled()
    }
    #expect(controller.snapshot.itemCount == count)
    // Gone, after those, moved, untouched at the end, come, never there.
    for (key, item) in [
      (3, 3), (12, 12), (19_004, 19_004), (19_999, 19_999), (count + 4, nil), (-1, nil),
    ] as [(Int, Int?)] {
      Record.Key.looks.set(0)
      sorts.set(0)
      let path = await controller.path(of: Record.Key(value: key))
      #expect(path == item.map { ItemPath(0, $0) })
      #expect(Record.Key.looks.get() <= 100)
      #expect(sorts.get() <= 100)
    }
  }

  /// Steps of all kinds wait; each key is where the announced results have it.
  @Test(arguments: 0..<40) func pathsAreThoseOfTheAnnouncedResults(_ seed: Int) async throws {
    var random = SplitMix64(seed: 21, case: seed)
    func person(_ id: Int) -> Person {
      Person(id, "\(random.below(3))", ["Bern", "Oslo", "Rome"][random.below(3)], age: random.below(8))
    }
    let store = MemoryStore((0..<12).map { person($0) })
    let controller = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: Sectioning<Person, String, NoHeader>.by(\.city), sort: [.ascending(\.age)],
        window: random.oneIn(3) ? ResultsWindow(offset: 1, limit: 7) : .all))
    await controller.load()
    let announced = controller.snapshot
    let suspension = await controller.suspendUpdates()
    for _ in 0..<12 {
      switch random.below(8) {
      case 0:
        let limit = random.below(8)
        await controller.setFilter(in: "age") { $0.age <= limit }
      case 1: await controller.setSort(random.oneIn(2) ? [.descending(\.age)] : [.ascending(\.name)])
      case 2: await controller.setSections(.by(\.city, order: random.oneIn(2) ? .descending : .arrival))
      case 3: await controller.setWindow(ResultsWindow(offset: random.below(3), limit: random.below(10)))
      case 4:
        let id = random.below(15)
        store.edit { $0.remove(id) }
      case 5: await controller.refresh([random.below(15)])
      default:
        let edited = person(random.below(15))
        try store.edit { try $0.update(edited) }
      }
      await store.settled()
      for id in -1..<16 {
        #expect(await controller.path(of: id) == announced.path(of: id))
        #expect(await controller.shownItem(id) == announced.path(of: id).map { announced[$0] })
      }
    }
    #expect(controller.snapshot == announced)
    await controller.resumeUpdates(suspension)
    let now = controller.snapshot
    for id in -1..<16 { #expect(await controller.path(of: id) == now.path(of: id)) }
  }
}
