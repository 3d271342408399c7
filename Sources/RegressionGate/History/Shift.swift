internal import BenchmarkHarness

/// Some values of a series, about their mean.
struct Level {
  let values: ArraySlice<Double>
  let mean: Double

  init(_ values: ArraySlice<Double>) {
    self.values = values
    mean = values.reduce(0, +) / Double(max(1, values.count))
  }

  /// The sum of the squares of the distances to the mean.
  var squares: Double { values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } }
}

/// By how much the mean of some values lies above that of those before them, and how sure that is: Student's test.
struct Shift {
  /// The difference of the means.
  let size: Double
  /// The difference in standard errors, on the scale of the normal distribution: few values count for less.
  let errors: Double

  /// Compares two parts of a series, none of them empty.
  init(from before: ArraySlice<Double>, to after: ArraySlice<Double>) {
    let (first, second) = (Level(before), Level(after))
    let (m, n) = (Double(before.count), Double(after.count))
    size = second.mean - first.mean
    let freedom = m + n - 2
    let error = ((first.squares + second.squares) / max(1, freedom) * (1 / m + 1 / n)).squareRoot()
    if freedom < 1 || size == 0 {
      errors = 0
    } else {
      errors = error > 0 ? Self.normal(abs(size) / error, freedom: freedom) : .infinity
    }
  }

  /// The normal value that is as improbable as a value of Student's distribution, to about one in a hundred.
  ///
  /// David L. Wallace, "Bounds on Normal Approximations to Student's and the Chi-Square Distributions", 1959.
  static func normal(_ value: Double, freedom: Double) -> Double {
    (8 * freedom + 1) / (8 * freedom + 3)
      * (freedom * ElementaryFunctions.logarithm(1 + value * value / freedom)).squareRoot()
  }

  /// The value of Student's distribution that is as improbable as a normal value: the inverse of ``normal(_:freedom:)``.
  static func student(_ value: Double, freedom: Double) -> Double {
    let scaled = value * (8 * freedom + 3) / (8 * freedom + 1)
    return (freedom * (ElementaryFunctions.exponential(scaled * scaled / freedom) - 1)).squareRoot()
  }
}
