internal import BenchmarkHarness
internal import DiffWorkloads

/// Four times of one round, two of each side.
///
///     base head head base      or, by the toss of a coin,      head base base head
///
/// What drifts in a straight line adds the same to both sides. The coin keeps a disturbance with a rhythm of its own from
/// always meeting the same side, and makes the ratio of equals symmetric, whatever the noise.
package enum PairedRound {
  /// Which side takes each of the four turns.
  package enum Order: Hashable, Sendable, CaseIterable {
    /// base head head base
    case baseFirst
    /// head base base head
    case headFirst

    /// Whether it is head's turn, for each of the four.
    package var isHead: [Bool] { self == .baseFirst ? [false, true, true, false] : [true, false, false, true] }

    /// The logarithm of head by base of four times in this order, each the geometric mean of its two; not a number
    /// when a time is missing or not positive.
    package func logRatio(of times: [Double]) -> Double {
      guard times.count == 4, times.allSatisfy({ $0 > 0 }) else { return .nan }
      return zip(times, isHead).reduce(0) { $0 + ($1.1 ? 1 : -1) * ElementaryFunctions.logarithm($1.0) } / 2
    }
  }

  /// The orders of all rounds: the same for the same seed.
  package struct Orders: Sendable {
    private var generator: SplitMix64

    /// Starts a sequence of orders.
    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The order of the next round.
    package mutating func next() -> Order { generator.below(2) == 0 ? .baseFirst : .headFirst }
  }
}
