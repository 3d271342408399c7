/// The place at which a series falls into two parts that differ most, by the statistic of E-divisive.
///
/// ```text
/// values   x x x x x x x │ y y y y          m before, n after
/// energy = m n / (m + n) · (2 · mean |x − y| − mean |x − x′| − mean |y − y′|)
/// ```
///
/// The means are those of all pairs. Nothing is assumed of the distribution but that it has a mean.
///
/// David S. Matteson and Nicholas A. James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
/// Data", 2014.
enum EnergySplit {
  /// The offset in `values` of the first value of the second part; `nil` where a part would be shorter than `shortest`.
  ///
  /// - Complexity: O(*n*²) for *n* values.
  static func best(_ values: ArraySlice<Double>, shortest: Int) -> Int? {
    let shortest = max(2, shortest)
    guard values.count >= 2 * shortest else { return nil }
    // Sums of the distances within what is before, within what is after, and between both, while values move over.
    var before = 0.0
    var between = 0.0
    var after = 0.0
    for (offset, value) in zip(values.indices, values) {
      for other in values[values.startIndex..<offset] { after += abs(value - other) }
    }
    var best: (energy: Double, offset: Int)?
    for (offset, value) in zip(values.indices, values) {
      var left = 0.0
      for other in values[values.startIndex..<offset] { left += abs(value - other) }
      var right = 0.0
      for other in values[offset...] { right += abs(value - other) }
      before += left
      between += right - left
      after -= right
      let m = Double(offset - values.startIndex + 1)
      let n = Double(values.count) - m
      guard m >= Double(shortest), n >= Double(shortest) else { continue }
      let energy =
        m * n / (m + n)
        * (2 * between / (m * n) - 2 * before / (m * (m - 1)) - 2 * after / (n * (n - 1)))
      if best.map({ energy > $0.energy }) ?? true { best = (energy, offset + 1) }
    }
    return best?.offset
  }
}
