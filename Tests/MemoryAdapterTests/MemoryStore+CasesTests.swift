import MemoryAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// Cases of manual order restated from other libraries, by the names that they have in the table of behaviours.
@Suite struct MemoryStoreCasesTests {
  private func list(_ ids: [Int]) -> MemoryStore<Note> { MemoryStore(ids.map { Note($0) }) }

  private var sections: MemoryStore<Note> {
    MemoryStore(sections: [
      StoreSection("0", items: (1...4).map { Note($0) }), StoreSection("1", items: (5...9).map { Note($0) }),
    ])
  }

  private func ids(_ store: MemoryStore<Note>) -> [[Int]] {
    switch store.contents {
    case .items(let items): [items.map(\.id)]
    case .sections(let sections): sections.map { $0.items.map(\.id) }
    }
  }

  @Test("ua-05: replace a by b keeps the place") func replaceByKey() throws {
    let store = list([1, 2, 3, 4])
    #expect(try store.edit { try $0.replace(2, with: Note(5)) } == Note(2))
    #expect(ids(store) == [[1, 5, 3, 4]])
  }

  @Test("ua-06: replace at index path") func replaceAtOffset() throws {
    let store = list([1, 2, 3, 4])
    try store.edit { try $0.replace(at: 2, with: Note(5)) }
    #expect(ids(store) == [[1, 2, 5, 4]])
  }

  @Test("ua-07: replaceAll of equal values changes nothing") func replaceEqual() throws {
    let store = list([1, 2, 3, 4])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { try $0.replaceKnown([Note(2), Note(3)]) }
    #expect(ids(store) == [[1, 2, 3, 4]])
    #expect(events.takeWaiting().isEmpty)
  }

  @Test("ua-08: append with sections goes to the last section") func appendToLast() throws {
    let store = sections
    try store.edit { try $0.append(Note(10)) }
    #expect(ids(store) == [[1, 2, 3, 4], [5, 6, 7, 8, 9, 10]])
    #expect(store.edit { $0.offset(of: 10) } == 5)
    #expect(store.edit { $0.section(of: 10) } == SectionID("1"))
  }

  @Test("ua-09: append into given sections") func appendToGiven() throws {
    let store = sections
    try store.edit { edits in
      try edits.append(Note(10), to: "0")
      try edits.append(Note(11), to: "1")
    }
    #expect(ids(store) == [[1, 2, 3, 4, 10], [5, 6, 7, 8, 9, 11]])
  }

  @Test("ua-11: remove at index path, two sections") func removeAtOffsets() throws {
    let store = sections
    try store.edit { edits in
      try edits.remove(at: 1, in: "0")
      try edits.remove(at: 1, in: "1")
    }
    #expect(ids(store) == [[1, 3, 4], [5, 7, 8, 9]])
  }

  @Test("ua-13: replace at index path, two sections") func replaceAtOffsets() throws {
    let store = sections
    try store.edit { edits in
      try edits.replace(at: 2, in: "0", with: Note(10))
      try edits.replace(at: 3, in: "1", with: Note(11))
    }
    #expect(ids(store) == [[1, 2, 10, 4], [5, 6, 7, 11, 9]])
  }

