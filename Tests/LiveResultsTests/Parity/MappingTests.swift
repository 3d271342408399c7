import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// The stored type is mapped to the one shown, at the output.
@Suite struct MappedItemsTests {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  @Test func anItemIsMappedOncePerChangeAndWhatTheMappingHidesIsSilent() async throws {
    let store = MemoryStore.four
    let mapped = Locked([Int]())
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(\.city), sort: [.ascending(\.age)],
          show: { person in
            mapped.change { $0.append(person.id) }
            return Row(id: person.id, title: person.name.uppercased())
          })))
    #expect(recorded.controller.snapshot.sections.map { $0.items.map(\.title) } == [["MAX", "ADA"], ["KIM", "BEA"]])
    #expect(mapped.get().sorted() == [1, 2, 3, 4])
    mapped.set([])
    let update = try await recorded.next { try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 10)) } }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(mapped.get() == [4])
    // The sort reads what is stored, and the content shown is the same: a move and nothing else.
    let move = try await recorded.next { try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 99)) } }
    #expect(move.changeset.counts == ChangeCounts(moves: 1))
    let revision = recorded.controller.revision
    try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 98)) }
    await store.settled()
    #expect(recorded.controller.revision == revision)
    mapped.set([])
    try await recorded.next { await recorded.controller.setSort([.descending(\.name)]) }
    try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age > 25 } }
    #expect(mapped.get() == [])
    #expect(await recorded.controller.record(4)?.age == 98)
    #expect(recorded.violations == [])
  }
}
