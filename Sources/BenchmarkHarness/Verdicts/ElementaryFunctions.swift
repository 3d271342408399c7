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
enum ElementaryFunctions {
  /// The natural logarithm.
  static func logarithm(_ number: Double) -> Double { log(number) }

  /// The exponential function.
  static func exponential(_ number: Double) -> Double { exp(number) }
}
