import BenchmarkHarness
import MeasuringSupport
import RegressionGate
import DiffWorkloads
import Testing

@Suite("Growth")
struct GrowthGateTests {
  private let sizes = [1_000, 10_000, 100_000]

  private func record(_ comparisons: (Int) -> Int) -> BenchmarkRun {
    MadeRecord.record(
      Dictionary(uniqueKeysWithValues: sizes.map { ($0, [MadeRecord.row("lis", comparisons: comparisons($0))]) }))
  }

  private func verdict(_ base: (Int) -> Int, _ head: (Int) -> Int) -> Verdict? {
    GrowthGate(ComparisonPlan(base: record(base), head: record(head))).verdict
  }

  @Test("powers are found", arguments: [(0.0, 0.0), (0.5, 0.0), (1.0, 1.0), (2.0, 2.0)])
  func powers(power: Double, exponent: Double) throws {
    let points = [1_000, 4_000, 16_000, 64_000].map { size -> (size: Int, figure: Double) in
      (
        size,
        power == 0 ? 7 : power == 0.5 ? Double(size).squareRoot() : power == 1 ? 3 * Double(size) : Double(size * size)
      )
    }
    // Square roots stay below the smallest size: they do not grow in any way that matters.
    #expect(abs(try #require(GrowthFit(points)).exponent - exponent) < 1e-6)
  }

  @Test("too few sizes, or sizes too near, give no exponent")
  func few() {
    #expect(GrowthFit([(1_000, 1), (10_000, 10)]) == nil)
    #expect(GrowthFit([(1_000, 1), (2_000, 2), (4_000, 4)]) == nil)
    #expect(GrowthFit([(1_000, 1), (1_000, 9), (10_000, 4)]) == nil)
    #expect(
      GrowthGate(ComparisonPlan(base: MadeRecord.record([1_000: [MadeRecord.row("lis")]]), head: record { $0 })).verdict
        == nil)
  }

  @Test("a loop within a loop is caught, even when small inputs hardly show it")
  func quadratic() {
    #expect(verdict({ 3 * $0 }, { 3 * $0 + $0 * $0 / 1_000 }) == .regressed)
    #expect(verdict({ _ in 20 }, { $0 / 2 }) == .regressed)
  }

  @Test("the same growth passes, and so does less")
  func level() {
    #expect(verdict({ 3 * $0 }, { 5 * $0 }) == .pass)
    #expect(verdict({ $0 * $0 }, { 3 * $0 }) == .pass)
    // n log n for n.
    #expect(verdict({ 10 * $0 }, { size in size * (size == 1_000 ? 10 : size == 10_000 ? 13 : 17) }) == .pass)
  }

  @Test("less work on small inputs alone is not faster growth")
  func improvement() {
    #expect(verdict({ 10 * $0 }, { size in size == 1_000 ? 2_000 : 10 * size }) == .pass)
  }

  @Test("the noise of small counts gives no alarm: 10,000 draws")
  func smallCounts() {
    var generator = SplitMix64(seed: 8)
    func noisy(_ count: Int) -> Int {
      max(0, count + generator.below(41) - 20 + count * (generator.below(41) - 20) / 1_000)
    }
    for draw in 0..<10_000 {
      // From nothing at all to a hundredth of the items, as tables of few hashes are.
      let share = [0, 1, 5, 50][draw % 4]
      let fits = (0..<2).compactMap { _ in
        GrowthFit(sizes.map { ($0, Double(noisy(8 + $0 * share / 5_000))) })
      }
      #expect(fits.count == 2)
      guard let first = fits.first, let last = fits.last else { return }
      #expect(abs(last.exponent - first.exponent) <= GrowthGate.tolerance)
    }
  }

  @Test("time is reported and never judged")
  func time() {
    let base = record { $0 }
    var head = base
    for index in head.workloads.indices {
      let size = Double(head.workloads[index].size)
      head.workloads[index].table.rows[0].median = size * size
      head.workloads[index].table.rows[0].series.rounds = []
    }
    let gate = GrowthGate(ComparisonPlan(base: base, head: head))
    #expect(gate.verdict == .pass)
    #expect(gate.times.count == 1 && gate.times[0].rise > 1.9)
  }
}
