import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// One- or two-dimensional arrays as the data.
@Suite struct ListsOfListsTests {
  @Test func aListAndAListOfListsServe() async throws {
    let flat = try await RecordedResults(
      ResultsController(
        store: MemoryStore((1...3).map { Person($0, "") }), request: .all, arrangement: ResultsArrangement()))
    #expect(flat.rows == [[1, 2, 3]])
    let rows = [[Person(1, ""), Person(2, "")], [], [Person(3, "")]]
    let store = MemoryStore(sections: rows.enumerated().map { StoreSection($0.offset, items: $0.element) })
    let deep = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(Int.self))))
    #expect(deep.rows == [[1, 2], [], [3]])
    #expect(deep.controller.snapshot.sections.map(\.key) == [0, 1, 2])
    // The same data as one list.
    let joined = try await RecordedResults(
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
@Suite struct RecordIdentityTests {
  private struct Line: Equatable, Sendable {
    var number: Int
    var text: String
  }

  @Test func withAKeyNewContentIsAnUpdate() async throws {
    let store = MemoryStore([KeyedValue(Line(number: 1, text: "a"), id: \.number)])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next {
      try store.edit { try $0.update(KeyedValue(Line(number: 1, text: "b"), id: { $0.number })) }
    }
    #expect(update.changeset.counts == ChangeCounts(updates: 1))
    #expect(recorded.violations == [])
  }

  @Test func withoutAKeyNewContentIsAnotherRecord() async throws {
    let store = MemoryStore([KeyedValue("a"), KeyedValue("b")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next {
      try store.edit { try $0.replaceAll(with: [KeyedValue("a"), KeyedValue("c")]) }
    }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    #expect(recorded.rows == [["a", "c"]])
    #expect(recorded.violations == [])
  }
}

/// Set the data; set it with a comparator or key paths.
@Suite struct NewDataTests {
  @Test func newDataIsAnnouncedAsWhatChanged() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let data = [Person(4, "Kim", "Zurich", age: 10), Person(1, "Moritz", "London", age: 30), Person(9, "New")]
    let set = try await recorded.next { try store.edit { try $0.replaceAll(with: data) } }
    #expect(set.after.idRows == [[4, 1, 9]])
    #expect(set.changeset.counts == ChangeCounts(deletes: 2, inserts: 1, moves: 1, updates: 1))
    let sorted = try await recorded.next { await recorded.controller.setSort([.descending(\.name)]) }
    #expect(sorted.after.idRows == [[9, 1, 4]])
    let byRule = try await recorded.next { await recorded.controller.setSort([SortRule(by: { $0.id < $1.id })]) }
    #expect(byRule.after.idRows == [[1, 4, 9]])
    #expect(recorded.violations == [])
  }
}

/// Add, remove and replace by object, by key, by path; replace many.
@Suite struct SingleEditsTests {
  @Test func everyWayGivesItsOwnUpdate() async throws {
    let store = MemoryStore([Person(1, "a"), Person(2, "b"), Person(3, "c"), Person(4, "d")])
    let recorded = try await RecordedResults(
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
      let update = try await recorded.next { try store.edit { try step.0(&$0) } }
      #expect(update.after.idRows == [step.1])
      #expect(update.changeset.counts == step.2)
    }
    #expect(recorded.violations == [])
  }
}

/// Merge: known records are replaced, others appended, or sorted in.
@Suite struct MergingTests {
  @Test func mergingReplacesKnownOnesAndAddsOthers() async throws {
    let store = MemoryStore([Person(1, "b"), Person(2, "d")])
    let manual = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let sorted = try await RecordedResults(
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
@Suite struct SectionEditsTests {
  @Test func sectionsAreKeptByHand() async throws {
    let store = MemoryStore(sections: [
      StoreSection("a", items: [Person(1, "")]), StoreSection("b", items: [Person(2, "")]),
    ])
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sections: .byStore(String.self))))
    func keys() -> [String] { recorded.controller.snapshot.sections.map(\.key) }
    let added = try await recorded.next { try store.edit { try $0.insert(StoreSection("c", items: [Person(3, "")])) } }
    #expect(keys() == ["a", "b", "c"])
    #expect(added.changeset.counts == ChangeCounts(sectionInserts: 1, inserts: 1))
    try await recorded.next { try store.edit { try $0.insert(StoreSection("d"), at: .before(SectionID("b"))) } }
    #expect(keys() == ["a", "d", "b", "c"])
    let removed = try await recorded.next { store.edit { $0.removeSection("a") } }
    #expect(keys() == ["d", "b", "c"])
    #expect(removed.changeset.counts == ChangeCounts(sectionDeletes: 1, deletes: 1))
    #expect(removed.changeset.identity.sectionDeletes == [0])
    let replaced = try await recorded.next {
      try store.edit { try $0.replaceSection("b", with: StoreSection("e", items: [Person(2, ""), Person(4, "")])) }
    }
    #expect(keys() == ["d", "e", "c"])
    #expect(recorded.rows == [[], [2, 4], [3]])
    #expect(replaced.changeset.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1, inserts: 1, moves: 1))
    let moved = try await recorded.next { try store.edit { try $0.moveSection("c", to: .start) } }
    #expect(moved.changeset.counts == ChangeCounts(sectionMoves: 1))
    #expect(recorded.rows == [[3], [], [2, 4]])
    #expect(recorded.violations == [])
  }
}

/// Nested edits: one announcement at the outermost end.
@Suite struct NestedEditsTests {
  private struct Refused: Error {}

  @Test func nestedEditsAreOneUpdateAndAThrowingOneUndoesItselfAlone() async throws {
    let store = MemoryStore([Person(1, "a")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next {
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
    let revision = recorded.controller.revision
    #expect(throws: Refused.self) {
      try store.edit { edits in
        edits.remove(1)
        throw Refused()
      }
    }
    await store.settled()
    #expect(recorded.controller.revision == revision)
    try await recorded.next { store.edit { $0.remove(2) } }
    #expect(recorded.rows == [[1, 3, 4, 6]])
    #expect(recorded.violations == [])
  }
}
