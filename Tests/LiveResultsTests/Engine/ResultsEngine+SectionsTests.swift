import LiveResults
import SectionDiff
import StoreInterface
import Testing

/// From sections by a key to those that the store keeps by hand, and back.
struct ResultsEngineSectionsTests {
  private typealias Engine = ResultsEngine<Person, String, Person, NoHeader>

  private static let people = [
    Person(id: 1, name: "Ann", city: "London"), Person(id: 2, name: "Bea", city: "Zurich"),
    Person(id: 3, name: "Cid", city: "London"),
  ]

  private func engine() throws -> Engine {
    var engine = Engine(arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.id)]))
    _ = try engine.replace(with: .items(Self.people))
    return engine
  }

  private func shown(_ engine: Engine) -> [String] {
    engine.snapshot.sections.map { "\($0.key) \($0.items.map(\.id))" }
  }

  @Test func recordsStayWhereTheyAreUntilTheStoreTellsItsSections() throws {
    var engine = try engine()
    #expect(try engine.setSections(.byStore()) == nil)
    #expect(shown(engine) == ["London [1, 3]", "Zurich [2]"])
    // What changes meanwhile is shown as before.
    let step = try engine.apply([.update(Person(id: 3, name: "Cid", city: "Zurich"))])
    #expect(step?.changeset.counts.moves == 1)
    #expect(shown(engine) == ["London [1]", "Zurich [2, 3]"])
    // Neither do filters and sort tell sections.
    _ = try engine.setSort([.descending(\.id)])
    #expect(shown(engine) == ["London [1]", "Zurich [3, 2]"])
    let people = Self.people
    let answer = try engine.replace(
      with: .sections([
        StoreSection("todo", items: [people[2]]), StoreSection("none"), StoreSection("done", items: [people[0]]),
      ]))
    #expect(shown(engine) == ["todo [3]", "none []", "done [1]"])
    #expect(try answer.map { try $0.before.applying($0.changeset) } == engine.snapshot)
    _ = try engine.apply([.insertSection(SectionID("late"), header: nil, at: .start)])
    #expect(shown(engine) == ["late []", "todo [3]", "none []", "done [1]"])
  }

  @Test("sections of the store play no part where the arrangement has its own")
  func sectionsOfTheStoreAreNotAsked() throws {
    var engine = try engine()
    let changes: [StoreChange<Person>] = [
      .insertSection(SectionID("London"), header: nil, at: .end), .moveSection(SectionID("Zurich"), to: .start),
      .updateSection(SectionID("Zurich"), header: nil), .deleteSection(SectionID("London")),
    ]
    for change in changes {
      #expect(try engine.apply([change]) == nil, "\(change)")
      #expect(shown(engine) == ["London [1, 3]", "Zurich [2]"], "\(change)")
    }
  }

  @Test func anAnswerWithoutSectionsIsRefusedAndChangesNothing() throws {
    var engine = try engine()
    _ = try engine.setSections(.byStore())
    #expect(throws: StoreError.self) { try engine.replace(with: .items([])) }
    #expect(shown(engine) == ["London [1, 3]", "Zurich [2]"])
    // The former sections still go on, and the others are still awaited.
    _ = try engine.apply([.delete(1)])
    #expect(shown(engine) == ["London [3]", "Zurich [2]"])
    _ = try engine.replace(with: .sections([StoreSection("all", items: Self.people)]))
    #expect(shown(engine) == ["all [1, 2, 3]"])
  }

  /// Beside a record the section is that record's, so one that is named there too need not come to be.
  @Test func aBatchThatFailsHalfwayChangesNothing() throws {
    var engine = Engine(arrangement: ResultsArrangement(sections: .byStore()))
    let people = Self.people
    _ = try engine.replace(
      with: .sections([StoreSection("todo", items: [people[0], people[1]]), StoreSection("done", items: [people[2]])]))
    let all = ["todo [1, 2]", "done [3]"]
    let beside = StorePlacement(.after(2), in: SectionID("later"))
    let deletions: [StoreChange<Person>] = [.deleteSection(SectionID("done")), .deleteSection(SectionID("todo"))]
    let late = Person(id: 4, name: "Dan", city: "London")
    #expect(throws: StoreError.self) {
      try engine.apply(StoreBatch([.move(1, to: beside)] + deletions + [.insert(late, at: .end)]))
    }
    #expect(shown(engine) == all)
    #expect(engine.checkInvariants().isEmpty)
    // The record is gone with its section, so here the section that is named counts.
    _ = try engine.apply(StoreBatch(deletions + [.insert(late, at: beside)]))
    #expect(shown(engine) == ["later [4]"])
    #expect(engine.checkInvariants().isEmpty)
  }

  /// No record is beside itself, so the section that is named counts, and before it was left out.
  @Test func aNewRecordBesideItselfComesIntoTheSectionThatIsNamed() throws {
    let people = Self.people
    var engine = Engine(arrangement: ResultsArrangement(sections: .byStore()))
    _ = try engine.replace(
      with: .sections([StoreSection("todo", items: [people[0]]), StoreSection("done", items: [people[1]])]))
    let late = Person(id: 4, name: "Dan", city: "London")
    for position in [StorePlacement<Int>.Position.before(4), .after(4)] {
      let beside = StorePlacement(position, in: SectionID("todo"))
      _ = try engine.apply([.insert(late, at: beside)])
      #expect(shown(engine) == ["todo [1, 4]", "done [2]"])
      // One that is there stays, whichever section is named.
      #expect(try engine.apply([.insert(late, at: StorePlacement(position, in: SectionID("done")))]) == nil)
      #expect(shown(engine) == ["todo [1, 4]", "done [2]"])
      // One that was deleted with its section comes into the section that is named, as a new one does.
      _ = try engine.apply([
        .deleteSection(SectionID("todo")), .insertSection(SectionID("else"), header: nil, at: .start),
        .insert(late, at: StorePlacement(position, in: SectionID("else"))),
      ])
      #expect(shown(engine) == ["else [4]", "done [2]"])
      _ = try engine.replace(
        with: .sections([StoreSection("todo", items: [people[0]]), StoreSection("done", items: [people[1]])]))
    }
    #expect(engine.checkInvariants().isEmpty)
  }

  /// Neither a record that stays where it is goes into the section that is named, nor one that is not there.
  @Test(arguments: [
    StoreChange.insert(Self.people[0], at: StorePlacement(.after(1), in: SectionID("later"))),
    .insert(Self.people[0], at: StorePlacement(.before(2), in: SectionID("later"))),
    .move(1, to: StorePlacement(.before(1), in: SectionID("later"))),
    .move(4, to: StorePlacement(.end, in: SectionID("later"))),
    .move(4, to: StorePlacement(.after(2), in: SectionID("later"))),
  ])
  func aSectionIsInsertedOnlyWithARecordThatGoesIntoIt(naming: StoreChange<Person>) throws {
    let people = Self.people
    var engine = Engine(arrangement: ResultsArrangement(sections: .byStore()))
    _ = try engine.replace(with: .sections([StoreSection("todo", items: [people[0], people[1]])]))
    #expect(try engine.apply([naming]) == nil)
    #expect(shown(engine) == ["todo [1, 2]"])
    // So there is no section for the last record.
    let refused: StoreBatch<Person> = [naming, .deleteSection(SectionID("todo")), .update(people[2])]
    #expect(throws: StoreError.self) { try engine.apply(refused) }
    #expect(shown(engine) == ["todo [1, 2]"])
    #expect(engine.checkInvariants().isEmpty)
  }

  /// What results show above a section may be of a type that a section without a header does not have.
  @Test func aSectionThatIsNotInsertedNeedsNoHeader() throws {
    let people = Self.people
    var engine = ResultsEngine<Person, String, Person, String>(
      arrangement: ResultsArrangement(sections: .byStore { _, header in header?.content(as: String.self) }))
    _ = try engine.replace(
      with: .sections([StoreSection("todo", header: SectionHeader("To do"), items: [people[0], people[1]])]))
    func ids() -> [[Int]] { engine.snapshot.sections.map { $0.items.map(\.id) } }
    let later = SectionID("later")
    _ = try engine.apply([.insert(people[2], at: StorePlacement(.after(1), in: later)), .move(4, to: .end(of: later))])
    #expect(ids() == [[1, 3, 2]])
    // The record that it would be beside is deleted first, so the record goes into the section.
    #expect(throws: StoreError.self) {
      try engine.apply([.delete(3), .insert(people[1], at: .start), .move(2, to: StorePlacement(.after(3), in: later))])
    }
    #expect(throws: StoreError.self) {
      try engine.apply([.delete(3), .move(4, to: .end(of: later)), .insert(people[1], at: .end(of: later))])
    }
    #expect(ids() == [[1, 3, 2]])
    #expect(engine.checkInvariants().isEmpty)
  }

  @Test func whatIsAwaitedCanBeTakenBack() throws {
    var engine = try engine()
    _ = try engine.setSections(.byStore())
    _ = try engine.setSections(.by(\.name))
    #expect(shown(engine) == ["Ann [1]", "Bea [2]", "Cid [3]"])
    _ = try engine.replace(with: .items([Self.people[1]]))
    #expect(shown(engine) == ["Bea [2]"])
  }

  @Test func fromSectionsByHandToThoseByAKeyAtOnce() throws {
    var engine = Engine(arrangement: ResultsArrangement(sections: .byStore()))
    _ = try engine.replace(
      with: .sections([StoreSection("b", items: [Self.people[0]]), StoreSection("a", items: Array(Self.people[1...]))]))
    #expect(shown(engine) == ["b [1]", "a [2, 3]"])
    _ = try engine.setSections(.by(\.city))
    #expect(shown(engine) == ["London [1, 3]", "Zurich [2]"])
    _ = try engine.setSections(.byStore())
    _ = try engine.replace(with: .sections([StoreSection("c", items: Self.people)]))
    #expect(shown(engine) == ["c [1, 2, 3]"])
  }

  @Test func aSectionDeclaredTwiceStandsOnce() throws {
    var engine = Engine(
      arrangement: ResultsArrangement(
        sections: .by(\.city, order: .arrival, declared: ["Oslo", "Rome", "Oslo"]), sort: [.ascending(\.id)]))
    _ = try engine.replace(with: .items(Self.people))
    #expect(shown(engine) == ["Oslo []", "Rome []", "London [1, 3]", "Zurich [2]"])
  }

  @Test("another filter leaves records where they are, though the key of their section is another one by now")
  func filtersKeepTheIndexWhoseKeysHaveChanged() throws {
    for isDeleted in [false, true] {
      let cities = Locked([1: "London", 2: "Zurich", 3: "London"])
      var engine = Engine(
        arrangement: ResultsArrangement(
          sections: .by { person in cities.withLock { $0[person.id] ?? "" } }, sort: [.ascending(\.id)]))
      _ = try engine.replace(with: .items(Self.people))
      cities.withLock { $0[1] = "Zurich" }
      var filters = FilterSet<Person>()
      filters["few"] = ResultsFilter { $0.id < 3 }
      _ = try engine.setFilters(filters)
      #expect(engine.checkInvariants() == [])
      #expect(shown(engine) == ["London [1]", "Zurich [2]"])
      _ = try engine.apply([isDeleted ? .delete(1) : .refresh(1)])
      #expect(engine.checkInvariants() == [])
      #expect(shown(engine) == (isDeleted ? ["Zurich [2]"] : ["Zurich [1, 2]"]))
    }
  }
}
