import DiffWorkloads
import TestScale
import Testing

@testable import SectionDiff

/// Faults that users of other list libraries reported, tried here.
@Suite struct ReportedCasesTests {
  private struct Measured: Identifiable, Equatable {
    let id: Int
    let value: Double
  }

  private struct Named: Identifiable, Equatable {
    let id: Double
    let value: Int
  }

  /// What a list holds after each step, which is one change of a list view.
  private func states(_ old: [Int], _ new: [Int]) throws -> [[Int]] {
    var list = old
    var states: [[Int]] = []
    for step in try Differ().changeset(from: old, to: new).oneAtATime {
      switch step {
      case .delete(let path): list.remove(at: path.item)
      case .insert(let path): list.insert(new[path.item], at: path.item)
      case .move(let from, let to): list.insert(list.remove(at: from.item), at: to.item)
      default: Issue.record("\(step)")
      }
      states.append(list)
    }
    #expect(list == new)
    return states
  }

  /// A row that is inserted while its old copy is still there makes a list view crash.
  @Test func noIdentityIsThereTwiceAfterAnyStep() throws {
    #expect(try states([1, 2], [2, 1]).last == [2, 1])
    #expect(try states([2, 1], [3, 1, 2]).last == [3, 1, 2])
    let lists = (0...4).flatMap { count in permutations(of: Array(0..<4), taking: count) }
    for old in lists {
      for new in lists {
        for state in try states(old, new) where Set(state).count != state.count {
          Issue.record("\(old) → \(new): \(state)")
        }
      }
    }
  }

  private func permutations(of items: [Int], taking count: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return items.flatMap { first in
      permutations(of: items.filter { $0 != first }, taking: count - 1).map { [first] + $0 }
    }
  }

  /// What is not equal to itself has changed, also in an array that is the same one.
  @Test(arguments: DiffStrategy.all)
  func notANumberIsNeverEqual(_ strategy: DiffStrategy) throws {
    let differ = Differ(algorithm: strategy.algorithm)
    let items = (0..<40).map { Measured(id: $0, value: $0 % 4 == 0 ? .nan : Double($0)) }
    let copy = (0..<40).map { Measured(id: $0, value: $0 % 4 == 0 ? .nan : Double($0)) }
    for other in [items, copy, Array(items)] {
      let counts = try differ.changeset(from: items, to: other).counts
      #expect(counts == ChangeCounts(updates: 10), "\(counts)")
    }
    // An identity that is not equal to itself is another one each time.
    let named = (0..<40).map { Named(id: $0 % 4 == 0 ? .nan : Double($0), value: $0) }
    for other in [named, (0..<40).map { Named(id: $0 % 4 == 0 ? .nan : Double($0), value: $0) }] {
      let counts = try differ.changeset(from: named, to: other).counts
      #expect(counts == ChangeCounts(deletes: 10, inserts: 10), "\(counts)")
    }
    #expect(
      try differ.changeset(from: [Double.nan, 1], to: [Double.nan, 1]).counts == ChangeCounts(deletes: 1, inserts: 1))
  }

  /// Found by reading: each copy went through the classes of all those before it: a hundred thousand million steps, which
  /// take longer than this may.
  @Test(.enabled(if: TestScale.isFull), .timeLimit(.minutes(10)))
  func manyCopiesOfOneIdentityAreNoMoreWorkThanOthers() throws {
    let changes = try Differ().changeset(
      from: (0..<200_000).map { Measured(id: 0, value: Double($0)) },
      to: (200_000..<400_000).map { Measured(id: 0, value: Double($0)) })
    #expect(changes.counts == ChangeCounts(updates: 200_000))
  }

  /// There are more choices of those that are left over than an integer counts.
  @Test func copiesOfWhichHalfAreLeftOverAreNoTrap() throws {
    let differ = Differ(algorithm: AdaptiveDiff(favoring: .fewestChanges))
    let old = (0..<300).map { Measured(id: 0, value: Double($0 % 3 == 0 ? 1 : 0)) }
    let new = (0..<100).map { Measured(id: 0, value: Double($0 % 2)) }
    let changes = try differ.changeset(from: old, to: new)
    #expect(changes.counts.deletes == 200 && changes.counts.inserts == 0 && changes.counts.updates == 0)
    #expect(try FlatSnapshot(old).applying(changes) == FlatSnapshot(new))
  }

  /// Found by reading: each was compared with all others, which have its hash.
  @Test func numbersThatAreNoneAreNoMoreWorkThanOthers() throws {
    let (old, new) = ([Double](repeating: .nan, count: 8_000), [Double](repeating: .nan, count: 8_000))
    let comparison = CountingComparison(ValueComparison<Double>())
    let changes = try Differ().changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: comparison)
    #expect(changes.counts == ChangeCounts(deletes: 8_000, inserts: 8_000))
    #expect(comparison.counts.comparisons < 600 * 8_000, "\(comparison.counts.comparisons)")
  }

  /// On whatever actor, and whatever memory is used again.
  @Test func copiesAreAnsweredAlikeByEveryEntryPoint() async throws {
    var random = SplitMix64(seed: 1945)
    let count = TestScale.count(60_000, quick: 6_000)
    // One of a hundred is there twice.
    let old = (0..<count).map { $0 % 100 == 99 ? $0 - 1 : $0 }
    let new = old.shuffled(using: &random)
    let differ = Differ()
    let expected = try differ.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new))
    let workspace = DiffWorkspace()
    for _ in 0..<2 {
      #expect(try differ.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), reusing: workspace) == expected)
    }
    #expect(try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new)).changeset == expected)
    #expect(try await differ.concurrentDiff(from: FlatSnapshot(old), to: FlatSnapshot(new)).changeset == expected)
  }
}
