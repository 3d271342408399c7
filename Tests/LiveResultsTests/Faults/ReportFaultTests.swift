import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// An update was reported as a move onto itself; unchanged rows were reported as updated.
@Suite struct UpdateInPlaceTests {
  @Test func anUpdateInPlaceIsAnUpdateAlone() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await recorded.next {
      try store.edit { edits in
        for person in [Person(2, "Bee", "Zurich"), Person(3, "Add", "London")] { try edits.update(person) }
      }
    }
    #expect(
      Array(update.changeset.identity.changes) == [
        .update(from: ItemPath(0, 0), to: ItemPath(0, 0)), .update(from: ItemPath(1, 0), to: ItemPath(1, 0)),
      ])
    #expect(recorded.violations == [])
  }

  @Test func whatIsEqualIsSilent() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.replace(MemoryStore<Person>.four.contents))
    _ = await state
    try await recorder.wait(forCount: 2)
    // The store repeats itself: none of this is a change, and the next announcement is of what is.
    store.say(.replace(MemoryStore<Person>.four.contents))
    store.say(.changes(StoreBatch(MemoryStore<Person>.four.contents.items.map { .update($0) })))
    store.say(.changes([.update(Person(4, "Kai", "Zurich", age: 10))]))
    let updates = try await recorder.wait(forCount: 3)
    #expect(updates[2].revision == 2)
    #expect(updates[2].changeset.counts == ChangeCounts(updates: 1))
    #expect(recorder.violations == [])
  }
}

/// An update that failed the filter was reported as delete and update of one path; an upsert that failed it kept the old row.
@Suite struct UpdateThatFailsTheFilterTests {
  @Test func whatStopsPassingIsADeleteAndNothingElse() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age >= 20 } }
    #expect(recorded.rows == [[3, 1], [2]])
    let updated = try await recorded.next { try store.edit { try $0.update(Person(3, "Zoe", "London", age: 1)) } }
    #expect(Array(updated.changeset.identity.changes) == [.delete(ItemPath(0, 0))])
    let upserted = try await recorded.next { try await store.commit([.insert(Person(1, "Max", "London", age: 2))]) }
    #expect(Array(upserted.changeset.identity.changes) == [.deleteSection(0), .delete(ItemPath(0, 0))])
    #expect(recorded.rows == [[2]])
    // It is in the source still, and comes back as an insert.
    let back = try await recorded.next { try store.edit { try $0.update(Person(3, "Zoe", "London", age: 50)) } }
    #expect(Array(back.changeset.identity.changes) == [.insertSection(0), .insert(ItemPath(0, 0))])
    #expect(recorded.violations == [])
  }
}

/// A moved item with new content was reported only as moved.
@Suite struct MoveWithNewContentTests {
  @Test func bothAreReported() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    for (person, from, to) in [
      (Person(3, "Zed", "London"), ItemPath(0, 0), ItemPath(0, 1)),
      (Person(3, "Abe", "Zurich"), ItemPath(0, 1), ItemPath(1, 0)),
    ] {
      let update = try await recorded.next { try store.edit { try $0.update(person) } }
      #expect(Array(update.changeset.identity.changes) == [.move(from: from, to: to), .update(from: from, to: to)])
      #expect(update.after[to] == person)
      var log = CallbackLog<String, Person, NoHeader>()
      update.tell(&log)
      var checker = CallbackChecker<String, Person, NoHeader>()
      for callback in log.received { checker.check(callback) }
      #expect(checker.violations == [])
      // Will, move, update, did.
      #expect(log.received.count == 4)
    }
    #expect(recorded.violations == [])
  }
}

