import DiffWorkloads

/// Times of one and the same work on a machine that is not quiet, one after the other.
protocol NoiseSource {
  /// The next time.
  mutating func next() -> Double
  /// The next time, and those of the floors that run beside it, as many each time.
  mutating func round() -> (time: Double, floors: [Double])
}

extension NoiseSource {
  /// One floor, after the other.
  mutating func round() -> (time: Double, floors: [Double]) {
    let time = next()
    return (time, [next()])
  }
}

/// A kind of noise: makes a source for each comparison.
struct NoiseKind: Sendable {
  /// The name that the report shows.
  let name: String
  /// Whether a time is that of a whole process, rather than of one round in it.
  var isOfProcesses = false
  /// Starts a source; equal seeds give equal times.
  let source: @Sendable (_ seed: UInt64) -> any NoiseSource
}

extension SplitMix64 {
  /// A number in 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// A number in `low ..< high`.
  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Whether something of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { unit() < probability }
}
