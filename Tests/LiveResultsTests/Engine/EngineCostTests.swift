import Foundation
import LiveResults
import SectionDiff
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// What a change costs, in looks at records: it must not grow with their number, but for the logarithm of a search.
@Suite("Cost of changes, counted") struct EngineCostTests {
  private struct Ranked: Hashable, Sendable, Identifiable {
    var id: Int
    var rank: Int
  }

  /// Records that are not in order, with ranks that are all different.
  private func records(_ count: Int) -> [Ranked] {
    (0..<count).map { Ranked(id: $0, rank: $0 &* 7_919 % count) }
  }

  private static let sizes = [500, 5_000, 50_000]

  @Test(
    "a search compares as often as a binary search does, in both indices", .enabled(if: TestScale.isFull),
    arguments: sizes)
  func searches(size: Int) throws {
    let calls = Locked(0)
    var filters = FilterSet<Ranked>()
    filters["even"] = ResultsFilter { $0.rank % 3 != 0 }
    var engine = ResultsEngine(
      arrangement: ResultsArrangement(
        sections: .none,
        sort: [
          SortRule<Ranked> { a, b in
            calls.withLock { $0 += 1 }
            return a.rank < b.rank
          }
        ], filters: filters))
    _ = try engine.replace(with: .items(records(size)))
    calls.withLock { $0 = 0 }
    for step in 0..<100 {
      _ = try engine.apply([.update(Ranked(id: step, rank: step &* 104_729 % size))])
    }
    // Old place and new place, in both indices; each look asks twice where the records are alike.
    let searches = 4 * (log2(Double(size)) + 2) * 2
    #expect(calls.withLock { $0 } <= Int(100 * searches))
  }

  @Test(
    "where the order goes by numbers, a search looks at no record but those that it cannot tell apart", arguments: sizes
  )
  func prefixes(size: Int) throws {
    let calls = Locked(0)
    var engine = ResultsEngine(
      arrangement: ResultsArrangement<Ranked, Unsectioned, Ranked, NoHeader>(
        sort: [
          .ascending { (record: Ranked) -> Int in
            calls.withLock { $0 += 1 }
            return record.rank
          }
        ]))
    _ = try engine.replace(with: .items(records(size)))
    calls.withLock { $0 = 0 }
    for step in 0..<100 {
      _ = try engine.apply([.insert(Ranked(id: size + step, rank: size + step))])
      _ = try engine.apply([.delete(size + step)])
    }
    // Once for the prefix of each that comes, and the comparison with itself when its place is looked for again.
    #expect(calls.withLock { $0 } <= 100 * 3)
    #expect(engine.snapshot.itemCount == size)
  }

  @Test(
    "an answer in order is compared once, and not at all where its order is the store's",
    .enabled(if: TestScale.isFull), arguments: sizes)
  func answersInOrder(size: Int) throws {
    let calls = Locked(0)
    let byRank = SortRule<Ranked>(comparing: { a, b in
      calls.withLock { $0 += 1 }
      return a.rank < b.rank ? .ascending : a.rank == b.rank ? .same : .descending
    })
    let answer = (0..<size).map { Ranked(id: size - $0, rank: $0 / 2) }
    for (sort, isExpected, comparisons) in [([byRank], true, size - 1), ([byRank], false, size - 1), ([], false, 0)] {
      var arrangement = ResultsArrangement<Ranked, Unsectioned, Ranked, NoHeader>(sort: sort)
      arrangement.expectsSortedStore = isExpected
      var engine = ResultsEngine(arrangement: arrangement)
      calls.withLock { $0 = 0 }
      _ = try engine.replace(with: .items(answer))
      #expect(calls.withLock { $0 } == comparisons)
      #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [answer.map(\.id)])
      #expect(engine.checkInvariants() == [])
    }
  }

  @Test("an answer in order with a record twice is sorted: the newest version is where the first was")
  func answerWithRepeats() throws {
    var arrangement = ResultsArrangement<Ranked, Unsectioned, Ranked, NoHeader>(sort: [.ascending(\.rank)])
    arrangement.expectsSortedStore = true
    var engine = ResultsEngine(arrangement: arrangement)
    _ = try engine.replace(with: .items([(1, 1), (2, 2), (1, 3)].map { Ranked(id: $0, rank: $1) }))
    #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [[2, 1]])
    #expect(engine.checkInvariants() == [])
  }

  @Test("a section that comes, moves, or goes costs no look at the records of others", arguments: sizes)
  func sectionsByHand(size: Int) throws {
    let looks = Locked(0)
    var filters = FilterSet<Ranked>()
    filters["all"] = ResultsFilter { _ in
      looks.withLock { $0 += 1 }
      return true
    }
    var engine = ResultsEngine(
      arrangement: ResultsArrangement<Ranked, Int, Ranked, NoHeader>(sections: .byStore(Int.self), filters: filters))
    _ = try engine.replace(
      with: .sections(
        (0..<5).map {
          StoreSection(SectionID($0), items: Array(records(size)[($0 * size / 5)..<(($0 + 1) * size / 5)]))
        }))
    looks.withLock { $0 = 0 }
    let inserted = try engine.apply([.insertSection(SectionID(9), at: .before(SectionID(3)))])
    #expect(inserted?.changeset.counts.sectionInserts == 1)
    let moved = try engine.apply([.moveSection(SectionID(4), to: .start)])
    #expect(moved?.changeset.counts.sectionMoves == 1)
    let deleted = try engine.apply([.deleteSection(SectionID(9))])
    #expect(deleted?.changeset.counts.sectionDeletes == 1)
    #expect(looks.withLock { $0 } == 0)
    #expect(engine.snapshot.sections.map(\.key) == [4, 0, 1, 2, 3])
    #expect(engine.snapshot.itemCount == size)
  }
}
