internal import BenchmarkHarness

/// How probable it is that values lie as far above others by chance, whatever their distribution: the test of Mann and Whitney.
enum RankTest {
  /// Of parts above so many values the normal approximation is as good.
  private static let exactLimit = 50

  /// The probability that of values in a random order the last ones lie above the first ones, or below, as clearly as they
  /// do: that side which they are on, doubled. Equal values count against it.
  ///
  /// Henry B. Mann and Donald R. Whitney, "On a Test of Whether One of Two Random Variables is Stochastically Larger than
  /// the Other", 1947.
  ///
  /// - Complexity: O(*m* · *n*) for *m* and *n* values.
  static func probability(of before: ArraySlice<Double>, _ after: ArraySlice<Double>) -> Double {
    var (above, below) = (0, 0)
    for first in before {
      for second in after {
        if first >= second { above += 1 }
        if first <= second { below += 1 }
      }
    }
    return min(1, 2 * probability(pairs: min(above, below), before.count, after.count))
  }

  /// The probability of at most so many pairs that are in the wrong order.
  static func probability(pairs: Int, _ m: Int, _ n: Int) -> Double {
    let (fewer, more) = (min(m, n), max(m, n))
    guard fewer > 0, pairs < m * n / 2 else { return 1 }
    let size = Double(m) * Double(n)
    guard fewer <= exactLimit else {
      let errors = (size / 2 - Double(pairs) - 0.5) / (size * Double(m + n + 1) / 12).squareRoot()
      return ElementaryFunctions.normalTail(above: errors)
    }
    // ways[s]: in how many orders s pairs are wrong. The generating function is Gauss's binomial coefficient, which is the
    // product of (1 − qᵐ⁺ⁱ) ÷ (1 − qⁱ) for i from 1 to n.
    var ways = [Double](repeating: 0, count: pairs + 1)
    ways[0] = 1
    var all = 1.0
    for number in 1...fewer {
      for sum in stride(from: pairs, through: more + number, by: -1) { ways[sum] -= ways[sum - more - number] }
      for sum in stride(from: number, through: pairs, by: 1) { ways[sum] += ways[sum - number] }
      all *= Double(more + number) / Double(number)
    }
    return min(1, max(0, ways.reduce(0, +) / all))
  }
}
