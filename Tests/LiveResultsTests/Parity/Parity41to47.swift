import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Each controller is isolated by itself; a model delivers on the main actor.
@Suite struct Parity41 {
  @Test func writersOnManyTasksEndInOneTruth() async throws {
    let store = MemoryStore<Person>()
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by({ $0.age % 3 }), sort: [.ascending(\.id)])), revisions: .rising)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            store.edit { edits in
              _ = try? edits.append(Person(writer * 50 + number, "", age: number))
              if number % 5 == 4 { edits.remove(writer * 50 + number - 2) }
            }
          }
        }
      }
    }
    try await heard.recorder.wait { $0.last?.after.itemCount == 160 }
    await store.settled()
    let all = store.contents.items
    #expect(heard.rows == (0..<3).map { rest in all.filter { $0.age % 3 == rest }.map(\.id).sorted() })
    #expect(heard.violations == [])
  }

  @MainActor
  @Test func aModelFollowsOnTheMainActor() async throws {
    let store = MemoryStore.four
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]))
    let model = ResultsModel(controller)
    #expect(model.snapshot.itemCount == 0)
    #expect(model.lastUpdate == nil)
    let (heard, voice) = AsyncStream<[Int]>.makeStream()
    let running = Task {
      await model.run { update in
        MainActor.assertIsolated()
        // The model still shows what was before.
        #expect(model.snapshot == update.before)
        voice.yield(update.after.sections.flatMap { $0.items.map(\.id) })
      }
    }
    let shown = Recorder(heard)
    try await shown.wait { $0.last == [1, 2, 3, 4] }
    store.edit { $0.remove(2) }
    try await shown.wait { $0.last == [1, 3, 4] }
    #expect(model.snapshot.idRows == [[1, 3, 4]])
    #expect(model.lastUpdate?.changeset.counts == ChangeCounts(deletes: 1))
    #expect(model.state.isLoaded)
    running.cancel()
    await running.value
  }
}

/// Where an old path is now, and where a new one came from.
@Suite struct Parity42 {
  @Test func aSelectionFollowsItsItem() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let selected = ItemPath(0, 1)
    #expect(heard.controller.snapshot[selected].name == "Max")
    let update = try await heard.next {
      try store.edit { edits in
        try edits.append(Person(5, "Ali", "Bern"))
        try edits.append(Person(6, "Lea", "London"))
        edits.remove(4)
      }
    }
    #expect(update.changeset.newPath(for: selected) == ItemPath(1, 2))
    #expect(update.after[ItemPath(1, 2)].name == "Max")
    #expect(update.changeset.oldPath(for: ItemPath(1, 2)) == selected)
    #expect(update.changeset.newPath(for: ItemPath(1, 1)) == nil)
    #expect(update.changeset.oldPath(for: ItemPath(0, 0)) == nil)
    #expect(update.changeset.pathTranslation.newSection(for: 0) == 1)
    #expect(heard.violations == [])
  }
}

/// Too many changes: the caller decides to reload once instead, before anything is staged.
@Suite struct Parity43 {
  @Test func theNumberOfChangesIsKnownFirst() async throws {
    let store = MemoryStore((0..<300).map { Person($0, "\($0)") })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let few = try await heard.next { store.edit { $0.remove(7) } }
    let many = try await heard.next { try store.edit { try $0.replaceAll(with: (200..<600).map { Person($0, "") }) } }
    #expect(few.changeset.changeCount == 1)
    #expect(many.changeset.changeCount == 199 + 300 + 100)
    #expect(many.changeset.changeCount == many.changeset.counts.total)
    var reloads = 0
    var shown = few.before
    for update in [few, many] {
      if update.changeset.changeCount > 100 {
        reloads += 1
        shown = update.after
      } else {
        for stage in try update.changeset.stages(from: shown) { shown = stage.snapshot }
      }
      #expect(shown == update.after)
    }
    #expect(reloads == 1)
    #expect(heard.violations == [])
  }
}

/// Index titles, and the section for a title.
@Suite struct Parity44 {
  @Test func titlesLeadToSections() async throws {
    let store = MemoryStore([
      Person(1, "", "Bern"), Person(2, "", "Basel"), Person(3, "", "Athens"), Person(4, "", "Rome"), Person(5, "", ""),
    ])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let index = heard.controller.snapshot.indexTitles { $0.key.first.map { String($0) } }
    #expect(heard.controller.snapshot.sections.map(\.key) == ["", "Athens", "Basel", "Bern", "Rome"])
    #expect(index.titles == ["A", "B", "R"])
    #expect(index.section(forTitle: "B") == 2)
    #expect(index.section(forTitleAt: 2) == 4)
    #expect(index.section(forTitle: "Z") == nil)
    #expect(index.section(forTitleAt: 3) == nil)
    let update = try await heard.next { store.edit { $0.remove(3) } }
    #expect(update.after.indexTitles { $0.key.first.map { String($0) } }.titles == ["B", "R"])
    #expect(heard.violations == [])
  }
}

/// A snapshot of ids alone; updates listed apart from what moves, comes and goes.
@Suite struct Parity45 {
  @Test func idsAndUpdatesAreApart() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    #expect(
      heard.controller.snapshot.ids
        == Snapshot(sections: [SnapshotSection("London", items: [3, 1]), SnapshotSection("Zurich", items: [2, 4])]))
    let inPlace = try await heard.next { try store.edit { try $0.update(Person(4, "Kit", "Zurich")) } }
    // The ids alone see nothing: what is to be reconfigured is told apart.
    #expect(inPlace.before.ids == inPlace.after.ids)
    #expect(inPlace.changeset.identity.updates.map { inPlace.after[$0.to].id } == [4])
    let moved = try await heard.next { try store.edit { try $0.update(Person(4, "Kit", "London")) } }
    #expect(moved.before.ids != moved.after.ids)
    #expect(moved.changeset.identity.updates.map { moved.after[$0.to].id } == [4])
    #expect(moved.changeset.identity.moves.map { moved.after[$0.to].id } == [4])
    #expect(heard.violations == [])
  }
}

