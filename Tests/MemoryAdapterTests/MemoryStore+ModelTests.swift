import MemoryAdapter
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Random edits on a store that many observers watch, against plain arrays that are sorted and cut anew each time.
@Suite struct MemoryStoreModelTests {
  struct Plan: Sendable, CustomTestStringConvertible {
    var name: String
    var isSectioned: Bool
    var request: RecordRequest<Note>
    var sort: (@Sendable (Note, Note) -> Bool)?
    var testDescription: String { "\(name), \(isSectioned ? "sections" : "list")" }
  }

  static var plans: [Plan] {
    [false, true].flatMap { isSectioned in
      [
        Plan(name: "all", isSectioned: isSectioned, request: .all),
        Plan(name: "predicate", isSectioned: isSectioned, request: RecordRequest(where: { $0.rank % 2 == 0 })),
        Plan(
          name: "sorted", isSectioned: isSectioned, request: RecordRequest(sortedBy: [.ascending(\.rank)]),
          sort: { $0.rank < $1.rank }),
        Plan(name: "limit", isSectioned: isSectioned, request: RecordRequest(limit: 4)),
        Plan(name: "no room", isSectioned: isSectioned, request: RecordRequest(limit: 0)),
        Plan(
          name: "predicate, descending, limit", isSectioned: isSectioned,
          request: RecordRequest(where: { $0.rank != 3 }, sortedBy: [.descending(\.rank)], limit: 5),
          sort: { $0.rank > $1.rank }),
      ]
    }
  }

  /// What the request should show of the store, worked out from scratch.
  private func expected(_ contents: StoreContents<Note>, _ plan: Plan) -> StoreContents<Note> {
    var room = plan.request.limit ?? .max
    func cut(_ items: [Note]) -> [Note] {
      var items = items.filter { plan.request.matches($0) }
      if let sort = plan.sort {
        items = items.enumerated().sorted { a, b in
          sort(a.element, b.element) || (!sort(b.element, a.element) && a.offset < b.offset)
        }.map(\.element)
      }
      items = Array(items.prefix(room))
      room -= items.count
      return items
    }
    switch contents {
    case .items(let items): return .items(cut(items))
    case .sections(let sections):
      return .sections(sections.map { StoreSection($0.id, header: $0.header, items: cut($0.items)) })
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: plans)
  func everyObserverShowsWhatARebuildShows(_ plan: Plan) {
    for seed in 0..<25 as Range<UInt64> {
      var random = Generator(seed: seed)
      let store: MemoryStore<Note> =
        plan.isSectioned
        ? MemoryStore(sections: [StoreSection("a", items: [Note(1), Note(2)]), StoreSection("b", items: [Note(3)])])
        : MemoryStore([Note(1), Note(2), Note(3)])
      let events = store.events(for: plan.request)
      var answer = ObservedAnswer<Note>()
      for event in events.takeWaiting() { answer.apply(event) }
      for step in 0..<40 {
        let before = store.contents(for: plan.request)
        store.randomEdits(&random)
        let wanted = expected(store.contents, plan)
        #expect(store.contents(for: plan.request) == wanted)
        let received = events.takeWaiting()
        for event in received { answer.apply(event) }
        if wanted == before {
          #expect(received.allSatisfy { $0.isRefreshing }, "seed \(seed), step \(step): \(received)")
        } else {
          #expect(received.count == 1)
        }
        #expect(answer.contents == wanted, "seed \(seed), step \(step): \(answer.events.suffix(1))")
        #expect(
          answer.violations.isEmpty, "seed \(seed), step \(step): \(answer.violations) \(answer.events.suffix(1))")
        if answer.contents != wanted || !answer.violations.isEmpty { return }
      }
    }
  }

