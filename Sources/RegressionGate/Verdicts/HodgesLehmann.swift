package import BenchmarkHarness

/// Where the middle of a sample lies, and how sure that is, without assuming how it is distributed.
///
/// The estimate is the median of the means of all pairs (Walsh averages). The interval holds with its confidence for
/// every symmetric distribution, however heavy its tails; nearly three samples in ten may be wild.
///
///     samples          1  2  9
///     means of pairs   1  1.5  2  5  5.5  9      the median is 3.5
///
/// Logarithms of ratios of equals are symmetric: either of the two may be called the first.
///
/// J. L. Hodges and E. L. Lehmann, "Estimates of Location Based on Rank Tests", 1963; the interval is that of Frank
/// Wilcoxon's test, "Individual Comparisons by Ranking Methods", 1945.
///
/// The means are never written down: how many of them are at most *x* is counted with two fingers on the sorted samples,
/// and *x* is found by halving.
///
/// *Time*: O(*n* log *n*) for *n* samples. *Space*: O(*n*).
package struct HodgesLehmann: Hashable, Sendable, Codable {
  /// The estimate.
  package var centre: Double
  /// How sure it is.
  package var interval: ConfidenceInterval

  /// Half of the length of the interval.
  package var halfWidth: Double { (interval.high - interval.low) / 2 }

  /// The middle of one sample; `nil` when there are too few for an interval of that confidence.
  package init?(of samples: [Double], confidence: Double) {
    let excluded = SignedRank.excluded(samples.count, confidence: confidence)
    guard excluded > 0 else { return nil }
    self.init(Sums(samples, samples, isOfPairs: true), excluding: excluded, confidence)
  }

  /// By how much the second sample lies above the first; `nil` when there are too few for that confidence.
  ///
  /// The median of all differences; the interval is that of Mann and Whitney's test, 1947, by the normal approximation.
  package init?(from base: [Double], to head: [Double], confidence: Double) {
    let (m, n) = (Double(base.count), Double(head.count))
    let deviation = (m * n * (m + n + 1) / 12).squareRoot()
    let excluded = m * n / 2 - NormalDistribution.quantile((1 + confidence) / 2) * deviation
    guard min(m, n) >= 5, excluded >= 1 else { return nil }
    self.init(Sums(base.map { -$0 }, head, isOfPairs: false), excluding: Int(excluded), confidence)
  }

  /// The median of sums, and those of a rank from below and from above; means are halves of sums.
  private init(_ sums: Sums, excluding rank: Int, _ confidence: Double) {
    func value(_ rank: Int) -> Double { sums.value(at: rank) / (sums.isOfPairs ? 2 : 1) }
    let count = sums.count
    centre = (value((count + 1) / 2) + value(count / 2 + 1)) / 2
    interval = ConfidenceInterval(low: value(rank), high: value(count + 1 - rank), confidence: confidence)
  }
}

/// The sums of one number of each of two samples, in ascending order; none of them is stored.
private struct Sums {
  private let first: [Double]
  private let second: [Double]
  /// Whether both are one sample, of which each pair counts once, and each number with itself.
  let isOfPairs: Bool

  init(_ first: [Double], _ second: [Double], isOfPairs: Bool) {
    (self.first, self.second, self.isOfPairs) = (first.sorted(), second.sorted(), isOfPairs)
  }

  /// How many there are.
  var count: Int { isOfPairs ? first.count * (first.count + 1) / 2 : first.count * second.count }

  /// The sum of a rank, counted from 1, to within 2⁻⁵⁰ of their range.
  ///
  /// - Complexity: O(*m* + *n*) for *m* and *n* samples.
  func value(at rank: Int) -> Double {
    guard let least = first.first, let most = first.last, let low = second.first, let high = second.last else {
      return .nan
    }
    if rank <= 1 { return least + low }
    // Invariant: so many are at most `last`, and not at most `next`, or that is the least.
    var (next, last) = (least + low, most + high)
    for _ in 0..<50 {
      let middle = next + (last - next) / 2
      if number(upTo: middle) >= rank { last = middle } else { next = middle }
    }
    return last
  }

  /// How many are at most `limit`: of a larger one of the second sample fewer of the first.
  private func number(upTo limit: Double) -> Int {
    var (number, most) = (0, first.count)
    for larger in second {
      while most > 0, first[most - 1] + larger > limit { most -= 1 }
      number += most
    }
    // Of one sample with itself that is each pair twice, but for each number with itself.
    return isOfPairs ? (number + first.count { 2 * $0 <= limit }) / 2 : number
  }
}
