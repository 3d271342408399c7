import MemoryAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct MemoryStoreEditingTests {
  private struct Stop: Error {}

  @Test func oneClosureIsOneEvent() throws {
    let store = MemoryStore<Note>()
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      try edits.append(Note(1))
      try edits.nested { try $0.append(Note(2)) }
      try edits.append(Note(3))
    }
    #expect(events.takeWaiting() == [.changes(StoreBatch((1...3).map { .insert(Note($0)) }))])
  }

  @Test func anInnerClosureThatThrowsUndoesItsOwnEditsOnly() throws {
    let store = MemoryStore([Note(1), Note(2), Note(3)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    try store.edit { edits in
      try edits.update(Note(1, "kept"))
      try edits.nested { edits in
        edits.remove(2)
        try edits.nested { try $0.append(Note(4)) }
        #expect(throws: Stop.self) {
          try edits.nested { (edits) throws(Stop) in
            edits.remove(1)
            throw Stop()
          }
        }
        #expect(edits[1] == Note(1, "kept"))
      }
      #expect(throws: Stop.self) {
        try edits.nested { edits in
          edits.refresh(3)
          edits.move(3, to: .start)
          edits.removeAll()
          throw Stop()
        }
      }
    }
    #expect(store.contents.items == [Note(1, "kept"), Note(3), Note(4)])
    #expect(
      events.takeWaiting() == [.changes([.delete(2), .update(Note(1, "kept")), .insert(Note(4))])])
  }

  @Test func whatACancelledTransactionDidNeverGoesOutWithTheNext() throws {
    let store = MemoryStore([Note(1)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    #expect(throws: Stop.self) {
      try store.edit { edits in
        try edits.append(Note(2))
        edits.refresh(1)
        edits.remove(1)
        throw Stop()
      }
    }
    #expect(events.takeWaiting().isEmpty)
    try store.edit { try $0.append(Note(3)) }
    #expect(events.takeWaiting() == [.changes([.insert(Note(3))])])
  }

  @Test func editsThatComeToNothingSayNothing() throws {
    let store = MemoryStore([Note(1), Note(2), Note(3)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    store.edit { _ in }
    try store.edit { edits in
      try edits.append(Note(4))
      edits.remove(4)
      try edits.update(Note(1, "x"))
      try edits.update(Note(1))
      edits.move(3, to: .start)
      edits.move(3, to: .end)
      edits.remove(2)
      try edits.insert(Note(2))
      edits.remove(99)
    }
    #expect(events.takeWaiting().isEmpty)
    #expect(store.contents.items == [Note(1), Note(2), Note(3)])
  }

  @Test func refreshReportsWhatIsEqualAndHasItJudgedAgain() {
    let isOpen = Flag()
    let store = MemoryStore([Note(1), Note(2)])
    let all = store.events(for: .all)
    let open = store.events(for: RecordRequest(where: { _ in isOpen.isSet }))
    #expect(open.takeWaiting() == [.replace(.items([]))])
    _ = all.takeWaiting()
    isOpen.set()
    store.refresh([2, 77])
    #expect(all.takeWaiting() == [.changes([.refresh(2)])])
    #expect(open.takeWaiting() == [.changes([.insert(Note(2), at: .end)])])
  }

  @Test func aLimitRefillsAndPushesOut() throws {
    let store = MemoryStore((1...5).map { Note($0, rank: $0 * 10) })
    let events = store.events(for: RecordRequest(sortedBy: [.ascending(\.rank)], limit: 3))
    #expect(events.takeWaiting().count == 1)
    store.edit { $0.remove(2) }
    #expect(events.takeWaiting() == [.changes([.delete(2), .insert(Note(4, rank: 40), at: .end)])])
    try store.edit { try $0.append(Note(9, rank: 5)) }
    #expect(events.takeWaiting() == [.changes([.delete(4), .insert(Note(9, rank: 5), at: .start)])])
    try store.edit { try $0.update(Note(5, rank: 500)) }
    #expect(events.takeWaiting().isEmpty)
    try store.edit { try $0.update(Note(5, rank: 1)) }
    #expect(events.takeWaiting() == [.changes([.delete(3), .insert(Note(5, rank: 1), at: .start)])])
    #expect(store.contents(for: RecordRequest(sortedBy: [.ascending(\.rank)], limit: 3)).items.map(\.id) == [5, 9, 1])
  }

  @Test func recordsThatArePushedOutGoInTheOrderInWhichTheyStood() throws {
    let ids = [5, 2, 7, 0, 3, 6, 1, 4]
    let store = MemoryStore((0..<8).map { Note($0) })
    // What records are given inside the store when they come again must not decide the order.
    store.edit { $0.removeAll() }
    try store.edit { try $0.merge(ids.map { Note($0) }) }
    let events = store.events(for: RecordRequest(limit: 8))
    _ = events.takeWaiting()
    try store.edit { edits in
      for id in 10..<18 { try edits.insert(Note(id), at: .start) }
    }
    #expect(
      events.takeWaiting() == [
        .changes(
          StoreBatch(ids.map { .delete($0) } + (10..<18).reversed().map { .insert(Note($0), at: .end) }))
      ])
  }

  @Test func tiesStandAsTheyArrived() async throws {
    let store = MemoryStore((0..<300).map { Note($0, rank: $0 % 3) })
    let request = RecordRequest<Note>(sortedBy: [SortRule(by: { $0.rank > $1.rank })])
    let ids = try await store.fetch(request).items.map(\.id)
    let expected: [Int] = [2, 1, 0].flatMap { (rank: Int) -> [Int] in (0..<300).filter { $0 % 3 == rank } }
    #expect(ids == expected)
  }
}

/// Something that predicates look at besides the record.
private final class Flag: Sendable {
  private let value = Locked(false)
  var isSet: Bool { value.get() }
  func set() { value.set(true) }
}
