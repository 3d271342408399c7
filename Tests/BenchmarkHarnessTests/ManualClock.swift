import BenchmarkHarness

/// A clock that stands still until it is moved.
final class ManualClock: NanosecondClock {
  var now = 0
  /// The names of what moved it, in order.
  var log: [String] = []

  /// A contender that takes a fixed time.
  func contender(_ name: String, taking nanoseconds: Int) -> Contender {
    Contender(name) {
      self.log.append(name)
      self.now += nanoseconds
      return 1
    }
  }
}
