import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Parent and child stores: one call to join or leave, no cycles.
@Suite struct Parity25 {
  private let store = MemoryStore<Person>()

  @Test func joiningAndLeavingAreOneStep() throws {
    let parent = DraftStore(store, name: "parent")
    let other = DraftStore(store, name: "other")
    let child = DraftStore(store, name: "child")
    try child.join(parent)
    #expect(child.parent === parent)
    #expect(parent.children.map(\.branch.name) == ["child"])
    try other.addChild(child)
    #expect(child.parent === other)
    #expect(parent.children.isEmpty)
    #expect(other.children.map(\.branch.name) == ["child"])
    child.leave()
    #expect(child.parent == nil)
    #expect(other.children.isEmpty)
  }

  @Test func aCycleIsRefusedAndNothingIsChanged() throws {
    let (a, b, c) = (DraftStore(store, name: "a"), DraftStore(store, name: "b"), DraftStore(store, name: "c"))
    try b.join(a)
    try c.join(b)
    for (below, above) in [(a, c), (a, b), (a, a)] {
      do {
        try below.join(above)
        Issue.record("\(below.branch.name) joined \(above.branch.name)")
      } catch {
        #expect(error.kind == .cycle)
        #expect(error.message.contains(below.branch.name))
      }
    }
    #expect(a.parent == nil)
    #expect(b.parent === a && c.parent === b)
  }

  @Test func draftsOfAChildAreSeenByItsOwnResultsAlone() async throws {
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(parent, name: "child")
    let above = try await Heard(ResultsController(store: parent, request: .all, arrangement: ResultsArrangement()))
    let below = try await Heard(ResultsController(store: child, request: .all, arrangement: ResultsArrangement()))
    try await below.next { child.insert(Person(1, "Ada")) }
    #expect(above.rows == [[]])
    try await above.next { parent.insert(Person(2, "Bob")) }
    try await below.recorder.wait(forCount: 3)
    #expect(above.rows == [[2]])
    #expect(Set(below.rows.flatMap(\.self)) == [1, 2])
    #expect(above.violations + below.violations == [])
  }
}

/// A short text description, stable.
@Suite struct Parity26 {
  @Test func resultsChangesAndStatesHaveAStableText() async throws {
    let store = MemoryStore([Keyed("pear"), Keyed("fig")])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by({ $0.value.count }), sort: [.ascending(\.value)])))
    #expect(
      heard.controller.snapshot.ids.description == """
        3: 1
          fig
        4: 1
          pear

        """)
    let update = try await heard.next {
      try store.edit { edits in
        edits.remove("fig")
        try edits.append(Keyed("plum"))
        try edits.append(Keyed("apple"))
      }
    }
    #expect(update.changeset.counts.description == "1 section delete, 1 section insert, 1 delete, 2 inserts")
    #expect(
      update.changeset.identity.changes.map(\.description) == ["- [0]", "+ [1]", "- [0, 0]", "+ [0, 1]", "+ [1, 0]"])
    #expect(heard.controller.state.description == "loaded")
    #expect(ItemPath(1, 2).description == "[1, 2]")
    #expect(NoSuchItem(path: ItemPath(1, 2), sizes: [2, 1]).description.contains("[1, 2]"))
    #expect(heard.violations == [])
  }

  @Test func aChangesetIsALineForEachChange() async throws {
    let store = MemoryStore([Note(1, "pear"), Note(2, "fig")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.text)])))
    let update = try await heard.next {
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
    #expect(heard.violations == [])
  }
}

/// One- or two-dimensional arrays as the data.
@Suite struct Parity27 {
  @Test func aListAndAListOfListsServe() async throws {
    let flat = try await Heard(
      ResultsController(
        store: MemoryStore((1...3).map { Person($0, "") }), request: .all, arrangement: ResultsArrangement()))
    #expect(flat.rows == [[1, 2, 3]])
    let rows = [[Person(1, ""), Person(2, "")], [], [Person(3, "")]]
    let store = MemoryStore(sections: rows.enumerated().map { StoreSection($0.offset, items: $0.element) })
    let deep = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(Int.self))))
    #expect(deep.rows == [[1, 2], [], [3]])
    #expect(deep.controller.snapshot.sections.map(\.key) == [0, 1, 2])
    // The same data as one list.
    let joined = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    #expect(joined.rows == [[1, 2, 3]])
    #expect(flat.violations + deep.violations == [])
    #expect(joined.violations == [])
  }

  @Test func aKeyOfAnotherTypeFailsAndSaysSo() async {
    let store = MemoryStore(sections: [StoreSection("a", items: [Person(1, "")])])
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(Int.self)))
    #expect(await controller.load().error?.kind == .unexpectedSection)
  }
}

/// A primary key path, or equality where there is none.
@Suite struct Parity28 {
  private struct Line: Equatable, Sendable {
    var number: Int
    var text: String
  }

  @Test func withAKeyNewContentIsAnUpdate() async throws {
    let store = MemoryStore([Keyed(Line(number: 1, text: "a"), id: \.number)])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next {
      try store.edit { try $0.update(Keyed(Line(number: 1, text: "b"), id: { $0.number })) }
    }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(heard.violations == [])
  }

