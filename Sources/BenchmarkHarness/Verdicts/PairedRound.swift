internal import DiffWorkloads

/// Four times of one round, two of each side.
///
///     base head head base      or, by the toss of a coin,      head base base head
///
/// What drifts in a straight line adds the same to both sides. The coin keeps a disturbance with a rhythm of its own from
/// always meeting the same side, and makes the ratio of equals symmetric, whatever the noise.
package struct PairedRound: Hashable, Sendable {
  /// Which side takes each of the four turns.
  package enum Order: Hashable, Sendable, CaseIterable {
    /// base head head base
    case baseFirst
    /// head base base head
    case headFirst

    /// Whether it is head's turn, for each of the four.
    package var isHead: [Bool] { self == .baseFirst ? [false, true, true, false] : [true, false, false, true] }
  }

  /// The orders of all rounds: the same for the same seed.
  package struct Orders: Sendable {
    private var generator: SplitMix64

    /// Starts a sequence of orders.
    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The order of the next round.
    package mutating func next() -> Order { generator.below(2) == 0 ? .baseFirst : .headFirst }
  }

  /// The order that the times were taken in.
  package var order: Order
  /// The times, in that order.
  package var times: [Double]

  /// Makes a round.
  package init(order: Order, times: [Double]) {
    self.order = order
    self.times = times
  }

  /// The logarithm of head by base, each the geometric mean of its two times; not a number when a time is missing or not
  /// positive.
  package var logRatio: Double {
    guard times.count == 4, times.allSatisfy({ $0 > 0 }) else { return .nan }
    var sum = 0.0
    for (time, isHead) in zip(times, order.isHead) {
      sum += isHead ? ElementaryFunctions.logarithm(time) : -ElementaryFunctions.logarithm(time)
    }
    return sum / 2
  }
}
