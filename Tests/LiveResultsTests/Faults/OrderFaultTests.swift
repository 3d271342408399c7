import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Ties sorted differently in the flat list and in the section.
@Suite struct TiesOfItemsTests {
  @Test func tiesStandByArrivalInEveryStructure() async throws {
    let store = MemoryStore((0..<12).map { Person($0, "same", $0 % 3 == 0 ? "A" : "B") })
    let flat = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let sectioned = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    func check() {
      let items = flat.controller.snapshot.sections.flatMap { Array($0.items) }
      #expect(sectioned.rows == ["A", "B"].map { city in items.filter { $0.city == city }.map(\.id) })
    }
    #expect(flat.rows == [Array(0..<12)])
    check()
    let edits: [StoreBatch<Person>] = [
      [.insert(Person(99, "same", "B"))], [.update(Person(4, "same", "A"))],
      [.delete(2), .insert(Person(50, "same", "A"), at: .before(7))], [.move(11, to: .start)],
      [.delete(5), .insert(Person(5, "same", "B", age: 1))],
    ]
    for (number, batch) in edits.enumerated() {
      try await store.commit(batch)
      await store.settled()
      try await sectioned.recorder.wait(forCount: number + 2)
      try await flat.recorder.wait(forCount: number + 2)
      check()
    }
    #expect(flat.rows == [[11, 0, 1, 3, 4, 5, 6, 50, 7, 8, 9, 10, 99]])
    #expect(flat.violations == [])
    #expect(sectioned.violations == [])
  }
}

/// Section names that tie under the section order were interleaved.
@Suite struct TiesOfSectionsTests {
  @Test func sectionsThatTieStayApartAndStandByArrival() async throws {
    let store = MemoryStore([
      Person(1, "m", "a"), Person(2, "b", "A"), Person(3, "a", "a"), Person(4, "z", "A"), Person(5, "x", "b"),
    ])
    let byLetter = SortRule<String>(by: { $0.lowercased() < $1.lowercased() })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city, order: .by(byLetter)), sort: [.ascending(\.name)])))
    func keys() -> [String] { recorded.controller.snapshot.sections.map(\.key) }
    #expect(keys() == ["a", "A", "b"])
    #expect(recorded.rows == [[3, 1], [2, 4], [5]])
    for id in 10..<30 {
      let update = try await recorded.next {
        try store.edit { try $0.append(Person(id, "\(id)", id % 2 == 0 ? "A" : "a")) }
      }
      #expect(update.changeset.counts == ChangeCounts(inserts: 1))
    }
    #expect(keys() == ["a", "A", "b"])
    // The earliest of the first section goes, and the next one arrived before the other section's.
    let gone = try await recorded.next { store.edit { $0.remove(1) } }
    #expect(keys() == ["A", "a", "b"])
    #expect(gone.changeset.counts == ChangeCounts(sectionMoves: 1, deletes: 1))
    #expect(recorded.violations == [])
  }
}
