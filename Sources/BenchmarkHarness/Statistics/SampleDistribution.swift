/// Samples in ascending order, and what can be read from them without assuming how they are distributed.
///
/// For example, `SampleDistribution([3, 1, 100]).median` is 3: one slow sample does not move it.
public struct SampleDistribution: Hashable, Sendable {
  /// The samples, ascending.
  public let sorted: [Double]

  /// Makes a distribution of samples in any order; those that are not numbers are left out.
  public init(_ samples: some Sequence<Double>) { sorted = samples.filter { !$0.isNaN }.sorted() }

  /// The number of samples.
  public var count: Int { sorted.count }

  /// The smallest sample; not a number when there is none.
  public var minimum: Double { sorted.first ?? .nan }

  /// The largest sample; not a number when there is none.
  public var maximum: Double { sorted.last ?? .nan }

  /// The middle sample, or the mean of the two in the middle; not a number when there is none.
  public var median: Double { quantile(0.5) }

  /// The sample at a share of the order, between 0 and 1; between two samples on the line that joins them.
  public func quantile(_ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let rank = min(1, max(0, share)) * Double(last)
    let low = Int(rank)
    let high = min(low + 1, last)
    return sorted[low] + (sorted[high] - sorted[low]) * (rank - Double(low))
  }

  /// The median absolute deviation: half of the samples lie nearer to the median than this.
  public var medianAbsoluteDeviation: Double {
    let middle = median
    return SampleDistribution(sorted.map { abs($0 - middle) }).median
  }

  /// The median absolute deviation as a share of the median: the *spread* of every table here. Zero for no samples.
  ///
  /// Unlike a standard deviation it says something about the typical run even when one run in ten was interrupted.
  public var spread: Double {
    let middle = median
    return middle > 0 ? medianAbsoluteDeviation / middle : 0
  }
}
