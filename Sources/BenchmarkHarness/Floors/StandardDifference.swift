public import SectionDiff

/// The standard library's `new.difference(from: old)`, kept from running for hours and from taking all memory.
///
/// It cannot be interrupted, its time is proportional to the square of the number of differences *d*, and it keeps 4*d*²
/// bytes of trace. So:
///
/// 1. *d* is bounded first (`EditDistance`), and a run on short prefixes that share nothing shows what a step costs.
/// 2. Where that makes more than the limit of time or of memory, nothing is run and the time is an estimate.
/// 3. Otherwise it runs. When the time is up nevertheless, every comparison says *equal*, so that each search goes
///    straight to the end and the call returns. (Saying *unequal* would make it do all of its work.)
@usableFromInline package enum StandardDifference {
  /// What it costs.
  @usableFromInline package enum Cost: Hashable, Sendable {
    /// Measured, in nanoseconds.
    case measured(Double)
    /// Not run, because that would take too long or too much memory; this long, as far as can be estimated.
    case estimated(Double)
    /// Stopped when the time was up.
    case stopped

    /// Whether it is quick enough to take part in interleaved rounds, so that ratios to it are paired.
    package var isRepeatable: Bool { nanoseconds.map { $0 <= Double(repeatLimit) } ?? false }

    /// The time if it was measured.
    package var nanoseconds: Double? {
      if case .measured(let time) = self { time } else { nil }
    }
  }

  /// What takes longer than this, in nanoseconds, is timed once and not in rounds: 1 s.
  package static let repeatLimit = 1_000_000_000
  /// The most time that it may take, in nanoseconds: 20 s.
  @usableFromInline package static let timeLimit = 20_000_000_000
  /// The most bytes of trace that it may keep: 2 GiB, which is about 23,000 differences, enough for 10,000 items in
  /// random order.
  @usableFromInline package static let memoryLimit = 2 << 30
  /// The prefixes that show what a step costs: long enough to time, short enough not to be noticed.
  @usableFromInline static let probeLength = 1_000

  /// The bytes of trace that so many differences take: a row for each number of differences up to *d*, of a word for
  /// each diagonal.
  @usableFromInline package static func traceBytes(differences: Int) -> Int {
    let (square, overflow) = differences.multipliedReportingOverflow(by: differences)
    return overflow || square > .max / 4 ? .max : 4 * square
  }

  /// The difference as a contender for interleaved rounds; ask ``cost(from:to:comparing:clock:)`` first whether it is
  /// quick enough.
  @inlinable
  package static func contender<C: ItemComparison>(
    from old: [C.Item], to new: [C.Item], comparing comparison: C
  ) -> Contender {
    Contender(Floors.standardName) {
      new.difference(from: old) { comparison.areIdentical($0, $1) }.count
    }
  }

  /// Measures one run, or says why not.
  @inlinable
  package static func cost<C: ItemComparison>(
    from old: [C.Item], to new: [C.Item], comparing comparison: C, clock: some NanosecondClock
  ) -> Cost {
    let differences = EditDistance.bound(from: old, to: new, comparing: comparison)
    let estimate = estimate(differences: differences, old, new, comparing: comparison, clock: clock)
    if estimate > Double(timeLimit) || traceBytes(differences: differences) > memoryLimit {
      return .estimated(estimate)
    }
    var deadline = Deadline(clock.now + timeLimit)
    let start = clock.now
    let difference = new.difference(from: old) { a, b in
      deadline.hasPassed(clock) || comparison.areIdentical(a, b)
    }
    let time = Double(clock.now - start)
    return deadline.isOver || difference.count > old.count + new.count ? .stopped : .measured(time)
  }

  /// What a run costs for so many differences, by the cost of short prefixes whose items are all taken as different.
  @inlinable
  static func estimate<C: ItemComparison>(
    differences: Int, _ old: [C.Item], _ new: [C.Item], comparing comparison: C, clock: some NanosecondClock
  ) -> Double {
    let a = old.prefix(probeLength)
    let b = new.prefix(probeLength)
    guard !a.isEmpty, !b.isEmpty else { return 0 }
    var equal = 0
    let start = clock.now
    let difference = b.difference(from: a) {
      if comparison.areIdentical($0, $1) { equal &+= 1 }
      return false
    }
    let time = Double(clock.now - start)
    let ratio = Double(differences) / Double(max(1, difference.count))
    return time * ratio * ratio
  }
}

/// A moment after which work is to end, looked at now and then.
@usableFromInline
struct Deadline {
  @usableFromInline let moment: Int
  @usableFromInline var isOver = false
  @usableFromInline var untilLook = 0

  @inlinable
  init(_ moment: Int) { self.moment = moment }

  /// Whether the moment has passed; the clock is read once in so many calls, because reading it costs more than most
  /// comparisons.
  @inlinable
  mutating func hasPassed(_ clock: some NanosecondClock) -> Bool {
    if isOver { return true }
    if untilLook > 0 {
      untilLook -= 1
      return false
    }
    untilLook = 4096
    isOver = clock.now > moment
    return isOver
  }
}
