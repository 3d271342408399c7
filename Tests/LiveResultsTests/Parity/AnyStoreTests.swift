import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A controller generic over result and request, over any store.
@Suite struct AnyStoreTests {
  /// A store of its own, with a request of its own.
  private struct Roster: DataStore {
    typealias Item = Person
    let people: [Person]

    func events(for ages: ClosedRange<Int>) -> StoreEvents<Person> {
      StoreEvents(just: .replace(.items(people.filter { ages.contains($0.age) })))
    }
  }

  private struct Multiples: DataStore {
    typealias Item = KeyedValue<Int, Int>

    func events(for factor: Int) -> StoreEvents<KeyedValue<Int, Int>> {
      StoreEvents(just: .replace(.items((1...3).map { KeyedValue($0 * factor) })))
    }
  }

  private func names<Store: DataStore<Person, Request>, Request>(_ store: Store, _ request: Request) async -> [String] {
    let controller = ResultsController(
      store: store, request: request, arrangement: ResultsArrangement(sort: [.ascending(\.name)]))
    await controller.load()
    return controller.snapshot.sections.flatMap { $0.items.map(\.name) }
  }

  @Test func everyStoreAndRequestServes() async {
    let memory = MemoryStore<Person>.four
    #expect(await names(memory, .all) == ["Ada", "Bea", "Kim", "Max"])
    #expect(await names(memory, RecordRequest(where: { $0.age > 25 })) == ["Ada", "Max"])
    #expect(await names(Roster(people: memory.contents.items), 15...35) == ["Bea", "Max"])
    #expect(await names(AnyDataStore(memory), .all) == ["Ada", "Bea", "Kim", "Max"])
    #expect(await names(DraftStore(memory), .all) == ["Ada", "Bea", "Kim", "Max"])
  }

  @Test func everyItemServes() async {
    let controller = ResultsController(
      store: Multiples(), request: 7, arrangement: ResultsArrangement(sort: [.descending(\.value)]))
    #expect(await controller.load().isLoaded)
    #expect(controller.snapshot.idRows == [[21, 14, 7]])
  }
}
