import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Random drafts, commits, refusals, writes and edits of the base, against plain arrays that are worked out anew each time.
@Suite struct DraftStoreModelTests {
  /// A list with drafts laid over it one after another. What goes and comes again without a placement keeps its place.
  private func laidOver(_ items: [Note], _ drafts: [StoreChange<Note>]) -> [Note] {
    var rows = items.map { (item: $0, isAlive: true) }
    func find(_ key: Int) -> Int? { rows.firstIndex { $0.isAlive && $0.item.id == key } }
    func put(_ item: Note, _ placement: StorePlacement<Int>) {
      let place =
        switch placement.position {
        case .start: 0
        case .end: rows.count
        case .before(let key): find(key) ?? rows.count
        case .after(let key): find(key).map { $0 + 1 } ?? rows.count
        }
      rows.insert((item, true), at: place)
    }
    func upsert(_ item: Note, _ placement: StorePlacement<Int>) {
      if let place = find(item.id) {
        rows[place].item = item
        if placement != .end, !placement.isBeside(item.id) { put(rows.remove(at: place).item, placement) }
      } else if let tombstone = rows.firstIndex(where: { $0.item.id == item.id }) {
        rows[tombstone] = (item, true)
        if placement != .end {
          // Where it was is not known to those who place it.
          rows[tombstone].isAlive = false
          put(item, placement)
          rows.removeAll { !$0.isAlive && $0.item.id == item.id }
        }
      } else {
        put(item, placement)
      }
    }
    for draft in drafts {
      switch draft {
      case .insert(let item, let placement): upsert(item, placement)
      case .update(let item): upsert(item, .end)
      case .move(let key, let placement):
        if let place = find(key), !placement.isBeside(key) { put(rows.remove(at: place).item, placement) }
      case .delete(let key): if let place = find(key) { rows[place].isAlive = false }
      default: break
      }
    }
    return rows.filter(\.isAlive).map(\.item)
  }

  @Test(.enabled(if: TestScale.isFull), arguments: 0..<40 as Range<UInt64>)
  func everyObserverShowsTheBaseWithTheDraftsOnTop(seed: UInt64) async throws {
    var random = Generator(seed: seed)
    let base = MemoryStore((0..<6).map { Note($0, rank: $0 % 2) })
    let guarded = GuardedStore(base)
    let store = DraftStore(guarded)
    let refusal = StoreError(.refused, "not today")
    var watched = [RecordRequest<Note>.all, RecordRequest(where: { $0.rank == 1 })].map {
      (request: $0, watcher: Watcher(store.events(for: $0)))
    }
    for step in 0..<60 {
      let key = random.below(10)
      let note = Note(key, ["a", "b", "c"][random.below(3)], rank: random.below(2))
      let placement: StorePlacement<Int> = [.end, .start, .before(random.below(10)), .after(random.below(10))][
        random.below(4)]
      switch random.below(16) {
      case 0, 1: store.insert(note, at: placement)
      case 2, 3: store.update(note)
      case 4: store.delete(key)
      case 5: store.move(key, to: placement)
      case 6: store.draft([.delete(key), .insert(note), .update(Note(random.below(10), "t"))])
      case 7:
        if random.below(3) == 0 { store.discard() }
      case 8:
        guarded.refuse(with: random.below(2) == 0 ? refusal : nil)
        try? await store.commit()
      case 9:
        guarded.refuse(with: random.below(2) == 0 ? refusal : nil)
        _ = try? await store.write([.update(note), .delete(random.below(10))])
      case 10, 11: base.edit { $0.remove(key) }
      case 12: try base.edit { try $0.insert(note, at: placement) }
      case 13, 14: try base.edit { try $0.update(note) }
      default:
        // So much that the observers are given the whole answer anew.
        for round in 0..<70 { try base.edit { try $0.update(Note(key, "\(round)", rank: random.below(2))) } }
      }
      if random.below(10) == 0, watched.count < 4 {
        watched.append((.all, Watcher(store.events(for: .all))))
      }
      #expect(store.checkInvariants() == [], "seed \(seed), step \(step)")
      if random.below(3) == 0 { continue }  // some receive several things at once
      let shown = laidOver(base.contents.items, store.drafts.changes)
      for place in watched.indices {
        let answer = watched[place].watcher.shown
        let wanted = place == 1 ? shown.filter { $0.rank == 1 } : shown
        // A draft that outlives its record keeps the place that it had for those who saw that; others see it at the end.
        // In a filtered answer places beside what is not shown lead to the end.
        #expect(Set(answer) == Set(wanted), "seed \(seed), step \(step), observer \(place)")
        let orphans = Set(store.drafts.changes.compactMap(\.key)).subtracting(base.contents.items.map(\.id))
        if place != 1, orphans.isEmpty { #expect(answer == wanted, "seed \(seed), step \(step)") }
      }
    }
    store.discard()
    for (request, watcher) in watched {
      #expect(watcher.shown == base.contents(for: request).items, "seed \(seed), after discard")
    }
  }
}

extension StorePlacement where Key: Equatable {
  /// Whether this places a record beside itself, which leaves it where it is.
  fileprivate func isBeside(_ key: Key) -> Bool { position == .before(key) || position == .after(key) }
}
