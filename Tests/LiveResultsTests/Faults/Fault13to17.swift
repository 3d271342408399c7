import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Moves in half-edited coordinates; two removals of row 0 told as one path twice; a row into a new last section told
/// without its delete; removing the first of three sections told as removing another.
@Suite struct Fault13 {
  @Test func movesAreInTheCoordinatesOfBeforeAndAfter() async throws {
    let store = MemoryStore((0..<6).map { Person($0, "") })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next {
      try store.edit { edits in
        edits.remove(0)
        edits.move(4, to: .start)
        try edits.insert(Person(9, ""), at: .start)
      }
    }
    #expect(update.after.idRows == [[9, 4, 1, 2, 3, 5]])
    #expect(
      Array(update.changeset.identity.changes) == [
        .delete(ItemPath(0, 0)), .insert(ItemPath(0, 0)), .move(from: ItemPath(0, 4), to: ItemPath(0, 1)),
      ])
    #expect(heard.violations == [])
  }

  @Test func twoRemovalsOfTheFirstRowAreTwoPaths() async throws {
    let store = MemoryStore((1...4).map { Person($0, "") })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next {
      try store.edit { edits in
        try edits.remove(at: 0)
        try edits.remove(at: 0)
      }
    }
    #expect(Array(update.changeset.identity.changes) == [.delete(ItemPath(0, 0)), .delete(ItemPath(0, 1))])
    #expect(heard.violations == [])
  }

  @Test func aRowIntoANewLastSectionLeavesItsOldPlace() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await heard.next { try store.edit { try $0.update(Person(3, "Ada", "Zwolle", age: 40)) } }
    #expect(
      Array(update.changeset.identity.changes) == [
        .insertSection(2), .move(from: ItemPath(0, 0), to: ItemPath(2, 0)),
        .update(from: ItemPath(0, 0), to: ItemPath(2, 0)),
      ])
    // A list view hears of the section's arrival, and that the row is gone from where it was.
    #expect(update.changeset.batch.sectionInserts == [2])
    #expect(Array(update.changeset.batch.deletes) == [ItemPath(0, 0)])
    #expect(update.changeset.batch.moves.isEmpty)
    #expect(heard.violations == [])
  }

  @Test func theSectionRemovedIsTheOneTold() async throws {
    for gone in 0..<3 {
      let store = MemoryStore(sections: (0..<3).map { StoreSection($0, items: [Person($0, "")]) })
      let heard = try await Heard(
        ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(Int.self))))
      let update = try await heard.next { store.edit { $0.removeSection(gone) } }
      #expect(Array(update.changeset.identity.changes) == [.deleteSection(gone), .delete(ItemPath(gone, 0))])
      #expect(update.after.sections.map(\.key) == [0, 1, 2].filter { $0 != gone })
      #expect(heard.violations == [])
    }
  }
}

/// An insert past the end threw; removing the last filter left the stale filtered copy on show; unbalanced ends announced
/// did-change without will-change.
@Suite struct Fault14 {
  @Test func anInsertPastTheEndIsAtTheEnd() async throws {
    let store = MemoryStore((0..<3).map { Person($0, "") })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next { try store.edit { try $0.insert(Person(9, ""), at: 100) } }
    #expect(Array(update.changeset.identity.changes) == [.insert(ItemPath(0, 3))])
    #expect(heard.violations == [])
  }

