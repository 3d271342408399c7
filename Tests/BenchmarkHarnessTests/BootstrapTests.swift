import DiffWorkloads
import TestScale
import Testing

@testable import BenchmarkHarness

@Suite("Bootstrap")
struct BootstrapTests {
  /// Uniform between 0 and 1.
  private static func uniform(_ generator: inout SplitMix64) -> Double {
    Double(generator.below(1_000_000)) / 1_000_000
  }

  @Test("equal samples leave no doubt")
  func constant() {
    let interval = Bootstrap().median(of: [5, 5, 5, 5])
    #expect(interval.low == 5)
    #expect(interval.high == 5)
    #expect(interval.contains(5))
    #expect(!interval.contains(5.1))
  }

  @Test("no samples have no interval")
  func empty() {
    #expect(Bootstrap().median(of: []).low.isNaN)
  }

  @Test("the same samples and seed give the same interval")
  func determinism() {
    var generator = SplitMix64(seed: 4)
    let samples = (0..<40).map { _ in Self.uniform(&generator) }
    let interval = Bootstrap(seed: 8).median(of: samples)
    #expect(interval == Bootstrap(seed: 8).median(of: samples))
    // Whatever is drawn, it is no narrower than what coins give: the 14th from either end.
    let sorted = samples.sorted()
    for seed in 1...20 as ClosedRange<UInt64> {
      let other = Bootstrap(resamples: 50, seed: seed).median(of: samples)
      #expect(other.low <= sorted[13] && other.high >= sorted[26])
    }
  }

  @Test(
    "few samples do not claim what they cannot hold: as often as coins do not all fall on one side",
    .enabled(if: TestScale.isFull))
  func few() {
    let samples = [3.0, 1, 2, 5, 4, 6, 8, 7]
    func interval(_ count: Int) -> ConfidenceInterval { Bootstrap().median(of: Array(samples.prefix(count))) }
    #expect((1...8).map { interval($0).confidence } == [0, 0.5, 0.75, 0.875, 0.9375, 0.95, 0.95, 0.95])
    #expect(interval(3).low == 1 && interval(3).high == 3)
    #expect(interval(5).low == 1 && interval(5).high == 5)
    #expect(interval(6).low == 1 && interval(6).high == 6)
    #expect(Bootstrap(confidence: 0.5).median(of: samples).confidence == 0.5)
    #expect(Bootstrap().median(of: [Double](repeating: 1, count: 5_000)).confidence == 0.95)
  }

  @Test("the rank that coins give is that of the tables of the sign test")
  func coins() {
    // Two-sided, 5 %: for example Conover, "Practical Nonparametric Statistics".
    let known = [(5, 0), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8), (50, 18), (100, 40)]
    for (coins, rank) in known { #expect(Bootstrap.rank(of: coins, tail: 0.025) == rank, "\(coins)") }
    #expect(Bootstrap.rank(of: 1, tail: 0.5) == 1 && Bootstrap.rank(of: 0, tail: 0.025) == 0)
    // Exact up to a thousand, normal above: without a step.
    let (below, above) = (Bootstrap.rank(of: 1_000, tail: 0.025), Bootstrap.rank(of: 1_001, tail: 0.025))
    #expect(abs(above - below) <= 1 && below > 460 && below < 480)
  }

  @Test(
    "about 95 of 100 intervals hold the median of a known distribution", .enabled(if: TestScale.isFull),
    arguments: [1, 3])
  func coverage(power: Int) {
    // Uniform to a power: its median is that power of a half; with 3 it has one long tail.
    var generator = SplitMix64(seed: 12)
    func raised(_ number: Double) -> Double { (0..<power).reduce(1) { product, _ in product * number } }
    let median = raised(0.5)
    let runs = 400
    var holds = 0
    for _ in 0..<runs {
      let samples = (0..<41).map { _ in raised(Self.uniform(&generator)) }
      if Bootstrap(resamples: 200).median(of: samples).contains(median) { holds += 1 }
    }
    #expect(holds > runs * 90 / 100)
    #expect(holds < runs * 99 / 100)
  }

  @Test("more samples make it narrower")
  func width() {
    var generator = SplitMix64(seed: 5)
    let samples = (0..<900).map { _ in Self.uniform(&generator) }
    let few = Bootstrap(resamples: 300).median(of: Array(samples.prefix(25)))
    let many = Bootstrap(resamples: 300).median(of: samples)
    #expect(many.high - many.low < (few.high - few.low) / 2)
  }
}
