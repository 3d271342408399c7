import MemoryAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct MemoryStoreCommittingTests {
  @Test func anOutcomeIsWhatFoldingSays() async throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = Generator(seed: seed)
      let store = MemoryStore((0..<5).map { Note($0) })
      var batch = StoreBatch<Note>([], isStrict: random.below(4) == 0)
      for _ in 0..<random.below(12) {
        let key = random.below(8)
        let placement: StorePlacement<Int> = [.end, .start, .before(random.below(8)), .after(random.below(8))][
          random.below(4)]
        switch random.below(6) {
        case 0, 1: batch.insert(Note(key, ["", "x"][random.below(2)]), at: placement)
        case 2: batch.update(Note(key, ["", "x"][random.below(2)]))
        case 3: batch.move(key, to: placement)
        case 4: batch.delete(key)
        default: batch.refresh(key)
        }
      }
      let before = store.contents
      func fold() throws(StoreError) -> BatchOutcome<Note> {
        try batch.folded { key in before.items.first { $0.id == key } }
      }
      do {
        let outcome = try await store.commit(batch)
        #expect(try fold() == outcome, "seed \(seed): \(batch)")
      } catch {
        #expect(throws: error) { try fold() }
        #expect(store.contents == before)
      }
    }
  }

  @Test func aStrictBatchThatIsRefusedLeavesNothingAndSaysNothing() async {
    let store = MemoryStore([Note(1)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    await #expect(throws: StoreError.self) {
      try await store.commit(StoreBatch([.insert(Note(2)), .update(Note(1, "x")), .update(Note(3))], isStrict: true))
    }
    #expect(store.contents.items == [Note(1)])
    #expect(events.takeWaiting().isEmpty)
  }

  @Test func strictHoldsForSectionsToo() async throws {
    let store = MemoryStore(sections: [StoreSection("a", items: [Note(1)])])
    let unknown = SectionID("zz")
    for change in [
      .insert(Note(2), at: .end(of: "zz")), .move(1, to: .start(of: "zz")), .updateSection(unknown, header: nil),
      .moveSection(unknown, to: .start), .insertSection(SectionID("b"), at: .before(unknown)),
    ] as [StoreChange<Note>] {
      await #expect(throws: StoreError.self) { try await store.commit(StoreBatch([change], isStrict: true)) }
      #expect(store.contents.sections == [StoreSection("a", items: [Note(1)])])
    }
    try await store.commit([.insert(Note(2), at: .end(of: "zz"))])
    #expect(store.contents.sections?.first?.items == [Note(1), Note(2)])
    let outcome = try await store.commit([.deleteSection(SectionID("a"))])
    #expect(outcome.deleted == [Note(1), Note(2)])
  }

  @Test func aDeletedAndInsertedRecordKeepsItsPlace() async throws {
    let store = MemoryStore([Note(1), Note(2), Note(3)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try await store.commit([.delete(2), .insert(Note(2, "new"))])
    #expect(events.takeWaiting() == [.changes([.update(Note(2, "new"))])])
    try await store.commit([.delete(2), .insert(Note(2, "new"), at: .start)])
    #expect(store.contents.items.map(\.id) == [2, 1, 3])
    // In two batches it is another arrival.
    try await store.commit([.delete(2)])
    try await store.commit([.insert(Note(2))])
    #expect(store.contents.items.map(\.id) == [1, 3, 2])
  }

  @Test func writesAnnounceThemselvesAsOneEvent() async throws {
    let store = MemoryStore([Note(1)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try await store.commit([.insert(Note(2)), .update(Note(1, "x")), .insert(Note(3), at: .before(2)), .refresh(2)])
    let received = events.takeWaiting()
    #expect(received.count == 1)
    var answer = ObservedAnswer<Note>()
    answer.apply(.replace(.items([Note(1)])))
    for event in received { answer.apply(event) }
    #expect(answer.contents == store.contents)
  }
}
