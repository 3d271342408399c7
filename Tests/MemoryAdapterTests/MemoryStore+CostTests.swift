import MemoryAdapter
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// What edits cost, in records that were looked at.
@Suite struct MemoryStoreCostTests {
  private let requests = [
    RecordRequest<Note>.all, RecordRequest(where: { $0.rank % 2 == 0 }),
    RecordRequest(sortedBy: [.ascending(\.rank)]), RecordRequest(sortedBy: [.ascending(\.text)], limit: 100),
  ]

  private func visits(_ store: MemoryStore<Note>, _ work: () throws -> Void) rethrows -> Int {
    let before = store.visits
    try work()
    return store.visits - before
  }

  private func note(_ id: Int, _ salt: Int) -> Note { Note(id, "\(salt)", rank: (id * 7_919 + salt * 31) % 10_007) }

  @Test(.enabled(if: TestScale.isFull), arguments: 0..<4)
  func loadingAndUpdatingOneByOneIsNotQuadratic(_ place: Int) throws {
    var loading: [Int] = []
    var updating: [Int] = []
    for count in [500, 1_000, 2_000, 4_000] {
      let store = MemoryStore<Note>()
      let events = store.events(for: requests[place])
      _ = events.takeWaiting()
      loading.append(
        try visits(store) {
          for id in 0..<count { try store.edit { try $0.append(note(id, 1)) } }
        })
      updating.append(
        try visits(store) {
          for id in 0..<count { try store.edit { try $0.update(note(id, 2)) } }
        })
      withExtendedLifetime(events) {}
    }
    // Twice as many records cost little more than twice as much; four times would be quadratic.
    for costs in [loading, updating] {
      for (less, more) in zip(costs, costs.dropFirst()) { #expect(more < less * 5 / 2, "\(costs)") }
      // A few searches of log n comparisons, and a few steps, for each of 4,000.
      #expect(costs[3] < 4_000 * 60, "\(costs)")
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: 0..<4)
  func loadingAndUpdatingAllAtOnceIsNotQuadratic(_ place: Int) throws {
    var costs: [Int] = []
    for count in [500, 1_000, 2_000, 4_000] {
      let store = MemoryStore<Note>()
      let events = store.events(for: requests[place])
      _ = events.takeWaiting()
      costs.append(
        try visits(store) {
          try store.edit { edits in try edits.merge((0..<count).map { note($0, 1) }) }
          try store.edit { edits in try edits.merge((0..<count).map { note($0, 2) }) }
        })
      withExtendedLifetime(events) {}
    }
    for (less, more) in zip(costs, costs.dropFirst()) { #expect(more < less * 5 / 2, "\(costs)") }
    #expect(costs[3] < 8_000 * 60, "\(costs)")
  }

  @Test func oneEditCostsItsQueriesALogarithm() throws {
    var costs: [Int] = []
    for count in [1_000, 32_000] {
      let store = MemoryStore((0..<count).map { note($0, 1) })
      let observed = requests.map { store.events(for: $0) }
      for events in observed { _ = events.takeWaiting() }
      costs.append(
        try visits(store) {
          for round in 0..<50 { try store.edit { try $0.update(note(round * 17, round)) } }
        })
      withExtendedLifetime(observed) {}
    }
    #expect(costs[1] < costs[0] * 2, "\(costs)")
    #expect(costs[1] / 50 < 4 * 50, "\(costs)")
  }

  @Test func alwaysTheSameGapIsNotQuadratic() throws {
    let store = MemoryStore([Note(-1), Note(-2)])
    let events = store.events(for: .all)
    _ = events.takeWaiting()
    let cost = try visits(store) {
      for id in 0..<8_000 { try store.edit { try $0.insert(Note(id), at: .after(-1)) } }
    }
    #expect(cost < 8_000 * 60, "\(cost)")
    #expect(store.contents.items.map(\.id) == [-1] + (0..<8_000).reversed() + [-2])
    withExtendedLifetime(events) {}
  }

  @Test func anEditByOffsetCostsALogarithm() throws {
    for exponent in [10, 13, 16] {
      let count = 1 << exponent
      let store = MemoryStore((0..<count).map { Note($0) })
      var random = Generator(seed: 5)
      let rounds = 50
      let cost = try visits(store) {
        for round in 0..<rounds {
          try store.edit { edits in
            try edits.insert(Note(count + round), at: random.below(count))
            try edits.move(random.below(count), to: random.below(count))
            #expect(edits.offset(of: count + round) != nil)
            try edits.remove(at: random.below(count))
          }
        }
      }
      // A handful of searches an edit, each of a logarithm.
      #expect(cost <= rounds * 10 * (exponent + 2), "2^\(exponent) records: \(cost)")
    }
  }

  @Test func oneEditAmongManySectionsDoesNotCostTheirRecords() throws {
    let store = MemoryStore(
      sections: (0..<64).map { section in
        StoreSection(section, items: (0..<512).map { note(section * 512 + $0, 1) })
      })
    let events = store.events(for: RecordRequest(sortedBy: [.ascending(\.rank)], limit: 20_000))
    _ = events.takeWaiting()
    var random = Generator(seed: 6)
    let cost = try visits(store) {
      for _ in 0..<100 {
        try store.edit { edits in
          edits.remove(random.below(64 * 512))
          try edits.insert(note(random.below(64 * 512), 2), at: .start(of: random.below(64)))
        }
        _ = events.takeWaiting()
      }
    }
    #expect(cost < 100 * 120, "\(cost)")
    withExtendedLifetime(events) {}
  }
}