  @Test func withoutAKeyNewContentIsAnotherRecord() async throws {
    let store = MemoryStore([Keyed("a"), Keyed("b")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await heard.next { try store.edit { try $0.replaceAll(with: [Keyed("a"), Keyed("c")]) } }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    #expect(heard.rows == [["a", "c"]])
    #expect(heard.violations == [])
  }
}

/// Set the data; set it with a comparator or key paths.
@Suite struct Parity29 {
  @Test func newDataIsAnnouncedAsWhatChanged() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let data = [Person(4, "Kim", "Zurich", age: 10), Person(1, "Moritz", "London", age: 30), Person(9, "New")]
    let set = try await heard.next { try store.edit { try $0.replaceAll(with: data) } }
    #expect(set.after.idRows == [[4, 1, 9]])
    #expect(set.changeset.counts == ChangeCounts(deletes: 2, inserts: 1, moves: 1, updates: 1))
    let sorted = try await heard.next { await heard.controller.setSort([.descending(\.name)]) }
    #expect(sorted.after.idRows == [[9, 1, 4]])
    let byRule = try await heard.next { await heard.controller.setSort([SortRule(by: { $0.id < $1.id })]) }
    #expect(byRule.after.idRows == [[1, 4, 9]])
    #expect(heard.violations == [])
  }
}

/// Add, remove and replace by object, by key, by path; replace many.
@Suite struct Parity30 {
  @Test func everyWayGivesItsOwnUpdate() async throws {
    let store = MemoryStore([Person(1, "a"), Person(2, "b"), Person(3, "c"), Person(4, "d")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let steps: [(@Sendable (inout RecordEdits<Person>) throws -> Void, [Int], ChangeCounts)] = [
      ({ try $0.append(Person(5, "e")) }, [1, 2, 3, 4, 5], ChangeCounts(inserts: 1)),
      ({ try $0.insert(Person(6, "f"), at: 1) }, [1, 6, 2, 3, 4, 5], ChangeCounts(inserts: 1)),
      ({ $0.remove(Person(6, "f").id) }, [1, 2, 3, 4, 5], ChangeCounts(deletes: 1)),
      ({ try $0.remove(at: 0) }, [2, 3, 4, 5], ChangeCounts(deletes: 1)),
      ({ try $0.replace(3, with: Person(3, "C")) }, [2, 3, 4, 5], ChangeCounts(updates: 1)),
      ({ try $0.replace(3, with: Person(7, "g")) }, [2, 7, 4, 5], ChangeCounts(deletes: 1, inserts: 1)),
      ({ try $0.replace(at: 3, with: Person(8, "h")) }, [2, 7, 4, 8], ChangeCounts(deletes: 1, inserts: 1)),
      (
        { try $0.replaceKnown([Person(2, "B"), Person(4, "D"), Person(99, "?")]) }, [2, 7, 4, 8],
        ChangeCounts(updates: 2)
      ),
      ({ try $0.move(8, to: 0) }, [8, 2, 7, 4], ChangeCounts(moves: 1)),
    ]
    for step in steps {
      let update = try await heard.next { try store.edit { try step.0(&$0) } }
      #expect(update.after.idRows == [step.1])
      #expect(update.changeset.counts == step.2)
    }
    #expect(heard.violations == [])
  }
}

/// Merge: known records are replaced, others appended, or sorted in.
@Suite struct Parity31 {
  @Test func mergingReplacesKnownOnesAndAddsOthers() async throws {
    let store = MemoryStore([Person(1, "b"), Person(2, "d")])
    let manual = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let sorted = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let update = try await manual.next {
      try store.edit { try $0.merge([Person(3, "c"), Person(1, "e"), Person(4, "a")]) }
    }
    #expect(update.after.idRows == [[1, 2, 3, 4]])
    #expect(update.changeset.counts == ChangeCounts(inserts: 2, updates: 1))
    let insorted = try await sorted.recorder.wait(forCount: 2)[1]
    #expect(insorted.after.idRows == [[4, 3, 2, 1]])
    #expect(insorted.changeset.counts == ChangeCounts(inserts: 2, moves: 1, updates: 1))
    #expect(manual.violations + sorted.violations == [])
  }
}

/// Add, insert, remove and replace sections.
@Suite struct Parity32 {
  @Test func sectionsAreKeptByHand() async throws {
    let store = MemoryStore(sections: [
      StoreSection("a", items: [Person(1, "")]), StoreSection("b", items: [Person(2, "")]),
    ])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(String.self))))
    func keys() -> [String] { heard.controller.snapshot.sections.map(\.key) }
    let added = try await heard.next { try store.edit { try $0.insert(StoreSection("c", items: [Person(3, "")])) } }
    #expect(keys() == ["a", "b", "c"])
    #expect(added.changeset.counts == ChangeCounts(sectionInserts: 1, inserts: 1))
    try await heard.next { try store.edit { try $0.insert(StoreSection("d"), at: .before(SectionID("b"))) } }
    #expect(keys() == ["a", "d", "b", "c"])
    let removed = try await heard.next { store.edit { $0.removeSection("a") } }
    #expect(keys() == ["d", "b", "c"])
    #expect(removed.changeset.counts == ChangeCounts(sectionDeletes: 1, deletes: 1))
    #expect(removed.changeset.identity.sectionDeletes == [0])
    let replaced = try await heard.next {
      try store.edit { try $0.replaceSection("b", with: StoreSection("e", items: [Person(2, ""), Person(4, "")])) }
    }
    #expect(keys() == ["d", "e", "c"])
    #expect(heard.rows == [[], [2, 4], [3]])
    #expect(replaced.changeset.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1, inserts: 1, moves: 1))
    let moved = try await heard.next { try store.edit { try $0.moveSection("c", to: .start) } }
    #expect(moved.changeset.counts == ChangeCounts(sectionMoves: 1))
    #expect(heard.rows == [[3], [], [2, 4]])
    #expect(heard.violations == [])
  }
}
