import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Writes announce themselves; a changed object is announced by hand.
@Suite struct AnnouncedByHandTests {
  @Test func everyWriteIsReceivedByEveryoneConcerned() async throws {
    let store = MemoryStore.four
    let all = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let zurich = try await RecordedResults(
      ResultsController(
        store: store, request: RecordRequest { $0.city == "Zurich" }, arrangement: ResultsArrangement()))
    try await all.next { try await store.commit([.update(Person(2, "Bo", "Zurich", age: 20))]) }
    try await zurich.recorder.wait(forCount: 2)
    try await all.next { try store.write([.delete(1)]) }
    #expect(all.rows == [[2, 3, 4]])
    await store.settled()
    #expect(zurich.controller.revision == 2)
    #expect(all.violations + zurich.violations == [])
  }

  @Test func refreshedRecordsAreUpdatesAlthoughEqual() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()), permitsRefreshes: true)
    let byStore = try await recorded.next { store.refresh([3, 99]) }
    #expect(Array(byStore.changeset.identity.changes) == [.update(from: ItemPath(0, 2), to: ItemPath(0, 2))])
    let byHand = try await recorded.next { await recorded.controller.refresh([1, 4, 99]) }
    #expect(byHand.changeset.counts == ChangeCounts(updates: 2))
    #expect(recorded.violations == [])
  }
}

/// One object is observed by its identity.
@Suite struct ObservedItemTests {
  @Test func onlyWhatConcernsTheItemIsReceived() async throws {
    let store = MemoryStore([Person(1, "a"), Person(2, "b"), Person(3, "c")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let item = Recorder(recorded.controller.updates(ofItem: 2))
    try await item.wait(forCount: 1)
    try await recorded.next { try store.edit { try $0.append(Person(4, "aa")) } }
    try await recorded.next { try store.edit { try $0.update(Person(2, "bb")) } }
    try await item.wait(forCount: 2)
    try await recorded.next { try store.edit { try $0.update(Person(2, "z")) } }
    try await item.wait(forCount: 3)
    try await recorded.next { await recorded.controller.setSort([.descending(\.name)]) }
    try await recorded.next { store.edit { $0.remove(2) } }
    try await item.wait { $0.last?.kind == .deleted }
    try await recorded.next { try store.edit { try $0.append(Person(2, "again")) } }
    let updates = try await item.wait { $0.last?.kind == .inserted }
    #expect(updates[0].kind == .initial && updates[0].item?.name == "b" && updates[0].path == ItemPath(0, 1))
    #expect(updates[1].kind == .updated && updates[1].item?.name == "bb" && updates[1].path == ItemPath(0, 2))
    #expect(updates[2].kind == .updated && updates[2].item?.name == "z" && updates[2].path == ItemPath(0, 3))
    #expect(updates.last?.item?.name == "again")
    #expect(updates.last?.path != nil)
    #expect(updates.contains { $0.kind == .deleted && $0.item == nil && $0.path == nil })
    #expect(updates.map(\.revision) == updates.map(\.revision).sorted())
    #expect(recorded.violations == [])
  }

  @Test func anItemThatIsNotShownIsReportedWhenItComes() async throws {
    let store = MemoryStore([Person(1, "a")])
    let controller = ResultsController(store: store, request: .all, arrangement: ResultsArrangement())
    await controller.load()
    let item = Recorder(controller.updates(ofItem: 7))
    #expect(try await item.wait(forCount: 1)[0].item == nil)
    try store.edit { try $0.insert(Person(7, "new"), at: .start) }
    let updates = try await item.wait(forCount: 2)
    #expect(updates[1].kind == .inserted)
    #expect(updates[1].path == ItemPath(0, 0))
  }
}

/// A change in a related record makes an item be judged again.
@Suite struct RelatedRecordsTests {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  @Test func byKeyAndByWhatItDependsOn() async throws {
    let countries = Locked(["London": "UK", "Zurich": "CH"])
    let country: @Sendable (Person) -> String = { countries.get()[$0.city] ?? "" }
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<Person, String, NoHeader>.by(country), sort: [.ascending(\.id)],
          show: { Row(id: $0.id, text: "\($0.name), \(country($0))") })),
      permitsRefreshes: true)
    #expect(recorded.controller.snapshot.sections.map(\.key) == ["CH", "UK"])
    // The related record changes: what depends on it goes to another section, with other content.
    countries.change { $0["Zurich"] = "Helvetia" }
    let related = try await recorded.next { await recorded.controller.refresh(where: { $0.city == "Zurich" }) }
    #expect(related.after.sections.map(\.key) == ["Helvetia", "UK"])
    #expect(related.after[ItemPath(0, 0)].text == "Bea, Helvetia")
    #expect(
      related.changeset.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1, moves: 2, updates: 2))
    // A filter that reads the related record.
    try await recorded.next { await recorded.controller.setFilter(in: "country") { country($0) != "UK" } }
    #expect(recorded.rows == [[2, 4]])
    countries.change { $0["London"] = "England" }
    let byKey = try await recorded.next { await recorded.controller.refresh([1]) }
    #expect(byKey.changeset.counts == ChangeCounts(sectionInserts: 1, inserts: 1))
    #expect(byKey.after.idRows == [[1], [2, 4]])
    #expect(recorded.violations == [])
  }

  @Test func theStoreKnowsWhoDependsOnWhat() async throws {
    let countries = Locked(["London": "UK", "Zurich": "CH"])
    let store = MemoryStore(
      MemoryStore<Person>.four.contents.items, dependencies: { [DependencyKey($0.city)] })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])),
      permitsRefreshes: true)
    try await recorded.next { await recorded.controller.setFilter(in: "country") { countries.get()[$0.city] == "UK" } }
    #expect(recorded.rows == [[1, 3]])
    countries.change { $0["Zurich"] = "UK" }
    let update = try await recorded.next { store.refresh(dependingOn: [DependencyKey("Zurich")]) }
    #expect(update.changeset.counts == ChangeCounts(inserts: 2))
    #expect(recorded.rows == [[1, 2, 3, 4]])
    #expect(recorded.violations == [])
  }

  @Test func theStoreMayAskForIt() async throws {
    let limit = Locked(15)
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])),
      permitsRefreshes: true)
    try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age > limit.get() } }
    #expect(recorded.rows == [[1, 2, 3]])
    limit.set(25)
    let update = try await recorded.next { store.refresh([2]) }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1))
    #expect(recorded.violations == [])
  }
}