  @Test("ua-14: a record cannot take the key of another") func replaceByThirdKey() {
    let store = list([1, 2, 3])
    #expect {
      try store.edit { try $0.replace(2, with: Note(1)) }
    } throws: { ($0 as? StoreError)?.kind == .refused }
    #expect(ids(store) == [[1, 2, 3]])
  }

  @Test("ua-15, ua-17: an append is one insert at the end") func append() throws {
    let store = list([1, 2])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { try $0.append(Note(3)) }
    #expect(events.takeWaiting() == [.changes([.insert(Note(3), at: .end)])])
  }

  @Test("ua-16, ua-18: a removal is one delete") func remove() {
    let store = list([1, 2, 3])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    #expect(store.edit { $0.remove(2) } == Note(2))
    #expect(events.takeWaiting() == [.changes([.delete(2)])])
  }

  @Test("ua-30: two removals of row 0 in one edit") func removeFirstTwice() throws {
    let store = list([1, 2, 3, 4])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      try edits.remove(at: 0)
      try edits.remove(at: 0)
    }
    #expect(events.takeWaiting() == [.changes([.delete(1), .delete(2)])])
    #expect(ids(store) == [[3, 4]])
  }

  @Test("ua-34: merge replaces known ones in place and appends the others; replaceKnown ignores them") func merge()
    throws
  {
    let store = MemoryStore([Note(1, "a"), Note(2, "b")])
    try store.edit { edits in
      try edits.merge([Note(2, "B"), Note(3, "c")])
      try edits.replaceKnown([Note(9, "z")])
    }
    #expect(store.contents.items == [Note(1, "a"), Note(2, "B"), Note(3, "c")])
  }

  @Test("dyn-24: clear, refill and clear in one edit") func clearRefillClear() throws {
    let store = list(Array(0..<10))
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      edits.removeAll()
      for id in 20..<30 { try edits.append(Note(id)) }
      edits.removeAll()
    }
    #expect(store.count == 0)
    #expect(events.takeWaiting() == [.changes(StoreBatch((0..<10).map { .delete($0) }))])
  }

  @Test func anInsertionPastTheEndIsAtTheEnd() throws {
    let store = list([1, 2])
    try store.edit { edits in
      try edits.insert(Note(3), at: 2)
      try edits.insert(Note(4), at: 100)
      try edits.insert(Note(5), at: 1)
      try edits.insert(Note(6), at: 0)
    }
    #expect(ids(store) == [[6, 1, 5, 2, 3, 4]])
    #expect(throws: StoreError.self) { try store.edit { try $0.insert(Note(7), at: -1) } }
  }

  @Test func aRecordMovesToTheOffsetThatItIsToHave() throws {
    for from in 0..<5 {
      for to in 0..<7 {
        let store = list([0, 1, 2, 3, 4])
        try store.edit { try $0.move(from, to: to) }
        var wanted = [0, 1, 2, 3, 4]
        wanted.remove(at: from)
        wanted.insert(from, at: min(to, 4))
        #expect(ids(store) == [wanted])
      }
    }
  }

  /// Also where the offset would be refused for another: there is nothing to move.
  @Test(arguments: [-1, 0, 1, 5])
  func aRecordThatIsNotThereIsNotMoved(_ offset: Int) throws {
    let flat = list([1, 2])
    #expect(try flat.edit { try $0.move(9, to: offset) } == false)
    #expect(ids(flat) == [[1, 2]])
    let sectioned = MemoryStore(sections: [StoreSection("a", items: [Note(1)])])
    #expect(try sectioned.edit { try $0.move(9, to: offset) } == false)
    #expect(try sectioned.edit { try $0.move(9, to: offset, in: "a") } == false)
    #expect(try sectioned.edit { try $0.move(9, to: offset, in: "none") } == false)
    #expect(ids(sectioned) == [[1]])
  }

  @Test func replaceAllKeepsOrderAndSaysLittle() throws {
    let store = list([1, 2, 3, 4, 5])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { try $0.replaceAll(with: [5, 1, 2, 3, 4].map { Note($0) }) }
    #expect(events.takeWaiting() == [.changes([.move(5, to: .start)])])
    try store.edit { try $0.replaceAll(with: [5, 1, 2, 3, 4].map { Note($0) }) }
    #expect(events.takeWaiting().isEmpty)
    try store.edit { try $0.replaceAll(with: [1, 9, 2].map { Note($0) }) }
    #expect(events.takeWaiting() == [.changes([.delete(5), .delete(3), .delete(4), .insert(Note(9), at: .after(1))])])
  }

  @Test func sectionsByHand() throws {
    let store = sections
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      try edits.insert(StoreSection("n", header: SectionHeader("new"), items: [Note(20)]), at: .after(SectionID("0")))
      try edits.setHeader(SectionHeader("nought"), of: "0")
      try edits.moveSection("1", to: .start)
    }
    #expect(ids(store) == [[5, 6, 7, 8, 9], [1, 2, 3, 4], [20]])
    #expect(store.edit { $0.header(of: "0") } == SectionHeader("nought"))
    var answer = ObservedAnswer<Note>()
    answer.apply(.replace(sections.contents))
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == store.contents)
    try store.edit { edits in
      try edits.replaceSection("0", with: StoreSection("x", items: [Note(2), Note(30)]))
      #expect(edits.removeSection("1")?.map(\.id) == [5, 6, 7, 8, 9])
      #expect(edits.removeSection("1") == nil)
    }
    #expect(ids(store) == [[2, 30], [20]])
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == store.contents)
    #expect(answer.violations == [])
  }

  @Test func theFirstOfThreeSectionsIsRemovedAndNoOther() {
    let store = MemoryStore(sections: (0..<3).map { StoreSection($0, items: [Note($0)]) })
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    store.edit { $0.removeSection(0) }
    #expect(events.takeWaiting() == [.changes([.delete(0), .deleteSection(SectionID(0))])])
    #expect(ids(store) == [[1], [2]])
  }

  @Test func aRowThatLeavesADyingSectionForANewLastOneIsAMove() throws {
    let store = MemoryStore(sections: [StoreSection("old", items: [Note(1), Note(2)])])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      try edits.insert(StoreSection("new"))
      edits.move(2, to: .end(of: "new"))
      edits.removeSection("old")
    }
    #expect(
      events.takeWaiting() == [
        .changes([
          .insertSection(SectionID("new"), at: .end), .delete(1), .move(2, to: .start(of: "new")),
          .deleteSection(SectionID("old")),
        ])
      ])
  }

  @Test func whatCannotBeDoneIsRefusedAndLeavesNothing() throws {
    let flat = list([1])
    let none = MemoryStore<Note>(sections: [])
    let hand = sections
    func kind(_ body: () throws -> Void) -> StoreError.Kind? {
      do {
        try body()
        return nil
      } catch { return (error as? StoreError)?.kind }
    }
    #expect(kind { try flat.edit { try $0.insert(StoreSection("a")) } } == .refused)
    #expect(kind { try none.edit { try $0.append(Note(1)) } } == .refused)
    #expect(kind { try hand.edit { try $0.append(Note(1), to: "zz") } } == .invalidBatch)
    #expect(kind { try hand.edit { try $0.insert(Note(1), at: 3) } } == .invalidBatch)
    #expect(kind { _ = try hand.edit { try $0.remove(at: 99, in: "0") } } == .invalidBatch)
    #expect(kind { try hand.edit { try $0.replaceAll(with: [Note(1)]) } } == .refused)
    #expect(kind { try flat.edit { try $0.replaceAll(with: .sections([])) } } == .refused)
    #expect(ids(flat) == [[1]] && ids(hand) == ids(sections))
  }
}
