/// The standard normal distribution, as far as sample counts and intervals need it.
package enum NormalDistribution {
  /// The value that a normal variable stays below with the given probability, between 0 and 1.
  ///
  /// For example, `quantile(0.975)` is 1.96. Right to nine digits; infinite at 0 and 1.
  ///
  /// Peter J. Acklam, "An algorithm for computing the inverse normal cumulative distribution function", 2003.
  package static func quantile(_ probability: Double) -> Double {
    guard probability > 0 else { return -.infinity }
    guard probability < 1 else { return .infinity }
    guard probability <= 0.5 else { return -quantile(1 - probability) }
    if probability < 0.02425 {
      let q = (-2 * ElementaryFunctions.logarithm(probability)).squareRoot()
      return polynomial(tailNumerator, q) / (polynomial(tailDenominator, q) * q + 1)
    }
    let q = probability - 0.5
    let r = q * q
    return polynomial(centreNumerator, r) * q / (polynomial(centreDenominator, r) * r + 1)
  }

  /// The polynomial with these coefficients, the highest power first.
  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reduce(0) { $0 * x + $1 }
  }

  private static let centreNumerator = [
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
    -3.066479806614716e+01, 2.506628277459239e+00,
  ]
  private static let centreDenominator = [
    -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
    -1.328068155288572e+01,
  ]
  private static let tailNumerator = [
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
    4.374664141464968e+00, 2.938163982698783e+00,
  ]
  private static let tailDenominator = [
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00,
  ]
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What the statistics need of the C library, under names of their own.
package enum ElementaryFunctions {
  /// The natural logarithm.
  package static func logarithm(_ number: Double) -> Double { log(number) }

  /// The exponential function.
  package static func exponential(_ number: Double) -> Double { exp(number) }

  /// The probability that a normal variable is above this value.
  package static func normalTail(above value: Double) -> Double { 0.5 * erfc(value / 2.0.squareRoot()) }
}