  @Test(arguments: plans)
  func whatIsUndoneLeavesNoTrace(_ plan: Plan) {
    struct Stop: Error {}
    for seed in 0..<25 as Range<UInt64> {
      var random = Generator(seed: seed)
      let store: MemoryStore<Note> =
        plan.isSectioned
        ? MemoryStore(sections: [StoreSection("a", items: [Note(1), Note(2)])]) : MemoryStore([Note(1)])
      for _ in 0..<10 { store.randomEdits(&random) }
      let before = store.contents
      // Undone as a whole.
      let events = store.events(for: plan.request)
      var answer = ObservedAnswer<Note>()
      for event in events.takeWaiting() { answer.apply(event) }
      #expect(throws: Stop.self) {
        try store.edit { edits in
          for _ in 0..<8 { edits.randomEdit(&random) }
          throw Stop()
        }
      }
      #expect(store.contents == before)
      #expect(events.takeWaiting().isEmpty)
      // Undone in part: what was done before and after stays.
      store.edit { edits in
        edits.randomEdit(&random)
        let middle = edits.contents
        try? edits.nested { edits in
          for _ in 0..<8 { edits.randomEdit(&random) }
          throw Stop()
        }
        #expect(edits.contents == middle)
        edits.randomEdit(&random)
      }
      for event in events.takeWaiting() { answer.apply(event) }
      #expect(answer.contents == expected(store.contents, plan))
      #expect(answer.violations.isEmpty)
    }
  }
}

extension StoreEvent<Note> {
  /// Whether this does nothing but have records looked at again.
  fileprivate var isRefreshing: Bool {
    guard case .changes(let batch) = self else { return false }
    return batch.changes.allSatisfy { if case .refresh = $0 { true } else { false } }
  }
}

extension MemoryStore<Note> {
  /// Some random edits as one.
  func randomEdits(_ random: inout Generator) {
    edit { edits in
      for _ in 0...random.below(4) { edits.randomEdit(&random) }
    }
  }
}

extension RecordEdits<Note> {
  /// One random edit; what cannot be done is left.
  mutating func randomEdit(_ random: inout Generator) {
    let key = random.below(12)
    let note = Note(key, ["", "x", "y"][random.below(3)], rank: random.below(5))
    let other = random.below(12)
    let sections = ["a", "b", "c", "d"]
    let section = sections[random.below(4)]
    let offset = random.below(5)
    let isSectioned = !self.sections.isEmpty
    switch random.below(isSectioned ? 22 : 14) {
    case 0: try? insert(note)
    case 1: try? insert(note, at: .start)
    case 2: try? insert(note, at: .before(other))
    case 3: try? insert(note, at: .after(other))
    case 4, 5: try? update(note)
    case 6: move(key, to: [.start, .end, .before(other), .after(other)][random.below(4)])
    case 7, 8: remove(key)
    case 9: _ = try? replace(key, with: Note(other, "r"))
    case 10: refresh(key)
    case 11:
      if isSectioned { try? insert(note, at: offset, in: section) } else { try? insert(note, at: offset) }
    case 12:
      if isSectioned { _ = try? move(key, to: offset, in: section) } else { _ = try? move(key, to: offset) }
    case 13:
      switch random.below(6) {
      case 0: removeAll()
      case 1: if !isSectioned { try? replaceAll(with: (0..<6).map { Note(($0 * 5 + other) % 12, "n", rank: $0) }) }
      default: try? merge([note, Note(other, "m", rank: 1)])
      }
    case 14: try? insert(note, at: .end(of: section))
    case 15: try? insert(note, at: .start(of: section))
    case 16: try? insert(StoreSection(section, header: SectionHeader(random.below(3)), items: [note]), at: .start)
    case 17: try? insert(StoreSection(section), at: .after(SectionID(sections[random.below(4)])))
    case 18: if self.sections.count > 1 { removeSection(section) }
    case 19: try? moveSection(section, to: [.start, .end, .before(SectionID("a"))][random.below(3)])
    case 20: try? setHeader(SectionHeader(random.below(2)), of: section)
    default: try? replaceSection(section, with: StoreSection(sections[random.below(4)], items: [note, Note(other)]))
    }
  }
}
