import MemoryAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// Records that depend on something besides themselves: here on what a rank is called.
@Suite struct MemoryStoreDependenciesTests {
  private let names = Locked([0: "low", 1: "high"])

  private func store(_ count: Int) -> MemoryStore<Note> {
    MemoryStore((0..<count).map { Note($0, rank: $0 % 2) }, dependencies: { [DependencyKey($0.rank)] })
  }

  private var isHigh: RecordRequest<Note> {
    RecordRequest(where: { [names] in names.get()[$0.rank] == "high" })
  }

  @Test func thoseThatDependOnItAreJudgedAgainAndReported() {
    let store = store(4)
    let all = store.events(for: .all)
    let high = store.events(for: isHigh)
    #expect(high.firstWaiting == .replace(.items([Note(1, rank: 1), Note(3, rank: 1)])))
    _ = all.takeWaiting()
    names.change { $0[0] = "high" }
    store.refresh(dependingOn: [DependencyKey(0)])
    #expect(all.takeWaiting() == [.changes([.refresh(0), .refresh(2)])])
    let came: StoreBatch<Note> = [.insert(Note(0, rank: 0), at: .start), .insert(Note(2, rank: 0), at: .after(1))]
    #expect(high.takeWaiting() == [.changes(came)])
    store.refresh(dependingOn: [DependencyKey(7)])
    #expect(all.takeWaiting().isEmpty && high.takeWaiting().isEmpty)
  }

  @Test func whatEditsChangeIsFollowedAndWhatIsTakenBackIsNot() throws {
    struct Stop: Error {}
    let store = store(4)
    let all = store.events(for: .all)
    try store.edit { edits in
      try edits.update(Note(0, rank: 1))
      edits.remove(1)
      try edits.append(Note(9, rank: 1))
    }
    #expect(throws: Stop.self) {
      try store.edit { edits in
        try edits.update(Note(3, rank: 0))
        edits.remove(2)
        throw Stop()
      }
    }
    _ = all.takeWaiting()
    store.refresh(dependingOn: [DependencyKey(1)])
    #expect(all.takeWaiting() == [.changes([.refresh(0), .refresh(3), .refresh(9)])])
    store.refresh(dependingOn: [DependencyKey(0)])
    #expect(all.takeWaiting() == [.changes([.refresh(2)])])
  }

  @Test func itCostsThoseThatDependOnItOnly() {
    let store = MemoryStore((0..<20_000).map { Note($0, rank: $0 % 2_000) }, dependencies: { [DependencyKey($0.rank)] })
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    let before = store.visits
    store.refresh(dependingOn: [DependencyKey(5)])
    #expect(events.takeWaiting().count == 1)
    #expect(store.visits - before < 10 * 50, "\(store.visits - before)")
    withExtendedLifetime(events) {}
  }

  @Test func withoutDependenciesNothingDependsOnAnything() {
    let store = MemoryStore([Note(1, rank: 1)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    store.refresh(dependingOn: [DependencyKey(1)])
    #expect(events.takeWaiting().isEmpty)
  }
}
