import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Testing

@Suite("Floors")
struct FloorsTests {
  private struct Item: Identifiable, Hashable {
    let id: Int
  }

  private func items(_ ids: [Int]) -> [Item] { ids.map { Item(id: $0) } }

  @Test("scan looks at pairs at equal offsets, dict at every id")
  func answers() {
    let old = items([10, 11, 12, 13])
    let new = items([10, 12, 11])
    let comparison = IdentifiableComparison<Item>()
    #expect(Floors.scan(old, new, comparing: comparison) == 1)
    #expect(Floors.dictionary(old, new) == 0 + 2 + 1)
    #expect(Floors.dictionary(old, new, comparing: comparison) == 0 + 2 + 1)
  }

  @Test("the bound of the edit distance is its length for unique ids, and never less")
  func distance() {
    var generator = SplitMix64(seed: 3)
    for unique in [true, false] {
      for _ in 0..<200 {
        func side() -> [Int] {
          if !unique { return (0..<generator.below(9)).map { _ in generator.below(4) } }
          var ids = Array(0..<12)
          generator.shuffle(&ids)
          return Array(ids.prefix(generator.below(10)))
        }
        let (old, new) = (side(), side())
        let length = new.difference(from: old).count
        let bound = EditDistance.bound(from: old, to: new, comparing: ValueComparison<Int>())
        if unique { #expect(bound == length) } else { #expect(bound >= length) }
      }
    }
  }

  @Test("the standard library is measured where that is quick")
  func measured() {
    let clock = TickingClock(step: 1)
    let cost = StandardDifference.cost(
      from: [1, 2, 3], to: [3, 1], comparing: ValueComparison<Int>(), clock: clock)
    guard case .measured(let time) = cost else {
      Issue.record("\(cost)")
      return
    }
    #expect(time > 0)
  }

  @Test("it is not run where it would take too much memory")
  func estimated() {
    let cost = StandardDifference.cost(
      from: Array(0..<20_000), to: Array(20_000..<40_000), comparing: ValueComparison<Int>(),
      clock: TickingClock(step: 1))
    guard case .estimated = cost else {
      Issue.record("\(cost)")
      return
    }
    #expect(cost.nanoseconds == nil)
    #expect(StandardDifference.traceBytes(differences: 40_000) > StandardDifference.memoryLimit)
    #expect(StandardDifference.traceBytes(differences: .max) == .max)
  }

  @Test("it stops when the time is up")
  func stopped() {
    // Six searches' worth of clock: a second for each look at it, which is one in some thousand comparisons.
    var generator = SplitMix64(seed: 6)
    var new = Array(0..<1_500)
    generator.shuffle(&new)
    let clock = TickingClock(step: 0)
    clock.step = { $0 < 3 ? 1 : 1_000_000_000 }
    let cost = StandardDifference.cost(
      from: Array(0..<1_500), to: new, comparing: ValueComparison<Int>(), clock: clock)
    #expect(cost == .stopped)
  }
}

/// A clock that moves each time it is looked at.
private final class TickingClock: NanosecondClock {
  var step: (Int) -> Int
  private var time = 0
  private var looks = 0

  init(step: Int) { self.step = { _ in step } }

  var now: Int {
    time += step(looks)
    looks += 1
    return time
  }
}
