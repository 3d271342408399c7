/// The means of all pairs of samples, each sample with itself too, in ascending order; none of them is stored.
struct WalshAverages {
  private let sorted: [Double]

  /// Takes the samples.
  init(_ samples: [Double]) { sorted = samples.sorted() }

  /// The number of pairs.
  var count: Int { sorted.count * (sorted.count + 1) / 2 }

  /// The mean at a place of the order, counted from 1, to within 2⁻⁵⁰ of the range of the samples.
  ///
  /// - Complexity: O(*n*) for *n* samples.
  func value(at place: Int) -> Double {
    guard var low = sorted.first, var high = sorted.last else { return .nan }
    if place <= 1 { return low }
    // Invariant: fewer than `place` means are at most `low`, or it is the least; at least `place` are at most `high`.
    for _ in 0..<50 {
      let middle = low + (high - low) / 2
      if number(upTo: middle) >= place { high = middle } else { low = middle }
    }
    return high
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
