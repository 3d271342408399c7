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
