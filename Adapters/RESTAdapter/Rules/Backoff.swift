/// How long to wait after failures: exponential, with full jitter and a cap.
///
/// The delay is drawn evenly from zero to the bound, so that many clients of a server that failed do not come back
/// together (M. Brooker, “Exponential Backoff and Jitter”, 2015).
@available(LiveSystems, *)
public struct Backoff: Hashable, Sendable {
  /// The bound after the first failure; it doubles with each further one.
  public var base: Duration
  /// The largest bound.
  public var cap: Duration
  /// The delay is never shorter.
  public var floor: Duration

  /// Makes a rule.
  public init(base: Duration = .seconds(1), cap: Duration = .seconds(300), floor: Duration = .milliseconds(100)) {
    self.base = max(.zero, base)
    self.cap = max(self.base, cap)
    // Without any, a server that refuses at once would be asked without rest.
    self.floor = max(.milliseconds(1), floor)
  }

  /// The bound after so many failures in a row.
  public func bound(after failures: Int) -> Duration {
    var bound = base
    var left = failures - 1
    while left > 0, bound < cap {
      bound *= 2
      left -= 1
    }
    return min(bound, cap)
  }

  /// The delay after so many failures in a row.
  ///
  /// - Parameters:
  ///   - failures: How many failures in a row there were.
  ///   - random: A number from 0 to less than 1.
  public func delay(after failures: Int, random: Double) -> Duration {
    max(floor, bound(after: failures) * min(max(random, 0), 1))
  }
}
