import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Sections that are read again and again, and edited between: every observer shows what a rebuild shows.
@Suite struct ObservedRecordsSectionsTests {
  @Test("Records without contents are in sections if the first answer is, which the error of an edit says")
  func theFirstAnswerDecides() throws {
    let records = ObservedRecords<Note>()
    let events = records.events()
    var answer = ObservedAnswer<Note>()
    let error = #expect(throws: StoreError.self) {
      try records.load { (edits) throws(StoreError) in try edits.replaceAll(with: .sections([])) }
    }
    #expect(error?.advice?.contains("make the first answer one in sections, by `replace(with:)` or `reload`") == true)
    #expect(!records.isLoaded)
    records.replace(with: .sections([]))
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == .sections([]))
    try records.apply([.insertSection(SectionID("a")), .insert(Note(1), at: .end(of: "a"))])
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == .sections([StoreSection("a", items: [Note(1)])]))
  }

  /// Only the end of no section in particular leaves a record where it is.
  @Test(arguments: [1, 2, 3])
  func aRecordThatIsThereComesToThePlaceThatItsInsertNames(_ key: Int) throws {
    let before = ["a": [1, 2], "b": [3], "c": []]
    func world(_ rows: [String: [Int]], _ text: String) -> StoreContents<Note> {
      .sections(
        ["a", "b", "c"].map { name in StoreSection(name, items: rows[name]!.map { Note($0, $0 == key ? text : "") }) })
    }
    var cases: [(placement: StorePlacement<Int>, after: [String: [Int]])] = [(.end, before)]
    let others = before.mapValues { $0.filter { $0 != key } }
    for name in ["a", "b", "c"] {
      cases.append((.end(of: name), others.merging([name: others[name]! + [key]]) { $1 }))
      cases.append((.start(of: name), others.merging([name: [key] + others[name]!]) { $1 }))
      for (offset, other) in others[name]!.enumerated() {
        var (front, behind) = (others, others)
        front[name]!.insert(key, at: offset)
        behind[name]!.insert(key, at: offset + 1)
        cases += [(.before(other), front), (.after(other), behind)]
      }
    }
    for (placement, after) in cases {
      let records = ObservedRecords<Note>()
      records.replace(with: world(before, ""))
      let events = records.events()
      var answer = ObservedAnswer<Note>()
      for event in events.takeWaiting() { answer.apply(event) }
      try records.apply([.insert(Note(key, "new"), at: placement)])
      #expect(records.contents == world(after, "new"), "\(placement)")
      for event in events.takeWaiting() { answer.apply(event) }
      #expect(answer.contents == records.contents, "\(placement)")
    }
  }

  /// A section that is deleted and inserted in one batch, without its records: at the end of no place in particular it
  /// stays where it was, as a record does.
  @Test(arguments: ["a", "b", "c"])
  func aSectionThatComesBackComesToThePlaceThatIsNamed(_ name: String) throws {
    let names = ["a", "b", "c"]
    let others = names.filter { $0 != name }
    var cases: [(placement: SectionPlacement, after: [String])] = [(.end, names), (.start, [name] + others)]
    for (offset, other) in others.enumerated() {
      var (front, behind) = (others, others)
      front.insert(name, at: offset)
      behind.insert(name, at: offset + 1)
      cases += [(.before(SectionID(other)), front), (.after(SectionID(other)), behind)]
    }
    for (placement, after) in cases {
      let records = ObservedRecords<Note>()
      records.replace(with: .sections(names.enumerated().map { StoreSection($1, items: [Note($0)]) }))
      let events = records.events()
      var answer = ObservedAnswer<Note>()
      for event in events.takeWaiting() { answer.apply(event) }
      let id = SectionID(name)
      try records.apply([.deleteSection(id), .insertSection(id, header: SectionHeader("new"), at: placement)])
      #expect(records.contents.sections?.map(\.id) == after.map { SectionID($0) }, "\(placement)")
      #expect(records.contents.sections?.first { $0.id == id } == StoreSection(id, header: SectionHeader("new")))
      for event in events.takeWaiting() { answer.apply(event) }
      #expect(answer.contents == records.contents, "\(placement)")
    }
  }

  /// A record without a section comes to the last one that is still there.
  @Test(arguments: [[], ["c"], ["b", "c"], ["c", "b"], ["a", "c"]])
  func theLastSectionIsTheLastThatIsThere(_ gone: [String]) throws {
    let records = ObservedRecords<Note>()
    records.replace(with: .sections(["a", "b", "c"].map { StoreSection($0) }))
    let events = records.events()
    var answer = ObservedAnswer<Note>()
    for event in events.takeWaiting() { answer.apply(event) }
    try records.apply(StoreBatch(gone.map { .deleteSection(SectionID($0)) } + [.insert(Note(1))]))
    let left = ["a", "b", "c"].filter { !gone.contains($0) }
    let right = left.map { StoreSection($0, items: $0 == left.last ? [Note(1)] : []) }
    #expect(records.contents == .sections(right))
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == records.contents)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func everyObserverShowsWhatARebuildShows(_ seed: UInt64) {
    var random = Generator(seed: seed)
    let records = ObservedRecords<Note>()
    let limits = [nil, 0, 3, 7]
    let observed = limits.map {
      records.events(for: RecordRequest(where: { $0.rank != 1 }, sortedBy: [.ascending(\.rank)], limit: $0))
    }
    var answers = limits.map { _ in ObservedAnswer<Note>() }
    for step in 0..<60 {
      if step == 0 || random.below(3) == 0 {
        records.replace(with: .sections(Self.sections(&random)))
      } else {
        records.edit { edits in
          let (section, key) = (["a", "b", "c", "d"][random.below(4)], random.below(12))
          switch random.below(6) {
          case 0: try? edits.insert(Note(key, "e", rank: random.below(4)), at: .start(of: section))
          case 1: edits.remove(key)
          case 2: edits.removeSection(section)
          case 3: try? edits.insert(StoreSection(section, items: [Note(key)]), at: .start)
          case 4: try? edits.moveSection(section, to: .end)
          default: try? edits.replaceAll(with: .sections(Self.sections(&random)))
          }
        }
      }
      #expect(records.checkInvariants() == [], "seed \(seed), step \(step)")
      for place in limits.indices {
        for event in observed[place].takeWaiting() { answers[place].apply(event) }
        #expect(
          answers[place].contents == Self.expected(records.contents, limit: limits[place]),
          "seed \(seed), step \(step)")
        #expect(answers[place].violations == [], "seed \(seed), step \(step)")
      }
    }
  }

  private static func sections(_ random: inout Generator) -> [StoreSection<Note>] {
    var names = ["a", "b", "c", "d"]
    for place in names.indices { names.swapAt(place, random.below(place + 1)) }
    var keys = Array(0..<12)
    for place in keys.indices { keys.swapAt(place, random.below(place + 1)) }
    return names.prefix(random.below(5)).map { name in
      let count = min(keys.count, random.below(5))
      defer { keys.removeFirst(count) }
      return StoreSection(
        name, header: SectionHeader(random.below(2)),
        items: keys.prefix(count).map { Note($0, ["", "x"][random.below(2)], rank: random.below(4)) })
    }
  }

  private static func expected(_ contents: StoreContents<Note>, limit: Int?) -> StoreContents<Note> {
    var room = limit ?? .max
    return .sections(
      (contents.sections ?? []).map { section in
        let items = section.items.filter { $0.rank != 1 }.enumerated()
          .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element).prefix(room)
        room -= items.count
        return StoreSection(section.id, header: section.header, items: Array(items))
      })
  }
}
