internal import BenchmarkHarness

/// The distribution of Wilcoxon's signed-rank sum: of the numbers 1 to *n*, each counts or not by the toss of a coin.
enum SignedRank {
  /// Up to this many samples the distribution is counted out; above, its normal approximation errs on the safe side.
  private static let exactLimit = 25

  /// The place, counted from 1, of the mean of pairs that bounds an interval from below, and by symmetry from above;
  /// zero when there are too few samples.
  static func excluded(_ n: Int, confidence: Double) -> Int {
    let tail = (1 - confidence) / 2
    guard n > 0 else { return 0 }
    guard n <= exactLimit else {
      let count = Double(n)
      let mean = count * (count + 1) / 4
      let deviation = (count * (count + 1) * (2 * count + 1) / 24).squareRoot()
      return max(0, Int(mean + NormalDistribution.quantile(tail) * deviation))
    }
    // ways[s]: how many subsets of the numbers so far have the sum s.
    var ways = [Double](repeating: 0, count: n * (n + 1) / 2 + 1)
    ways[0] = 1
    for number in 1...n {
      for sum in stride(from: number * (number + 1) / 2, through: number, by: -1) {
        ways[sum] += ways[sum - number]
      }
    }
    var share = 0.0
    let all = Double(1 << n)
    for (sum, count) in ways.enumerated() {
      share += count / all
      if share > tail { return sum }
    }
    return 0
  }

  /// The fewest samples that an interval of this confidence can be had from.
  static func fewestSamples(confidence: Double) -> Int {
    var n = 1
    while n < 1_000, excluded(n, confidence: confidence) < 1 { n += 1 }
    return n
  }
}