/// Moves in half-edited coordinates; two removals of row 0 reported as one path twice; a row into a new last section reported
/// without its delete; removing the first of three sections reported as removing another.
@Suite struct CoordinatesTests {
  @Test func movesAreInTheCoordinatesOfBeforeAndAfter() async throws {
    let store = MemoryStore((0..<6).map { Person($0, "") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next {
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
    #expect(recorded.violations == [])
  }

  @Test func twoRemovalsOfTheFirstRowAreTwoPaths() async throws {
    let store = MemoryStore((1...4).map { Person($0, "") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next {
      try store.edit { edits in
        try edits.remove(at: 0)
        try edits.remove(at: 0)
      }
    }
    #expect(Array(update.changeset.identity.changes) == [.delete(ItemPath(0, 0)), .delete(ItemPath(0, 1))])
    #expect(recorded.violations == [])
  }

  @Test func aRowIntoANewLastSectionLeavesItsOldPlace() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await recorded.next { try store.edit { try $0.update(Person(3, "Ada", "Zwolle", age: 40)) } }
    #expect(
      Array(update.changeset.identity.changes) == [
        .insertSection(2), .move(from: ItemPath(0, 0), to: ItemPath(2, 0)),
        .update(from: ItemPath(0, 0), to: ItemPath(2, 0)),
      ])
    // A list view receives the section's arrival, and that the row is gone from where it was.
    #expect(update.changeset.batch.sectionInserts == [2])
    #expect(Array(update.changeset.batch.deletes) == [ItemPath(0, 0)])
    #expect(update.changeset.batch.moves.isEmpty)
    #expect(recorded.violations == [])
  }

  @Test func theSectionRemovedIsTheOneReported() async throws {
    for gone in 0..<3 {
      let store = MemoryStore(sections: (0..<3).map { StoreSection($0, items: [Person($0, "")]) })
      let recorded = try await RecordedResults(
        ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(Int.self))))
      let update = try await recorded.next { store.edit { $0.removeSection(gone) } }
      #expect(Array(update.changeset.identity.changes) == [.deleteSection(gone), .delete(ItemPath(gone, 0))])
      #expect(update.after.sections.map(\.key) == [0, 1, 2].filter { $0 != gone })
      #expect(recorded.violations == [])
    }
  }
}

/// An update into a section that was not there yet stayed in the old one; sections were sorted as text while rows were
/// sorted by value; rows were delivered unmapped while reads were mapped.
@Suite struct NewSectionsAndMappingTests {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  @Test func anUpdateIntoANewSectionMakesIt() async throws {
    let store = MemoryStore([Person(1, "a", "Bern"), Person(2, "b", "Bern")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let update = try await recorded.next { try store.edit { try $0.update(Person(1, "a", "Athens")) } }
    #expect(update.after.sections.map(\.key) == ["Athens", "Bern"])
    #expect(update.after.idRows == [[1], [2]])
    #expect(update.changeset.counts == ChangeCounts(sectionInserts: 1, moves: 1, updates: 1))
    #expect(recorded.violations == [])
  }

  @Test func sectionsAreSortedByValue() async throws {
    let store = MemoryStore([Person(1, "", age: 10), Person(2, "", age: 9), Person(3, "", age: 100)])
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.age), sort: [.ascending(\.age)])))
    #expect(recorded.controller.snapshot.sections.map(\.key) == [9, 10, 100])
    try await recorded.next { try store.edit { try $0.append(Person(4, "", age: 11)) } }
    #expect(recorded.controller.snapshot.sections.map(\.key) == [9, 10, 11, 100])
    #expect(recorded.violations == [])
  }

  @Test func whatIsReportedIsWhatIsRead() async throws {
    struct Reported: ResultsDelegate {
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
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<Person, String, NoHeader>.by(\.city), sort: [.ascending(\.name)],
          show: { Row(id: $0.id, text: "<\($0.name)>") })))
    let update = try await recorded.next {
      try store.edit { edits in
        try edits.append(Person(5, "Cy", "London"))
        try edits.update(Person(2, "Bo", "Zurich"))
        edits.remove(1)
      }
    }
    var reported = Reported()
    update.tell(&reported)
    #expect(reported.texts == ["<Max>", "<Cy>", "<Bo>"])
    #expect(
      recorded.controller.snapshot.sections.map { $0.items.map(\.text) } == [["<Ada>", "<Cy>"], ["<Bo>", "<Kim>"]])
    #expect(try await recorded.controller.object(at: ItemPath(1, 0)).text == "<Bo>")
    #expect(recorded.violations == [])
  }
}
