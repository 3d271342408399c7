import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Nested edits: one announcement at the outermost end.
@Suite struct Parity33 {
  private struct Refused: Error {}

  @Test func nestedEditsAreOneUpdateAndAThrowingOneUndoesItselfAlone() async throws {
    let store = MemoryStore([Person(1, "a")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next {
      try store.edit { edits in
        try edits.append(Person(2, "b"))
        try edits.nested { inner in
          try inner.append(Person(3, "c"))
          try inner.nested { try $0.append(Person(4, "d")) }
        }
        do {
          try edits.nested { inner in
            inner.remove(1)
            try inner.append(Person(5, "e"))
            throw Refused()
          }
        } catch is Refused {}
        try edits.append(Person(6, "f"))
      }
    }
    #expect(update.after.idRows == [[1, 2, 3, 4, 6]])
    #expect(update.changeset.counts == ChangeCounts(inserts: 4))
    let revision = heard.controller.revision
    #expect(throws: Refused.self) {
      try store.edit { edits in
        edits.remove(1)
        throw Refused()
      }
    }
    await store.settled()
    #expect(heard.controller.revision == revision)
    try await heard.next { store.edit { $0.remove(2) } }
    #expect(heard.rows == [[1, 3, 4, 6]])
    #expect(heard.violations == [])
  }
}

/// Updates are switched off and on: a token; one changeset on resume.
@Suite struct Parity34 {
  @Test func whatHappensMeanwhileIsOneUpdate() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    let controller = heard.controller
    let revision = controller.revision
    let outer = await controller.suspendUpdates()
    let inner = await controller.suspendUpdates()
    #expect(outer != inner)
    store.edit { $0.remove(1) }
    try store.edit { try $0.append(Person(5, "Cy")) }
    try store.edit { try $0.append(Person(6, "gone again")) }
    store.edit { $0.remove(6) }
    await store.settled()
    await controller.setFilter(in: "zurich") { $0.city != "Zurich" }
    await controller.flush()
    await controller.resumeUpdates(inner)
    await controller.resumeUpdates(inner)
    #expect(await controller.isSuspended)
    #expect(controller.revision == revision)
    #expect(heard.rows == [[1, 2, 3, 4]])
    #expect(await controller.path(of: 3) == ItemPath(0, 2))
    let update = try await heard.next { await controller.resumeUpdates(outer) }
    #expect(update.revision == revision + 1)
    #expect(update.changeset.counts == ChangeCounts(deletes: 3, inserts: 1))
    #expect(update.after.idRows == [[3, 5]])

    let within = try await heard.next {
      await controller.withUpdatesSuspended {
        await controller.setFilter(nil, in: "zurich")
        await controller.setSort([.descending(\.id)])
      }
    }
    #expect(within.after.idRows == [[5, 4, 3, 2]])
    #expect(await !controller.isSuspended)
    #expect(heard.violations == [])
  }
}

/// Find by path, key and object, in the filtered and in the unfiltered data.
@Suite struct Parity35 {
  @Test func bothViewsAreAtHand() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(\.city), sort: [.ascending(\.name)], window: ResultsWindow(limit: 2))))
    let controller = heard.controller
    try await heard.next { await controller.setFilter(in: "age") { $0.age < 35 } }
    #expect(heard.rows == [[1], [2]])
    #expect(await controller.path(of: 1) == ItemPath(0, 0))
    #expect(await controller.path(of: Person(2, "any")) == ItemPath(1, 0))
    #expect(await controller.path(of: 3) == nil)
    #expect(await controller.path(of: 4) == nil)
    #expect(try await controller.object(at: ItemPath(0, 0)).name == "Max")

    #expect(await controller.record(3)?.name == "Ada")
    #expect(await controller.fullPath(of: 3) == ItemPath(0, 0))
    #expect(await controller.fullPath(of: 1) == ItemPath(0, 1))
    #expect(await controller.fullPath(of: 4) == ItemPath(1, 1))
    #expect(await controller.fullPath(of: 99) == nil)
    #expect(try await controller.fullObject(at: ItemPath(1, 1)).name == "Kim")
    #expect(await controller.fullSnapshot().idRows == [[3, 1], [2, 4]])
    await #expect(throws: NoSuchItem(path: ItemPath(2, 0), sizes: [2, 2])) {
      try await controller.fullObject(at: ItemPath(2, 0))
    }
    #expect(heard.violations == [])
  }
}

