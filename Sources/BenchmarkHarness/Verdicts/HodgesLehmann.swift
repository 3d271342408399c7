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
    let n = samples.count
    let excluded = SignedRank.excluded(n, confidence: confidence)
    guard excluded > 0 else { return nil }
    let walsh = WalshAverages(samples)
    let pairs = walsh.count
    centre = (walsh.value(at: (pairs + 1) / 2) + walsh.value(at: pairs / 2 + 1)) / 2
    interval = ConfidenceInterval(
      low: walsh.value(at: excluded), high: walsh.value(at: pairs + 1 - excluded), confidence: confidence)
  }

  /// By how much the second sample lies above the first; `nil` when there are too few for that confidence.
  ///
  /// The median of all differences; the interval is that of Mann and Whitney's test, 1947, by the normal approximation.
  package init?(from base: [Double], to head: [Double], confidence: Double) {
    let (m, n) = (Double(base.count), Double(head.count))
    let deviation = (m * n * (m + n + 1) / 12).squareRoot()
    let excluded = m * n / 2 - NormalDistribution.quantile((1 + confidence) / 2) * deviation
    guard min(m, n) >= 5, excluded >= 1 else { return nil }
    let differences = Differences(from: base, to: head)
    let (count, rank) = (base.count * head.count, Int(excluded))
    centre = (differences.value(at: (count + 1) / 2) + differences.value(at: count / 2 + 1)) / 2
    interval = ConfidenceInterval(
      low: differences.value(at: rank), high: differences.value(at: count + 1 - rank), confidence: confidence)
  }
}

/// The least number between two, to within 2⁻⁵⁰ of their distance, from which on something holds.
private func halving(from low: Double, to high: Double, _ holds: (Double) -> Bool) -> Double {
  // Invariant: it holds at `high`, and not at `low`, or that is the least.
  var (low, high) = (low, high)
  for _ in 0..<50 {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle }
  }
  return high
}

/// The differences of all pairs of two samples, in ascending order; none of them is stored.
private struct Differences {
  private let base: [Double]
  private let head: [Double]

  init(from base: [Double], to head: [Double]) { (self.base, self.head) = (base.sorted(), head.sorted()) }

  /// The difference of a rank, counted from 1, to within 2⁻⁵⁰ of their range.
  ///
  /// - Complexity: O(*m* + *n*) for *m* and *n* samples.
  func value(at rank: Int) -> Double {
    guard let least = base.first, let last = base.last, let low = head.first, let high = head.last else { return .nan }
    return rank <= 1 ? low - last : halving(from: low - last, to: high - least) { number(upTo: $0) >= rank }
  }

  /// How many differences are at most `limit`: those of a larger sample begin later.
  private func number(upTo limit: Double) -> Int {
    var (number, first) = (0, 0)
    for second in head {
      while first < base.count, second - base[first] > limit { first += 1 }
      number += base.count - first
    }
    return number
  }
}

/// The means of all pairs of samples, each sample with itself too, in ascending order; none of them is stored.
struct WalshAverages {
  private let sorted: [Double]

  /// Takes the samples.
  init(_ samples: [Double]) { sorted = samples.sorted() }

  /// The number of pairs.
  var count: Int { sorted.count * (sorted.count + 1) / 2 }

  /// The mean of a rank, counted from 1, to within 2⁻⁵⁰ of the range of the samples.
  ///
  /// - Complexity: O(*n*) for *n* samples.
  func value(at rank: Int) -> Double {
    guard let low = sorted.first, let high = sorted.last else { return .nan }
    return rank <= 1 ? low : halving(from: low, to: high) { number(upTo: $0) >= rank }
  }

  /// How many means are at most `limit`.
  private func number(upTo limit: Double) -> Int {
    var number = 0
    var partner = sorted.count - 1
    // While `first` goes up, the largest partner that keeps the mean within the limit goes down.
    for first in sorted.indices {
      while partner >= first, sorted[first] + sorted[partner] > 2 * limit { partner -= 1 }
      if partner < first { break }
      number += partner - first + 1
    }
    return number
  }
}
