import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// The whole difference as a value; its section and row changes one by one.
@Suite struct ChangesetAsValueTests {
  @Test func theChangesetIsAValue() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let update = try await recorded.next {
      try store.edit { edits in
        try edits.append(Person(5, "Cy", "Rome"))
        try edits.update(Person(1, "Abe", "London"))
        edits.remove(2)
      }
    }
    let changes = update.changeset
    #expect(
      Array(changes.identity.changes) == [
        .insertSection(1), .delete(ItemPath(1, 0)), .insert(ItemPath(1, 0)),
        .move(from: ItemPath(0, 1), to: ItemPath(0, 0)), .update(from: ItemPath(0, 1), to: ItemPath(0, 0)),
      ])
    #expect(changes.identity.sectionInserts == [1])
    #expect(Array(changes.identity.deletes) == [ItemPath(1, 0)])
    #expect(changes.counts == ChangeCounts(sectionInserts: 1, deletes: 1, inserts: 1, moves: 1, updates: 1))
    #expect(try update.before.applying(changes) == update.after)
    #expect(try update.after.applying(changes.inverted) == update.before)
    let decoded = try JSONDecoder().decode(
      Changeset<String, Person, NoHeader>.self, from: JSONEncoder().encode(changes))
    #expect(decoded == changes)
    #expect(recorded.violations == [])
  }
}

/// What feeds list views: batch view, stages, header titles, the state without data.
@Suite struct ListViewSupportTests {
  /// A list that performs operations and counts its rows as a list view does.
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
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .byStore(String.self, headers: String.self))))
    #expect(recorded.controller.snapshot.sections.map(\.header) == ["A", "B"])
    try await recorded.next {
      try store.edit { edits in
        try edits.update(Person(3, "C"))
        edits.move(3, to: .start(of: "a"))
        edits.remove(4)
        try edits.moveSection("b", to: .start)
        try edits.append(Person(6, "f"), to: "b")
      }
    }
    let header = try await recorded.next { try store.edit { try $0.setHeader(SectionHeader("new"), of: "a") } }
    #expect(header.changeset.counts == ChangeCounts(sectionUpdates: 1))
    #expect(header.after.sections.map(\.header) == ["B", "new"])
    let gone = try await recorded.next { store.edit { $0.removeSection("a") } }
    #expect(gone.changeset.identity.deletes.count == 3)
    #expect(gone.changeset.batch.deletes.isEmpty)
    #expect(gone.changeset.batch.sectionDeletes == [1])

    var list = CountingList(counts: [])
    for update in recorded.recorder.updates {
      let stages = try update.changeset.stages(from: update.before)
      for stage in stages {
        list.perform(stage.changes, showing: stage.snapshot)
        #expect(list.counts == stage.snapshot.sections.map { $0.items.count })
      }
      #expect(list.counts == update.after.sections.map { $0.items.count })
    }
    #expect(recorded.violations == [])
  }

  @Test func noDataIsReported() async throws {
    let store = MemoryStore([Person(1, "a")])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let emptied = try await recorded.next { store.edit { $0.removeAll() } }
    #expect(emptied.before.itemCount == 1 && emptied.after.itemCount == 0)
    #expect(recorded.controller.state.isLoaded)
    #expect(recorded.violations == [])
  }
}

/// Where an old path is now, and where a new one came from.
@Suite struct PathTranslationTests {
  @Test func aSelectionFollowsItsItem() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let selected = ItemPath(0, 1)
    #expect(recorded.controller.snapshot[selected].name == "Max")
    let update = try await recorded.next {
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
    #expect(recorded.violations == [])
  }
}

/// Too many changes: the caller decides to reload once instead, before anything is staged.
@Suite struct ChangeCountTests {
  @Test func theNumberOfChangesIsKnownFirst() async throws {
    let store = MemoryStore((0..<300).map { Person($0, "\($0)") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let few = try await recorded.next { store.edit { $0.remove(7) } }
    let many = try await recorded.next {
      try store.edit { try $0.replaceAll(with: (200..<600).map { Person($0, "") }) }
    }
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
    #expect(recorded.violations == [])
  }
}