  @Test func withoutFiltersEverythingIsShownAsItIsNow() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    try await heard.next { await heard.controller.setFilter(in: "age") { $0.age > 25 } }
    #expect(heard.rows == [[1, 3]])
    // What changes out of sight meanwhile is there when the filter goes.
    store.edit { $0.remove(2) }
    try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 11)) }
    try store.edit { try $0.append(Person(5, "Cy", age: 1)) }
    await store.settled()
    let all = try await heard.next { await heard.controller.setFilter(nil, in: "age") }
    #expect(all.after.idRows == [[1, 3, 4, 5]])
    #expect(all.after.item(at: ItemPath(0, 2))?.name == "Kai")
    #expect(all.changeset.counts == ChangeCounts(inserts: 2))
    #expect(heard.violations == [])
  }

  @Test func roundsAreBalancedHoweverSuspensionsEnd() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let first = await heard.controller.suspendUpdates()
    await heard.controller.resumeUpdates(first)
    await heard.controller.resumeUpdates(first)
    let second = await heard.controller.suspendUpdates()
    store.edit { $0.remove(1) }
    await store.settled()
    await heard.controller.resumeUpdates(first)
    #expect(await heard.controller.isSuspended)
    try await heard.next { await heard.controller.resumeUpdates(second) }
    var log = CallbackLog<Unsectioned, Person, NoHeader>()
    for update in heard.recorder.updates { update.tell(&log) }
    var checker = CallbackChecker<Unsectioned, Person, NoHeader>(showing: Snapshot(sections: []))
    for callback in log.received { checker.check(callback) }
    checker.finish()
    #expect(checker.violations == [])
    #expect(checker.rounds == 2)
    #expect(heard.violations == [])
  }
}

/// An update into a section that was not there yet stayed in the old one; sections were sorted as text while rows were
/// sorted by value; rows were delivered unmapped while reads were mapped.
@Suite struct Fault15 {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  @Test func anUpdateIntoANewSectionMakesIt() async throws {
    let store = MemoryStore([Person(1, "a", "Bern"), Person(2, "b", "Bern")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let update = try await heard.next { try store.edit { try $0.update(Person(1, "a", "Athens")) } }
    #expect(update.after.sections.map(\.key) == ["Athens", "Bern"])
    #expect(update.after.idRows == [[1], [2]])
    #expect(update.changeset.counts == ChangeCounts(sectionInserts: 1, moves: 1, updates: 1))
    #expect(heard.violations == [])
  }

  @Test func sectionsAreSortedByValue() async throws {
    let store = MemoryStore([Person(1, "", age: 10), Person(2, "", age: 9), Person(3, "", age: 100)])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.age), sort: [.ascending(\.age)])))
    #expect(heard.controller.snapshot.sections.map(\.key) == [9, 10, 100])
    try await heard.next { try store.edit { try $0.append(Person(4, "", age: 11)) } }
    #expect(heard.controller.snapshot.sections.map(\.key) == [9, 10, 11, 100])
    #expect(heard.violations == [])
  }

  @Test func whatIsToldIsWhatIsRead() async throws {
    struct Told: ResultsDelegate {
      var texts: [String] = []
      mutating func itemDidChange(_ change: ItemChange<Row>) {
        switch change {
        case .delete(let row, _), .insert(let row, _), .move(let row, _, _), .update(let row, _, _):
          texts.append(row.text)
        }
      }
      mutating func resultsDidChange(_ update: ResultsUpdate<String, Row, NoHeader>) {}
    }
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<Person, String, NoHeader>.by(\.city), sort: [.ascending(\.name)],
          show: { Row(id: $0.id, text: "<\($0.name)>") })))
    let update = try await heard.next {
      try store.edit { edits in
        try edits.append(Person(5, "Cy", "London"))
        try edits.update(Person(2, "Bo", "Zurich"))
        edits.remove(1)
      }
    }
    var told = Told()
    update.tell(&told)
    #expect(told.texts == ["<Max>", "<Cy>", "<Bo>"])
    #expect(
      heard.controller.snapshot.sections.map { $0.items.map(\.text) } == [["<Ada>", "<Cy>"], ["<Bo>", "<Kim>"]])
    #expect(try await heard.controller.object(at: ItemPath(1, 0)).text == "<Bo>")
    #expect(heard.violations == [])
  }
}

/// The changes of a cancelled transaction went out with the next one.
@Suite struct Fault16 {
  private struct Cancelled: Error {}

