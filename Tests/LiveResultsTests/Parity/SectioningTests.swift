import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// The section of an object by a closure, the order of sections by a comparator.
@Suite struct SectionKeysTests {
  private enum Size: Hashable, Sendable { case small, large }

  @Test func keysAreTypedAndTheirOrderIsOfChoice() async throws {
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(
            { $0.age < 25 ? Size.small : .large }, order: .by(SortRule(by: { $0 == .small && $1 == .large }))),
          sort: [.ascending(\.age)])))
    #expect(recorded.controller.snapshot.sections.map(\.key) == [.small, .large])
    #expect(recorded.rows == [[4, 2], [1, 3]])
    let update = try await recorded.next {
      await recorded.controller.setSections(
        .by({ $0.age < 25 ? Size.small : .large }, order: .by(SortRule(by: { $0 == .large && $1 == .small }))))
    }
    #expect(update.after.sections.map(\.key) == [.large, .small])
    #expect(update.changeset.counts == ChangeCounts(sectionMoves: 1))
    #expect(recorded.violations == [])
  }

  @Test func optionalKeysStandFirstAndDeclaredSectionsStayWhenEmpty() async throws {
    let store = MemoryStore.four
    let sections = Sectioning<Person, String?, NoHeader>.by({ $0.age < 15 ? nil : $0.city }, declared: ["Oslo"])
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: sections, sort: [.ascending(\.age)])))
    #expect(recorded.controller.snapshot.sections.map(\.key) == [nil, "London", "Oslo", "Zurich"])
    #expect(recorded.rows == [[4], [1, 3], [], [2]])
    let update = try await recorded.next { store.edit { $0.remove(2) } }
    #expect(update.after.sections.map(\.key) == [nil, "London", "Oslo"])
    #expect(recorded.violations == [])
  }

  @Test func withoutAKeyThereIsOneSection() async throws {
    let recorded = try await RecordedResults(
      ResultsController(store: MemoryStore<Person>(), request: .all, arrangement: ResultsArrangement()))
    #expect(recorded.controller.snapshot.sections.map(\.key) == [Unsectioned()])
    #expect(recorded.rows == [[]])
    #expect(recorded.violations == [])
  }
}

/// Any section key goes with any sort; a store that sorts by itself can be held to it.
@Suite struct SortOfTheStoreTests {
  private func controller(
    _ people: [Person], isSorted: Bool, sections: Sectioning<Person, String, NoHeader> = .by(\.city)
  ) -> ResultsController<MemoryStore<Person>, String, Person, NoHeader> {
    var arrangement = ResultsArrangement(sections: sections, sort: [.ascending(\.name)])
    arrangement.expectsSortedStore = isSorted
    return ResultsController(store: MemoryStore(people), request: .all, arrangement: arrangement)
  }

  @Test func noRuleIsNeeded() async throws {
    let recorded = try await RecordedResults(controller(MemoryStore.four.contents.items, isSorted: false))
    #expect(recorded.controller.state.isLoaded)
    #expect(recorded.rows == [[3, 1], [2, 4]])
    #expect(recorded.violations == [])
  }

  @Test func anAnswerInOrderPasses() async throws {
    let people = [
      Person(1, "Ada", "Bern"), Person(2, "Ada", "Bern"), Person(3, "Max", "Bern"), Person(4, "Ada", "Rome"),
    ]
    let recorded = try await RecordedResults(controller(people, isSorted: true))
    #expect(recorded.controller.state.isLoaded)
    #expect(recorded.rows == [[1, 2, 3], [4]])
    #expect(recorded.violations == [])
  }

  @Test func anAnswerOutOfOrderFailsAndNamesTheFirstRecordOutOfOrder() async {
    for (people, key, part) in [
      ([Person(1, "Max", "Bern"), Person(2, "Ada", "Bern"), Person(3, "Aby", "Bern")], 2, "the sort"),
      ([Person(1, "Ada", "Rome"), Person(2, "Bob", "Bern")], 2, "the section Bern comes before Rome"),
      ([Person(1, "Ada", "Bern"), Person(2, "Bob", "Rome"), Person(3, "Cy", "Bern")], 3, "exists already"),
    ] {
      let controller = self.controller(people, isSorted: true)
      let error = await controller.load().error
      #expect(error?.kind == .malformed)
      #expect(error?.location == "key \(key)")
      #expect(error?.message.contains(part) == true)
      #expect(controller.snapshot.itemCount == 0)
    }
  }

  @Test func sectionsInTheOrderOfArrivalNeedOnlyStandTogether() async {
    let people = [Person(1, "Ada", "Rome"), Person(2, "Bob", "Bern")]
    let controller = self.controller(people, isSorted: true, sections: .by(\.city, order: .arrival))
    #expect(await controller.load().isLoaded)
    #expect(controller.snapshot.idRows == [[1], [2]])
  }
}

/// Index titles, and the section for a title.
@Suite struct IndexTitlesTests {
  @Test func titlesLeadToSections() async throws {
    let store = MemoryStore([
      Person(1, "", "Bern"), Person(2, "", "Basel"), Person(3, "", "Athens"), Person(4, "", "Rome"), Person(5, "", ""),
    ])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let index = recorded.controller.snapshot.indexTitles { $0.key.first.map { String($0) } }
    #expect(recorded.controller.snapshot.sections.map(\.key) == ["", "Athens", "Basel", "Bern", "Rome"])
    #expect(index.titles == ["A", "B", "R"])
    #expect(index.section(forTitle: "B") == 2)
    #expect(index.section(forTitleAt: 2) == 4)
    #expect(index.section(forTitle: "Z") == nil)
    #expect(index.section(forTitleAt: 3) == nil)
    let update = try await recorded.next { store.edit { $0.remove(3) } }
    #expect(update.after.indexTitles { $0.key.first.map { String($0) } }.titles == ["B", "R"])
    #expect(recorded.violations == [])
  }
}
