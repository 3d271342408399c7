import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Fetched objects, sections, and the count of each.
@Suite struct SectionsAndItemsTests {
  @Test func theSnapshotHoldsThemAll() async throws {
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let results = recorded.controller.snapshot
    #expect(results.itemCount == 4)
    #expect(results.sectionCount == 2)
    #expect(results.sections.map(\.key) == ["London", "Zurich"])
    #expect(results.sections.map(\.items.count) == [2, 2])
    #expect(results.itemCount(inSection: 1) == 2)
    #expect(results.sectionIndex(of: "Zurich") == 1)
    #expect(results.sections.flatMap { $0.items.map(\.name) } == ["Ada", "Max", "Bea", "Kim"])
    #expect(recorded.recorder.latest == results)
    #expect(recorded.violations == [])
  }
}

/// An object at a path, the path of an object and of a key.
@Suite struct PathsAndKeysTests {
  @Test func byPathByItemAndByKeyThrowingAndOptional() async throws {
    let controller = ResultsController(
      store: MemoryStore.four, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await controller.load()
    #expect(try await controller.object(at: ItemPath(1, 0)).name == "Bea")
    #expect(await controller.path(of: 1) == ItemPath(0, 1))
    #expect(await controller.path(of: Person(4, "other content")) == ItemPath(1, 1))
    #expect(await controller.path(of: 99) == nil)
    #expect(await controller.shownItem(3)?.name == "Ada")
    #expect(await controller.shownItem(99) == nil)
    #expect(controller.snapshot.item(at: ItemPath(0, 2)) == nil)
    for path in [ItemPath(0, 2), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(0, -1)] {
      await #expect(throws: NoSuchItem(path: path, sizes: [2, 2])) { try await controller.object(at: path) }
    }
  }

  /// While changes wait, paths are those of the results that were announced.
  @Test func pathsGoWithTheResultsThatAreRead() async throws {
    let store = MemoryStore.four
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)]),
      delivery: .throttled(.seconds(1)), clock: ManualClock())
    await controller.load()
    store.edit { $0.remove(3) }
    await store.settled()
    for (key, item) in [(3, 0), (2, 1), (4, 2), (1, 3)] {
      #expect(await controller.path(of: key) == ItemPath(0, item))
      #expect(try await controller.object(at: ItemPath(0, item)).id == key)
    }
    await controller.flush()
    #expect(await controller.path(of: 3) == nil)
    #expect(await controller.path(of: 2) == ItemPath(0, 0))
  }

  @Test func thePathOfAKeyIsFoundInLogarithmicTime() async throws {
    let comparisons = Locked(0)
    let count = 4096
    let byAge = SortRule<Person>(comparing: { a, b in
      comparisons.change { $0 += 1 }
      return a.age < b.age ? .ascending : b.age < a.age ? .descending : .same
    })
    let controller = ResultsController(
      store: MemoryStore((0..<count).map { Person($0, "", age: count - $0) }), request: .all,
      arrangement: ResultsArrangement(sort: [byAge]))
    await controller.load()
    for key in [0, 1, 2047, 4095] {
      comparisons.set(0)
      #expect(await controller.path(of: key) == ItemPath(0, count - 1 - key))
      #expect(comparisons.get() <= 64)
    }
  }
}

/// A short text description, stable.
@Suite struct DescriptionsTests {
  @Test func resultsChangesAndStatesHaveAStableText() async throws {
    let store = MemoryStore([KeyedValue("pear"), KeyedValue("fig")])
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by({ $0.value.count }), sort: [.ascending(\.value)])))
    #expect(
      recorded.controller.snapshot.ids.description == """
        3: 1
          fig
        4: 1
          pear

        """)
    let update = try await recorded.next {
      try store.edit { edits in
        edits.remove("fig")
        try edits.append(KeyedValue("plum"))
        try edits.append(KeyedValue("apple"))
      }
    }
    #expect(update.changeset.counts.description == "1 section delete, 1 section insert, 1 delete, 2 inserts")
    #expect(
      update.changeset.identity.changes.map(\.description) == ["- [0]", "+ [1]", "- [0, 0]", "+ [0, 1]", "+ [1, 0]"])
    #expect(recorded.controller.state.description == "loaded")
    #expect(ItemPath(1, 2).description == "[1, 2]")
    #expect(NoSuchItem(path: ItemPath(1, 2), sizes: [2, 1]).description.contains("[1, 2]"))
    #expect(recorded.violations == [])
  }

  @Test func aChangesetIsALineForEachChange() async throws {
    let store = MemoryStore([Note(1, "pear"), Note(2, "fig")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.text)])))
    let update = try await recorded.next {
      try store.edit { edits in
        edits.remove(2)
        try edits.append(Note(3, "apple"))
        try edits.update(Note(1, "plum"))
      }
    }
    #expect(
      update.changeset.description == """
        - [0, 0] 2fig
        + [0, 0] 3apple
        ~ [0, 1] → [0, 1] 1pear → 1plum
        """)
    #expect(update.after.description == "items: 2\n  3apple\n  1plum\n")
    #expect(recorded.violations == [])
  }
}

/// Find by path, key and object, in the filtered and in the unfiltered data.
@Suite struct FilteredAndFullDataTests {
  @Test func bothViewsAreAtHand() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(\.city), sort: [.ascending(\.name)], window: ResultsWindow(limit: 2))))
    let controller = recorded.controller
    try await recorded.next { await controller.setFilter(in: "age") { $0.age < 35 } }
    #expect(recorded.rows == [[1], [2]])
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
    #expect(recorded.violations == [])
  }
}

/// Results are detached values, usable anywhere.
@Suite struct DetachedResultsTests {
  @Test func aSnapshotStaysWhatItWas() async throws {
    let store = MemoryStore((0..<500).map { Person($0, "\($0)") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let kept = recorded.controller.snapshot
    let elsewhere = Task { @concurrent in kept.sections.flatMap { $0.items.map(\.id) } }
    try await recorded.next { store.edit { $0.removeAll() } }
    #expect(await elsewhere.value == Array(0..<500))
    #expect(kept.itemCount == 500)
    #expect(kept[ItemPath(0, 499)] == Person(499, "499"))
    #expect(recorded.controller.snapshot.itemCount == 0)
    #expect(recorded.recorder.updates[0].after == kept)
    func isSendable(_ value: some Sendable) -> Bool { true }
    #expect(isSendable(recorded.recorder.updates))
    #expect(recorded.violations == [])
  }
}

/// A snapshot of ids alone; updates listed apart from what moves, comes and goes.
@Suite struct IDsAndUpdatesTests {
  @Test func idsAndUpdatesAreApart() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    #expect(
      recorded.controller.snapshot.ids
        == Snapshot(sections: [SnapshotSection("London", items: [3, 1]), SnapshotSection("Zurich", items: [2, 4])]))
    let inPlace = try await recorded.next { try store.edit { try $0.update(Person(4, "Kit", "Zurich")) } }
    // The ids alone see nothing: what is to be reconfigured is reported apart.
    #expect(inPlace.before.ids == inPlace.after.ids)
    #expect(inPlace.changeset.identity.updates.map { inPlace.after[$0.to].id } == [4])
    let moved = try await recorded.next { try store.edit { try $0.update(Person(4, "Kit", "London")) } }
    #expect(moved.before.ids != moved.after.ids)
    #expect(moved.changeset.identity.updates.map { moved.after[$0.to].id } == [4])
    #expect(moved.changeset.identity.moves.map { moved.after[$0.to].id } == [4])
    #expect(recorded.violations == [])
  }
}