  @Test func whatWasUndoneIsNeverAnnounced() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let before = store.contents
    for _ in 0..<3 {
      #expect(throws: Cancelled.self) {
        try store.edit { edits in
          edits.remove(1)
          try edits.append(Person(9, "never"))
          try edits.nested { try $0.update(Person(2, "never")) }
          throw Cancelled()
        }
      }
      let strict = Batch<Person>([.delete(3), .update(Person(77, "never"))], isStrict: true)
      await #expect(throws: StoreError.self) { try await store.commit(strict) }
    }
    #expect(store.contents == before)
    let update = try await heard.next { try store.edit { try $0.append(Person(5, "Cy")) } }
    #expect(Array(update.changeset.identity.changes) == [.insert(ItemPath(0, 4))])
    #expect(update.revision == 2)
    #expect(heard.violations == [])
  }

  @Test func aWriteThatIsRefusedIsTakenBackFromTheLayer() async throws {
    let guarded = GuardedStore(MemoryStore.four)
    let drafts = DraftStore(guarded)
    let heard = try await Heard(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    guarded.refuse(with: StoreError(.refused, "no"))
    await #expect(throws: StoreError.self) { try await drafts.write([.delete(1)]) }
    guarded.refuse(with: nil)
    try await drafts.write([.delete(2)])
    try await heard.recorder.wait { $0.last?.after.idRows == [[1, 3, 4]] }
    #expect(guarded.base.contents.items.map(\.id) == [1, 3, 4])
    #expect(heard.violations == [])
  }
}

/// Everything was quadratic. Here the calls of the caller's closures are counted, at two sizes.
@Suite struct Fault17 {
  private struct Work {
    var load = 0
    var update = 0
    var everything = 0
  }

  /// How often closures are called to load `count` records, to change one, and to change all.
  private func work(_ count: Int) throws -> Work {
    let calls = Locked(0)
    let byAge = SortRule<Person>(comparing: { a, b in
      calls.change { $0 += 1 }
      return a.age < b.age ? .ascending : b.age < a.age ? .descending : .same
    })
    var filters = FilterSet<Person>()
    filters["all"] = ResultsFilter { _ in
      calls.change { $0 += 1 }
      return true
    }
    let arrangement = ResultsArrangement(
      sections: Sectioning<Person, Int, NoHeader>.by { $0.id % 10 }, sort: [byAge], filters: filters,
      haveEqualContent: { a, b in
        calls.change { $0 += 1 }
        return a == b
      })
    func person(_ id: Int, shift: Int) -> Person { Person(id, "", age: (id &* 7919 &+ shift) % count) }
    func spent(_ body: () throws -> Void) rethrows -> Int {
      calls.set(0)
      try body()
      return calls.get()
    }
    var engine = ResultsEngine(arrangement: arrangement)
    var work = Work()
    work.load = try spent { _ = try engine.replace(with: .items((0..<count).map { person($0, shift: 0) })) }
    work.update = try spent { _ = try engine.apply([.update(person(count / 3, shift: count / 2))]) }
    work.everything = try spent {
      _ = try engine.apply(Batch((0..<count).map { .update(person($0, shift: count / 3)) }))
    }
    #expect(engine.snapshot.itemCount == count)
    return work
  }

  @Test func theWorkGrowsAsTheRecordsDo() throws {
    let small = try work(1000)
    let large = try work(8000)
    // Eight times the records: linear would be 8, n log n about 10.4, quadratic 64.
    #expect(Double(large.load) / Double(small.load) < 12)
    #expect(Double(large.everything) / Double(small.everything) < 12)
    // One record among many: a few comparisons more, never eight times as many.
    #expect(large.update < small.update + 60)
    #expect(large.update < 200)
  }

  @Test func theStoreLooksAtFewRecordsForOneChange() throws {
    func visits(_ count: Int) throws -> Int {
      let store = MemoryStore((0..<count).map { Person($0, "", age: $0) })
      let events = store.events(for: RecordRequest(sortedBy: [RecordOrder(\.age)]))
      guard case .event(.replace) = events.pull() else { throw StoreError(.other, "no answer") }
      let before = store.visits
      try store.edit { try $0.update(Person(count / 3, "", age: count / 2)) }
      guard case .event(.changes) = events.pull() else { throw StoreError(.other, "no changes") }
      return store.visits - before
    }
    #expect(try visits(8000) < visits(1000) + 60)
  }
}
