import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Everything was quadratic. Here the calls of the caller's closures are counted, at two sizes.
@Suite struct QuadraticTimeTests {
  private struct Work {
    var load = 0
    var update = 0
    var everything = 0
  }

  /// How often closures are called to load `count` records, to change one, and to change all.
  private func work(_ count: Int) throws -> Work {
    let calls = Locked(0)
    let byAge = SortRule<Person>(comparing: { a, b in
      calls.change { $0 += 1 }
      return a.age < b.age ? .ascending : b.age < a.age ? .descending : .same
    })
    var filters = FilterSet<Person>()
    filters["all"] = ResultsFilter { _ in
      calls.change { $0 += 1 }
      return true
    }
    let arrangement = ResultsArrangement(
      sections: Sectioning<Person, Int, NoHeader>.by { $0.id % 10 }, sort: [byAge], filters: filters,
      haveEqualContent: { a, b in
        calls.change { $0 += 1 }
        return a == b
      })
    func person(_ id: Int, shift: Int) -> Person { Person(id, "", age: (id &* 7919 &+ shift) % count) }
    func spent(_ body: () throws -> Void) rethrows -> Int {
      calls.set(0)
      try body()
      return calls.get()
    }
    var engine = ResultsEngine(arrangement: arrangement)
    var work = Work()
    work.load = try spent { _ = try engine.replace(with: .items((0..<count).map { person($0, shift: 0) })) }
    work.update = try spent { _ = try engine.apply([.update(person(count / 3, shift: count / 2))]) }
    work.everything = try spent {
      _ = try engine.apply(StoreBatch((0..<count).map { .update(person($0, shift: count / 3)) }))
    }
    #expect(engine.snapshot.itemCount == count)
    return work
  }

  @Test func theWorkGrowsAsTheRecordsDo() throws {
    let small = try work(1000)
    let large = try work(8000)
    // Eight times the records: linear would be 8, n log n about 10.4, quadratic 64.
    #expect(Double(large.load) / Double(small.load) < 12)
    #expect(Double(large.everything) / Double(small.everything) < 12)
    // One record among many: a few comparisons more, never eight times as many.
    #expect(large.update < small.update + 60)
    #expect(large.update < 200)
  }

  @Test func theStoreLooksAtFewRecordsForOneChange() throws {
    func visits(_ count: Int) throws -> Int {
      let store = MemoryStore((0..<count).map { Person($0, "", age: $0) })
      let events = store.events(for: RecordRequest(sortedBy: [.ascending(\.age)]))
      guard case .event(.replace) = events.pull() else { throw StoreError(.other, "no answer") }
      let before = store.visits
      try store.edit { try $0.update(Person(count / 3, "", age: count / 2)) }
      guard case .event(.changes) = events.pull() else { throw StoreError(.other, "no changes") }
      return store.visits - before
    }
    #expect(try visits(8000) < visits(1000) + 60)
  }
}