/// Results kept across launches: a first snapshot, against which the first answer is diffed.
@Suite struct Parity46 {
  private func kept() async throws -> Data {
    let former = ResultsController(
      store: MemoryStore.four, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await former.load()
    return try JSONEncoder().encode(former.snapshot)
  }

  private func results(
    _ store: ScriptedStore<Person, String>, first: Snapshot<String, Person, NoHeader>
  ) -> PersonResults<String> {
    ResultsController(
      store: store, request: "all", arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]),
      first: first)
  }

  @Test func theFirstAnswerIsDiffedAgainstWhatWasKept() async throws {
    let first = try JSONDecoder().decode(Snapshot<String, Person, NoHeader>.self, from: await kept())
    let store = ScriptedStore<Person, String>()
    let controller = results(store, first: first)
    #expect(controller.snapshot == first)
    #expect(controller.snapshot.idRows == [[3, 1], [2, 4]])
    let recorder = UpdateRecorder(controller.updates())
    #expect(try await recorder.wait(forCount: 1)[0].after == first)
    async let state = controller.load()
    await store.waitForRequests(1)
    #expect(await controller.path(of: 4) == ItemPath(1, 1))
    #expect(await controller.shownItem(1)?.name == "Max")
    store.say(
      .people(
        Person(1, "Max", "London", age: 30), Person(2, "Bea", "London", age: 20), Person(3, "Ada", "London", age: 41)))
    #expect(await state.isLoaded)
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.after.idRows == [[3, 2, 1]])
    #expect(update.changeset.counts == ChangeCounts(sectionDeletes: 1, deletes: 1, moves: 1, updates: 2))
    #expect(recorder.violations == [])
  }

  @Test func whatWasKeptStandsUntilTheAnswerAlsoWhereTheArrangementChanges() async throws {
    let first = try JSONDecoder().decode(Snapshot<String, Person, NoHeader>.self, from: await kept())
    let store = ScriptedStore<Person, String>()
    let controller = results(store, first: first)
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    await controller.setFilter(in: "age") { $0.age < 35 }
    await controller.setSort([.descending(\.name)])
    await controller.setWindow(ResultsWindow(limit: 2))
    await controller.setSections(.by(\.city, order: .descending))
    await controller.refresh([1])
    #expect(controller.snapshot == first)
    store.say(.failed(StoreError(.unavailable, "down")))
    #expect(await state.error?.kind == .unavailable)
    #expect(controller.snapshot == first)
    store.say(.replace(MemoryStore<Person>.four.contents))
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.before == first)
    #expect(update.after.idRows == [[4, 2]])
    #expect(recorder.violations == [])
  }
}

/// A change in a related record makes an item be judged again.
@Suite struct Parity47 {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  @Test func byKeyAndByWhatItDependsOn() async throws {
    let countries = Locked(["London": "UK", "Zurich": "CH"])
    let country: @Sendable (Person) -> String = { countries.get()[$0.city] ?? "" }
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<Person, String, NoHeader>.by(country), sort: [.ascending(\.id)],
          show: { Row(id: $0.id, text: "\($0.name), \(country($0))") })),
      permitsRefreshes: true)
    #expect(heard.controller.snapshot.sections.map(\.key) == ["CH", "UK"])
    // The related record changes: whoever depends on it goes to another section, with other content.
    countries.change { $0["Zurich"] = "Helvetia" }
    let related = try await heard.next { await heard.controller.refresh(where: { $0.city == "Zurich" }) }
    #expect(related.after.sections.map(\.key) == ["Helvetia", "UK"])
    #expect(related.after[ItemPath(0, 0)].text == "Bea, Helvetia")
    #expect(
      related.changeset.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1, moves: 2, updates: 2))
    // A filter that reads the related record.
    try await heard.next { await heard.controller.setFilter(in: "country") { country($0) != "UK" } }
    #expect(heard.rows == [[2, 4]])
    countries.change { $0["London"] = "England" }
    let byKey = try await heard.next { await heard.controller.refresh([1]) }
    #expect(byKey.changeset.counts == ChangeCounts(sectionInserts: 1, inserts: 1))
    #expect(byKey.after.idRows == [[1], [2, 4]])
    #expect(heard.violations == [])
  }

  @Test func theStoreKnowsWhoDependsOnWhat() async throws {
    let countries = Locked(["London": "UK", "Zurich": "CH"])
    let store = MemoryStore(
      MemoryStore<Person>.four.contents.items, dependencies: { [DependencyKey($0.city)] })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])),
      permitsRefreshes: true)
    try await heard.next { await heard.controller.setFilter(in: "country") { countries.get()[$0.city] == "UK" } }
    #expect(heard.rows == [[1, 3]])
    countries.change { $0["Zurich"] = "UK" }
    let update = try await heard.next { store.refresh(dependingOn: [DependencyKey("Zurich")]) }
    #expect(update.changeset.counts == ChangeCounts(inserts: 2))
    #expect(heard.rows == [[1, 2, 3, 4]])
    #expect(heard.violations == [])
  }

  @Test func theStoreMayAskForIt() async throws {
    let limit = Locked(15)
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])),
      permitsRefreshes: true)
    try await heard.next { await heard.controller.setFilter(in: "age") { $0.age > limit.get() } }
    #expect(heard.rows == [[1, 2, 3]])
    limit.set(25)
    let update = try await heard.next { store.refresh([2]) }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1))
    #expect(heard.violations == [])
  }
}