/// What feeds list views: batch view, stages, header titles, the state without data.
@Suite struct Parity36 {
  /// A list that is told of operations and counts its rows as a list view does.
  private struct CountingList {
    var counts: [Int]

    mutating func perform(_ changes: ChangeList, showing data: Snapshot<String, Person, String?>) {
      var rows: [Int?] = counts
      for path in changes.deletes { rows[path.section] = rows[path.section].map { $0 - 1 } }
      for move in changes.moves { rows[move.from.section] = rows[move.from.section].map { $0 - 1 } }
      for section in changes.sectionDeletes { rows[section] = nil }
      let moved = changes.sectionMoves.map { ($0.to, rows[$0.from]) }
      for move in changes.sectionMoves { rows[move.from] = nil }
      var next = rows.compactMap(\.self)
      // A section that comes brings the rows that the data has for it then.
      let placed = changes.sectionInserts.map { ($0, data.itemCount(inSection: $0) as Int?) } + moved
      for (section, count) in placed.sorted(by: { $0.0 < $1.0 }) { next.insert(count ?? 0, at: section) }
      for path in changes.inserts { next[path.section] += 1 }
      for move in changes.moves { next[move.to.section] += 1 }
      counts = next
    }
  }

  @Test func stagesLeadAListFromUpdateToUpdate() async throws {
    let store = MemoryStore<Person>(sections: [
      StoreSection("a", header: SectionHeader("A"), items: [Person(1, "a"), Person(2, "b"), Person(3, "c")]),
      StoreSection("b", header: SectionHeader("B"), items: [Person(4, "d"), Person(5, "e")]),
    ])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .byStore(String.self, headers: String.self))))
    #expect(heard.controller.snapshot.sections.map(\.header) == ["A", "B"])
    try await heard.next {
      try store.edit { edits in
        try edits.update(Person(3, "C"))
        edits.move(3, to: .start(of: "a"))
        edits.remove(4)
        try edits.moveSection("b", to: .start)
        try edits.append(Person(6, "f"), to: "b")
      }
    }
    let header = try await heard.next { try store.edit { try $0.setHeader(SectionHeader("new"), of: "a") } }
    #expect(header.changeset.counts == ChangeCounts(sectionUpdates: 1))
    #expect(header.after.sections.map(\.header) == ["B", "new"])
    let gone = try await heard.next { store.edit { $0.removeSection("a") } }
    #expect(gone.changeset.identity.deletes.count == 3)
    #expect(gone.changeset.batch.deletes.isEmpty)
    #expect(gone.changeset.batch.sectionDeletes == [1])

    var list = CountingList(counts: [])
    for update in heard.recorder.updates {
      let stages = try update.changeset.stages(from: update.before)
      for stage in stages {
        list.perform(stage.changes, showing: stage.snapshot)
        #expect(list.counts == stage.snapshot.sections.map { $0.items.count })
      }
      #expect(list.counts == update.after.sections.map { $0.items.count })
    }
    #expect(heard.violations == [])
  }

  @Test func noDataIsTold() async throws {
    let store = MemoryStore([Person(1, "a")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let emptied = try await heard.next { store.edit { $0.removeAll() } }
    #expect(emptied.before.itemCount == 1 && emptied.after.itemCount == 0)
    #expect(heard.controller.state.isLoaded)
    #expect(heard.violations == [])
  }
}

/// A request with a predicate and sort descriptors, run without a controller.
@Suite struct Parity37 {
  @Test func aStoreIsAskedDirectly() async throws {
    let store = MemoryStore.four
    let request = RecordRequest<Person>(
      where: { $0.age >= 20 }, sortedBy: [RecordOrder(\.city, .descending), RecordOrder(\.name)], limit: 2)
    #expect(try await store.fetch(request).items.map(\.id) == [2, 3])
    #expect(store.contents(for: request).items.map(\.id) == [2, 3])
    #expect(try await AnyDataStore(store).fetch(.all).items.map(\.id) == [1, 2, 3, 4])
    let drafts = DraftStore(store)
    drafts.delete(2)
    #expect(try await drafts.fetch(RecordRequest(where: { $0.age >= 20 })).items.map(\.id) == [1, 3])
    #expect(store.observationCount == 0)
  }
}

/// Writes announce themselves; a changed object is announced by hand.
@Suite struct Parity38 {
  @Test func everyWriteIsHeardByEveryoneConcerned() async throws {
    let store = MemoryStore.four
    let all = try await Heard(ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let zurich = try await Heard(
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
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()), permitsRefreshes: true)
    let byStore = try await heard.next { store.refresh([3, 99]) }
    #expect(Array(byStore.changeset.identity.changes) == [.update(from: ItemPath(0, 2), to: ItemPath(0, 2))])
    let byHand = try await heard.next { await heard.controller.refresh([1, 4, 99]) }
    #expect(byHand.changeset.counts == ChangeCounts(updates: 2))
    #expect(heard.violations == [])
  }
}

/// One object is observed by its identity.
@Suite struct Parity39 {
  @Test func onlyWhatConcernsTheItemIsHeard() async throws {
    let store = MemoryStore([Person(1, "a"), Person(2, "b"), Person(3, "c")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let item = Recorder(heard.controller.updates(ofItem: 2))
    try await item.wait(forCount: 1)
    try await heard.next { try store.edit { try $0.append(Person(4, "aa")) } }
    try await heard.next { try store.edit { try $0.update(Person(2, "bb")) } }
    try await item.wait(forCount: 2)
    try await heard.next { try store.edit { try $0.update(Person(2, "z")) } }
    try await item.wait(forCount: 3)
    try await heard.next { await heard.controller.setSort([.descending(\.name)]) }
    try await heard.next { store.edit { $0.remove(2) } }
    try await item.wait { $0.last?.kind == .deleted }
    try await heard.next { try store.edit { try $0.append(Person(2, "again")) } }
    let updates = try await item.wait { $0.last?.kind == .inserted }
    #expect(updates[0].kind == .initial && updates[0].item?.name == "b" && updates[0].path == ItemPath(0, 1))
    #expect(updates[1].kind == .updated && updates[1].item?.name == "bb" && updates[1].path == ItemPath(0, 2))
    #expect(updates[2].kind == .updated && updates[2].item?.name == "z" && updates[2].path == ItemPath(0, 3))
    #expect(updates.last?.item?.name == "again")
    #expect(updates.last?.path != nil)
    #expect(updates.contains { $0.kind == .deleted && $0.item == nil && $0.path == nil })
    #expect(updates.map(\.revision) == updates.map(\.revision).sorted())
    #expect(heard.violations == [])
  }

  @Test func anItemThatIsNotShownIsHeardOfWhenItComes() async throws {
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

/// Results are detached values, usable anywhere.
@Suite struct Parity40 {
  @Test func aSnapshotStaysWhatItWas() async throws {
    let store = MemoryStore((0..<500).map { Person($0, "\($0)") })
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let kept = heard.controller.snapshot
    let elsewhere = Task { @concurrent in kept.sections.flatMap { $0.items.map(\.id) } }
    try await heard.next { store.edit { $0.removeAll() } }
    #expect(await elsewhere.value == Array(0..<500))
    #expect(kept.itemCount == 500)
    #expect(kept[ItemPath(0, 499)] == Person(499, "499"))
    #expect(heard.controller.snapshot.itemCount == 0)
    #expect(heard.recorder.updates[0].after == kept)
    func isSendable(_ value: some Sendable) -> Bool { true }
    #expect(isSendable(heard.recorder.updates))
    #expect(heard.violations == [])
  }
}
