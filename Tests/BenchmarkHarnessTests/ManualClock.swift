import BenchmarkHarness

/// A clock that stands still until it is moved, or goes on by itself each time that it is read.
final class ManualClock: NanosecondClock {
  var now: Int {
    get {
      time += tick
      return time
    }
    set { time = newValue }
  }
  private var time = 0
  /// How far a look at the clock moves it: what takes no time otherwise would be repeated very often.
  private let tick: Int

  init(tick: Int = 0) { self.tick = tick }

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
