import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Sort comparators, sort descriptors, key paths.
@Suite struct SortRulesTests {
  private static let people = [
    Person(1, "Bob", "Rome", age: 3), Person(2, "Ada", "", age: 1), Person(3, "Ada", "Bern", age: 2),
    Person(4, "Cy", "Rome", age: 2),
  ]

  private static let byIDModuloTwo = PersonOrder(comparing: { a, b in
    a.id % 2 == b.id % 2 ? .same : a.id % 2 < b.id % 2 ? .ascending : .descending
  })
  private static let byCity = PersonOrder.ascending { (person) -> String? in person.city.isEmpty ? nil : person.city }
  private static let byCityDown = PersonOrder.descending { (person) -> String? in
    person.city.isEmpty ? nil : person.city
  }
  private static let cases: [(sort: [PersonOrder], ids: [Int])] = [
    ([.ascending(\.name), .descending(\.age)], [3, 2, 1, 4]),
    ([PersonOrder(by: { $0.age > $1.age })], [1, 3, 4, 2]),
    ([byIDModuloTwo], [2, 4, 1, 3]),
    ([byCity, .ascending(\.id)], [2, 3, 1, 4]),
    ([byCityDown, .descending(\.id)], [4, 1, 3, 2]),
    ([], [1, 2, 3, 4]),
    ([.descending { $0.age == 2 }, .ascending(\.id)], [3, 4, 1, 2]),
    ([.ascending(\.name.isEmpty), .ascending { $0.city == "Rome" }, .ascending(\.id)], [2, 3, 1, 4]),
  ]

  @Test(arguments: 0..<8) func anOrderOfAnyKindIsSetLiveAndEmitsMoves(_ number: Int) async throws {
    let (sort, ids) = Self.cases[number]
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore(Self.people), request: .all,
        arrangement: ResultsArrangement(sort: [.descending(\.name), .ascending(\.id)])))
    #expect(recorded.rows == [[4, 1, 2, 3]])
    let update = try await recorded.next { await recorded.controller.setSort(sort) }
    #expect(update.after.idRows == [ids])
    #expect(update.changeset.counts.moves > 0)
    #expect(update.changeset.counts.total == update.changeset.counts.moves)
    #expect(recorded.violations == [])
  }
}
