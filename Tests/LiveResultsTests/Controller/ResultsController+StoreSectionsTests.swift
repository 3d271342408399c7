import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import Testing

/// Results in other sections than those that the store keeps by hand.
struct ResultsControllerStoreSectionsTests {
  private let store = MemoryStore(sections: [
    StoreSection("a", items: [Person(1, "x", "Bern"), Person(2, "y", "Rome")]),
    StoreSection("b", items: [Person(3, "z", "Bern")]),
  ])

  @Test("records that go with their section leave the results, whatever these are sectioned by", arguments: [nil, 2])
  func recordsOfADeletedSectionAreDeleted(_ limit: Int?) async throws {
    let request = RecordRequest<Person>(limit: limit)
    let flat = try await RecordedResults(
      ResultsController(store: store, request: request, arrangement: ResultsArrangement()))
    let byCity = try await RecordedResults(
      ResultsController(store: store, request: request, arrangement: ResultsArrangement(sections: .by(\.city))))
    try await byCity.next { try await flat.next { store.edit { _ = $0.removeSection("a") } } }
    #expect(flat.rows == [[3]])
    #expect(byCity.rows == [[3]])
    #expect(flat.violations == [] && byCity.violations == [])
  }

  @Test("so they do after the results have left the sections of the store")
  func recordsAreDeletedAfterAnotherSectioning() async throws {
    let results = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(String.self))))
    #expect(results.rows == [[1, 2], [3]])
    try await results.next { await results.controller.setSections(.by(\.city)) }
    try await results.next { store.edit { _ = $0.removeSection("a") } }
    #expect(results.rows == [[3]])
    #expect(results.controller.snapshot.sections.map(\.key) == ["Bern"])
    #expect(results.violations == [])
  }
}
