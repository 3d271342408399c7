import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Drafts over answers with a limit: what goes lets the next one in, what comes pushes the last one out.
@Suite struct DraftStoreLimitTests {
  private let store = MemoryStore((1...60).map { Note($0, rank: $0 * 10) })
  private let three = RecordRequest<Note>(limit: 3)
  private let lowest = RecordRequest<Note>(sortedBy: [.ascending(\.rank)], limit: 3)

  @Test func aDraftedDeletionLetsTheNextRecordInAtOnce() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    #expect(watcher.shown.map(\.id) == [1, 2, 3])
    drafts.delete(2)
    #expect(watcher.take() == [.changes([.delete(2), .insert(Note(4, rank: 40), at: .end)])])
    #expect(try await drafts.fetch(three).items == watcher.shown)
    drafts.discard()
    #expect(watcher.take() == [.changes([.delete(4), .insert(Note(2, rank: 20), at: .after(1))])])
  }

  @Test func manyDraftedDeletionsAskForMoreAgainAndAgain() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    for key in 1...40 {
      drafts.delete(key)
      #expect(watcher.shown.map(\.id) == Array(key + 1...key + 3))
    }
    #expect(try await drafts.fetch(three).items.map(\.id) == [41, 42, 43])
    let late = Watcher(drafts.events(for: three))
    #expect(late.shown.map(\.id) == [41, 42, 43])
    try await drafts.commit()
    #expect(watcher.take().isEmpty)
    #expect(store.contents(for: three).items == watcher.shown)
    // One observation of the base for each observer, however often more was asked for; the others come to an end.
    #expect(await eventually { store.observationCount == 2 })
  }

  @Test func aDraftedDeletionOfABatchLetsInWhatIsLeft() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    drafts.draft(StoreBatch((1...59).map { .delete($0) }))
    #expect(watcher.shown.map(\.id) == [60])
    drafts.discard()
    #expect(watcher.shown.map(\.id) == [1, 2, 3])
  }

  @Test func aDraftedRecordPushesTheLastOneOut() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    drafts.insert(Note(100), at: .start)
    #expect(watcher.take() == [.changes([.delete(3), .insert(Note(100), at: .start)])])
    drafts.insert(Note(101))
    drafts.update(Note(50, "far behind"))
    #expect(watcher.take().isEmpty)
    #expect(try await drafts.fetch(three).items == watcher.shown)
    drafts.delete(1)
    #expect(watcher.shown.map(\.id) == [100, 2, 3])
  }

  @Test func aRecordThatADraftLetsFallOutOfTheAnswerLetsTheNextOneIn() {
    let request = RecordRequest<Note>(where: { $0.text.isEmpty }, limit: 3)
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: request))
    drafts.update(Note(1, "not shown any more"))
    #expect(watcher.shown.map(\.id) == [2, 3, 4])
  }

  @Test func draftsStandWhereTheRequestsOrderPutsThem() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: lowest))
    drafts.update(Note(1, rank: 25))
    #expect(watcher.shown.map(\.id) == [2, 1, 3])
    drafts.update(Note(2, rank: 9_999))
    #expect(watcher.shown.map(\.id) == [1, 3, 4])
    // From beyond what the base was asked for.
    drafts.update(Note(55, rank: 1))
    #expect(watcher.shown.map(\.id) == [55, 1, 3])
    drafts.insert(Note(200, rank: 26), at: .start)
    #expect(watcher.shown.map(\.id) == [55, 1, 200])
    #expect(try await drafts.fetch(lowest).items == watcher.shown)
    let shown = watcher.shown
    try await drafts.commit()
    #expect(watcher.take().isEmpty)
    #expect(store.contents(for: lowest).items == shown)
  }

  @Test func changesOfTheBaseUnderDraftsRefillToo() throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    drafts.delete(2)
    watcher.take()
    store.edit { edits in for key in [1, 3, 5] { edits.remove(key) } }
    #expect(watcher.shown.map(\.id) == [4, 6, 7])
    try store.edit { try $0.insert(Note(70), at: .start) }
    #expect(watcher.shown.map(\.id) == [70, 4, 6])
  }

  @Test func aSectionThatADraftTakesAwayLetsOthersIn() async throws {
    let sections = (0..<3).map { section in
      StoreSection(section, items: (0..<20).map { Note(section * 20 + $0) })
    }
    let store = MemoryStore(sections: sections)
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: three))
    #expect(watcher.shown.map(\.id) == [0, 1, 2])
    drafts.draft([.deleteSection(SectionID(0))])
    #expect(watcher.shown.map(\.id) == [20, 21, 22])
    drafts.draft([.moveSection(SectionID(2), to: .start)])
    #expect(watcher.shown.map(\.id) == [40, 41, 42])
    #expect(try await drafts.fetch(three) == watcher.answer.contents)
    drafts.discard()
    #expect(watcher.shown.map(\.id) == [0, 1, 2])
  }

  @Test func layersThatNestReachThroughEachOther() {
    let inner = DraftStore(store)
    let outer = DraftStore(inner)
    let watcher = Watcher(outer.events(for: three))
    inner.delete(1)
    outer.delete(2)
    inner.delete(4)
    #expect(watcher.shown.map(\.id) == [3, 5, 6])
    for key in 5...30 { outer.delete(key) }
    #expect(watcher.shown.map(\.id) == [3, 31, 32])
    inner.discardOwnDrafts()
    #expect(watcher.shown.map(\.id) == [1, 3, 4])
  }

  @Test func aSequenceOfAnotherTypeBringsWhatIsMissingALittleLater() async {
    let drafts = DraftStore(AnyWritableDataStore(store))
    let observer = Observer(of: drafts.events(for: three))
    await observer.received { $0.contents.items.map(\.id) == [1, 2, 3] }
    for key in 1...20 { drafts.delete(key) }
    await observer.received { $0.contents.items.map(\.id) == [21, 22, 23] }
    #expect(observer.answer.violations == [])
    observer.cancel()
    await observer.ended()
  }

  @Test func aBaseThatRefusesToGiveMoreIsReceivedAndTheOldAnswerGoesOn() throws {
    let base = NarrowStore(store, most: 5)
    let drafts = DraftStore(base)
    let watcher = Watcher(drafts.events(for: three))
    drafts.delete(2)
    #expect(watcher.take() == [.failed(NarrowStore.refusal), .changes([.delete(2)])])
    try store.edit { try $0.update(Note(1, "new")) }
    #expect(watcher.shown == [Note(1, "new"), Note(3, rank: 30)])
    drafts.discard()
    #expect(watcher.shown.map(\.id) == [1, 2, 3])
  }

  @Test func withoutDraftsAndWithoutALimitTheBaseIsAskedOnce() {
    let base = NarrowStore(store, most: 5)
    let drafts = DraftStore(base)
    let limited = Watcher(drafts.events(for: three))
    try? store.edit { try $0.update(Note(1, "new")) }
    limited.take()
    #expect(base.asked.get() == [3])
    let all = Watcher(drafts.events(for: .all))
    drafts.discard()
    for key in 1...20 { drafts.delete(key) }
    all.take()
    #expect(base.asked.get().filter { $0 == nil }.count == 1)
  }

  @Test(.enabled(if: TestScale.isFull), arguments: 0..<12 as Range<UInt64>)
  func everyLimitedAnswerIsTheStartOfTheWhole(seed: UInt64) async throws {
    var random = Generator(seed: seed)
    let store = MemoryStore((0..<40).map { Note($0, rank: random.below(1_000) * 100 + $0) })
    let drafts = DraftStore(store)
    let orders: [[SortRule<Note>]] = [[], [.ascending(\.rank)], [.descending(\.rank)]]
    let predicates: [(@Sendable (Note) -> Bool)?] = [nil, { $0.rank % 2 == 0 }]
    var watched: [(request: RecordRequest<Note>, limited: Watcher, whole: Watcher)] = []
    for order in orders {
      for predicate in predicates {
        let request = RecordRequest(where: predicate, sortedBy: order, limit: random.below(6))
        let whole = RecordRequest(where: predicate, sortedBy: order)
        watched.append((request, Watcher(drafts.events(for: request)), Watcher(drafts.events(for: whole))))
      }
    }
    for step in 0..<80 {
      let key = random.below(50)
      let note = Note(key, ["a", "b"][random.below(2)], rank: random.below(1_000) * 100 + key)
      switch random.below(12) {
      case 0, 1: drafts.insert(note, at: [.start, .end][random.below(2)])
      case 2, 3: drafts.update(note)
      case 4, 5, 6: drafts.delete(key)
      case 7: if random.below(6) == 0 { drafts.discard() }
      case 8: if random.below(6) == 0 { try await drafts.commit() }
      case 9: store.edit { $0.remove(key) }
      case 10: try store.edit { try $0.insert(note, at: .start) }
      default: try store.edit { try $0.update(note) }
      }
      // A draft that outlives its record stands where those saw it who saw its record.
      let orphans = Set(drafts.drafts.changes.compactMap(\.key)).subtracting(store.contents.items.map(\.id))
      for (request, limited, whole) in watched where !request.order.isEmpty || orphans.isEmpty {
        let wanted = Array(whole.shown.prefix(request.limit ?? 0))
        #expect(limited.shown == wanted, "seed \(seed), step \(step), \(request)")
        #expect(try await drafts.fetch(request).items == wanted, "seed \(seed), step \(step), \(request)")
      }
    }
  }
}

/// A store that gives only so many records, and counts how often it is asked.
private struct NarrowStore: WritableDataStore {
  typealias Item = Note

  static let refusal = StoreError(.limitExceeded, "so many are not given")

  let base: MemoryStore<Note>
  let most: Int
  let asked = Locked<[Int?]>([])

  init(_ base: MemoryStore<Note>, most: Int) {
    self.base = base
    self.most = most
  }

  func events(for request: RecordRequest<Note>) -> StoreEvents<Note> {
    asked.change { $0.append(request.limit) }
    if let limit = request.limit, limit > most { return StoreEvents(just: .failed(Self.refusal)) }
    return base.events(for: request)
  }

  func commit(_ batch: StoreBatch<Note>) async throws(StoreError) -> BatchOutcome<Note> { try await base.commit(batch) }
}
