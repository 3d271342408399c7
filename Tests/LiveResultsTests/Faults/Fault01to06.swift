import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import Testing

/// Delete then insert of one key in a batch lost the record; delete then add kept only the delete.
@Suite struct Fault01 {
  @Test func theLastWordHoldsInOneBatch() async throws {
    let store = MemoryStore([Person(1, "old"), Person(2, "b")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next { try await store.commit([.delete(1), .insert(Person(1, "new"))]) }
    #expect(update.after.sections[0].items.map(\.name) == ["new", "b"])
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(heard.violations == [])
  }

  @Test func theLastWordHoldsAcrossEventsThatAreGathered() async throws {
    let store = MemoryStore([Person(1, "old"), Person(2, "b")])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]),
        delivery: .throttled(.seconds(1)), clock: ManualClock()))
    store.edit { $0.remove(1) }
    await store.settled()
    try store.edit { try $0.append(Person(1, "new")) }
    await store.settled()
    let update = try await heard.next { await heard.controller.flush() }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(update.after.sections[0].items.map(\.name) == ["new", "b"])
    #expect(heard.violations == [])
  }
}

/// The output of a batch came in random order.
@Suite struct Fault02 {
  @Test func theOrderIsThatOfTheBatchEveryTime() async throws {
    let ids = (0..<200).map { ($0 * 7919) % 200 }
    let batch = Batch(ids.map { StoreChange.insert(Person($0, "\($0)")) })
    var texts: Set<Data> = []
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for _ in 0..<3 {
      let store = MemoryStore<Person>()
      let heard = try await Heard(
        ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
      let update = try await heard.next {
        let outcome = try await store.commit(batch)
        #expect(outcome.inserted.map(\.id) == ids)
      }
      #expect(update.after.idRows == [ids])
      #expect(update.changeset.identity.inserts.map { update.after[$0].id } == ids)
      texts.insert(try encoder.encode(update.changeset))
      #expect(heard.violations == [])
    }
    #expect(texts.count == 1)
  }
}

/// Ties sorted differently in the flat list and in the section.
@Suite struct Fault03 {
  @Test func tiesStandByArrivalInEveryStructure() async throws {
    let store = MemoryStore((0..<12).map { Person($0, "same", $0 % 3 == 0 ? "A" : "B") })
    let flat = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let sectioned = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    func check() {
      let items = flat.controller.snapshot.sections.flatMap { Array($0.items) }
      #expect(sectioned.rows == ["A", "B"].map { city in items.filter { $0.city == city }.map(\.id) })
    }
    #expect(flat.rows == [Array(0..<12)])
    check()
    let edits: [Batch<Person>] = [
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

/// An update was reported as a move onto itself; unchanged rows were reported as updated.
@Suite struct Fault04 {
  @Test func anUpdateInPlaceIsAnUpdateAlone() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await heard.next {
      try store.edit { edits in
        for person in [Person(2, "Bee", "Zurich"), Person(3, "Add", "London")] { try edits.update(person) }
      }
    }
    #expect(
      Array(update.changeset.identity.changes) == [
        .update(from: ItemPath(0, 0), to: ItemPath(0, 0)), .update(from: ItemPath(1, 0), to: ItemPath(1, 0)),
      ])
    #expect(heard.violations == [])
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
    store.say(.changes(Batch(MemoryStore<Person>.four.contents.items.map { .update($0) })))
    store.say(.changes([.update(Person(4, "Kai", "Zurich", age: 10))]))
    let updates = try await recorder.wait(forCount: 3)
    #expect(updates[2].revision == 2)
    #expect(updates[2].changeset.counts == ChangeCounts(updates: 1))
    #expect(recorder.violations == [])
  }
}

/// An update that failed the filter was told as delete and update of one path; an upsert that failed it kept the old row.
@Suite struct Fault05 {
  @Test func whatStopsPassingIsADeleteAndNothingElse() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    try await heard.next { await heard.controller.setFilter(in: "age") { $0.age >= 20 } }
    #expect(heard.rows == [[3, 1], [2]])
    let updated = try await heard.next { try store.edit { try $0.update(Person(3, "Zoe", "London", age: 1)) } }
    #expect(Array(updated.changeset.identity.changes) == [.delete(ItemPath(0, 0))])
    let upserted = try await heard.next { try await store.commit([.insert(Person(1, "Max", "London", age: 2))]) }
    #expect(Array(upserted.changeset.identity.changes) == [.deleteSection(0), .delete(ItemPath(0, 0))])
    #expect(heard.rows == [[2]])
    // It is in the source still, and comes back as an insert.
    let back = try await heard.next { try store.edit { try $0.update(Person(3, "Zoe", "London", age: 50)) } }
    #expect(Array(back.changeset.identity.changes) == [.insertSection(0), .insert(ItemPath(0, 0))])
    #expect(heard.violations == [])
  }
}

/// A moved item with new content was reported only as moved.
@Suite struct Fault06 {
  @Test func bothAreTold() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    for (person, from, to) in [
      (Person(3, "Zed", "London"), ItemPath(0, 0), ItemPath(0, 1)),
      (Person(3, "Abe", "Zurich"), ItemPath(0, 1), ItemPath(1, 0)),
    ] {
      let update = try await heard.next { try store.edit { try $0.update(person) } }
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
    #expect(heard.violations == [])
  }
}
