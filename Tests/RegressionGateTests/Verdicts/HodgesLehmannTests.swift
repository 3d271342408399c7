import DiffWorkloads
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

@Suite("Hodges and Lehmann")
struct HodgesLehmannTests {
  @Test("estimate and interval are those of all means of pairs, written down and sorted")
  func againstSorting() throws {
    var generator = SplitMix64(seed: 11)
    for count in 6...40 {
      let samples = (0..<count).map { _ in Double(generator.below(1_000)) / 10 }
      let estimate = try #require(HodgesLehmann(of: samples, confidence: 0.9))
      let means = samples.indices.flatMap { first in
        samples[first...].map { (samples[first] + $0) / 2 }
      }
      let ordered = SampleDistribution(means)
      let excluded = SignedRank.excluded(count, confidence: 0.9)
      #expect(abs(estimate.centre - ordered.median) < 1e-9)
      #expect(abs(estimate.interval.low - ordered.sorted[excluded - 1]) < 1e-9)
      #expect(abs(estimate.interval.high - ordered.sorted[ordered.count - excluded]) < 1e-9)
    }
  }

  @Test("nearly three samples in ten may be wild")
  func robust() throws {
    let samples = (0..<20).map { $0 < 5 ? 1e9 : Double($0 % 3) }
    let estimate = try #require(HodgesLehmann(of: samples, confidence: 0.95))
    #expect(estimate.centre < 3)
  }

  @Test("too few samples give no interval, equal samples give a point")
  func edges() throws {
    #expect(HodgesLehmann(of: [], confidence: 0.95) == nil)
    #expect(HodgesLehmann(of: [1, 2, 3, 4, 5], confidence: 0.95) == nil)
    #expect(HodgesLehmann(of: [1, 2, 3, 4, 5, 6], confidence: 0.95)?.interval.high == 6)
    let flat = try #require(HodgesLehmann(of: [Double](repeating: 2, count: 12), confidence: 0.95))
    #expect(flat.centre == 2 && flat.halfWidth == 0)
  }

  @Test("the shift between two samples is found in the noise")
  func shift() throws {
    var generator = SplitMix64(seed: 12)
    let base = (0..<40).map { _ in Double(generator.below(100)) }
    let head = (0..<30).map { _ in Double(generator.below(100)) + 50 }
    let shift = try #require(HodgesLehmann(from: base, to: head, confidence: 0.99))
    #expect(shift.interval.contains(50))
    #expect(shift.interval.low > 10)
    #expect(HodgesLehmann(from: base, to: [1, 2, 3, 4], confidence: 0.9) == nil)
  }

  /// From the table in Wilcoxon's paper and its successors: the largest rank sum that is significant, two-sided.
  @Test(
    "the signed-rank distribution is that of the tables", arguments: [(6, 0), (10, 8), (15, 25), (20, 52), (25, 89)])
  func table(samples: Int, critical: Int) {
    #expect(SignedRank.excluded(samples, confidence: 0.95) == critical + 1)
  }

  @Test("above 25 samples the approximation is close to the table", arguments: [(30, 137), (40, 264), (50, 434)])
  func approximation(samples: Int, critical: Int) {
    #expect(abs(SignedRank.excluded(samples, confidence: 0.95) - (critical + 1)) <= 1)
  }

  @Test("quantiles of the normal distribution are those of the tables")
  func normal() {
    for (probability, value) in [(0.5, 0), (0.975, 1.959964), (0.995, 2.575829), (0.001, -3.090232)] {
      #expect(abs(NormalDistribution.quantile(probability) - value) < 1e-5)
    }
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
  }

  @Test("intervals of shares are Wilson's")
  func wilson() throws {
    let none = try #require(ConfidenceInterval(share: 0, of: 100))
    #expect(none.low == 0 && abs(none.high - 0.0370) < 0.0001)
    let half = try #require(ConfidenceInterval(share: 5, of: 10))
    #expect(abs(half.low - 0.2366) < 0.0001 && abs(half.high - 0.7634) < 0.0001)
    #expect(ConfidenceInterval(share: 0, of: 0) == nil)
  }
}
