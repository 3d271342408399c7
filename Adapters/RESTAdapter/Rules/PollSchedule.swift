/// Decides when to poll next: a value that takes events and returns decisions. It has no clock and sends nothing: each
/// event comes with its time, `now`, and with a `random` number from 0 to less than 1 where a delay is drawn.
@available(LiveSystems, *)
package struct PollSchedule: Sendable {
  /// The polling interval while the server works.
  package let interval: PollInterval
  /// How long to wait after failures.
  package let backoff: Backoff

  /// How many answers in a row brought nothing new.
  package private(set) var unchanged = 0
  /// How many failures in a row there were.
  package private(set) var failures = 0
  /// The server has requested a pause until then; nothing ends it earlier.
  package private(set) var silentUntil: Duration?
  /// When, and why.
  package private(set) var decision = PollDecision(at: .zero, after: .zero, .first)

  /// Makes a schedule that begins with a poll at once.
  package init(interval: PollInterval, backoff: Backoff) {
    self.interval = interval
    self.backoff = backoff
  }

  /// An answer came, which the server says is fresh for so long; zero where that is not to count.
  package mutating func answered(changed: Bool, freshFor: Duration, at now: Duration) {
    failures = 0
    unchanged = changed ? 0 : unchanged + 1
    let interval = interval.interval(afterUnchanged: unchanged)
    if freshFor > interval {
      decide(freshFor, .fresh, now)
    } else {
      decide(interval, interval > self.interval.base ? .unchanged(count: unchanged) : .interval, now)
    }
    keepSilence(now)
  }

  /// There was no answer, or none that can be used. A server that has refused the request (a status 4xx) is not polled
  /// again before the interval is over.
  package mutating func failed(retryAfter: Duration?, isRefused: Bool = false, random: Double, at now: Duration) {
    failures += 1
    unchanged = 0
    let delay = backoff.delay(after: failures, random: random)
    if let retryAfter, retryAfter > .zero {
      silentUntil = max(silentUntil ?? .zero, now + retryAfter)
      // The jitter comes on top: others were notified the same.
      decide(retryAfter + min(delay, retryAfter * 0.1), .retryAfter(retryAfter), now)
    } else {
      decide(delay, .backoff(failures: failures, bound: backoff.bound(after: failures)), now)
    }
    if isRefused, decision.delay < interval.base {
      decide(interval.base, .refused(failures: failures, interval: interval.base), now)
    }
    keepSilence(now)
  }

  /// Removals are withheld until a second answer agrees. It is requested after the interval: what makes a server answer
  /// with too little, such as a restart, takes longer than a moment.
  package mutating func held(removed: Int, of count: Int, at now: Duration) {
    failures = 0
    decide(interval.base, .heldRemoval(removed: removed, of: count), now)
    keepSilence(now)
  }

  /// The server has requested a pause in its response to another request than a poll.
  package mutating func silenced(for delay: Duration, random: Double, at now: Duration) {
    guard delay > .zero, now + delay > silentUntil ?? .zero else { return }
    silentUntil = now + delay
    if let time = decision.time, time >= now + delay { return }
    // The jitter comes on top: others were notified the same.
    decide(delay + delay * (0.1 * min(max(0, random), 1)), .retryAfter(delay), now)
  }

  /// Records were written, which calls for a poll soon. It waits all the same for the time that the server requested, and
  /// for the delay after a failure.
  package mutating func hurryAfterWrite(at now: Duration) {
    if failures > 0 { return }
    if let silentUntil, silentUntil > now { return }
    if let time = decision.time, time <= now + backoff.floor { return }
    decide(min(interval.base, backoff.floor), .written, now)
  }

  /// A poll that was in progress does not end the time that the server requested meanwhile, however it ends.
  private mutating func keepSilence(_ now: Duration) {
    guard let silentUntil else { return }
    if silentUntil <= now {
      self.silentUntil = nil
    } else if let time = decision.time, time < silentUntil {
      decide(silentUntil - now, .retryAfter(silentUntil - now), now)
    }
  }

  private mutating func decide(_ delay: Duration, _ reason: PollDecision.Reason, _ now: Duration) {
    decision = PollDecision(at: now + delay, after: delay, reason)
  }
}

/// The polling interval while the server works.
@available(LiveSystems, *)
public struct PollInterval: Hashable, Sendable {
  /// The time between answers that bring something new.
  public var base: Duration
  /// The longest time.
  public var maximum: Duration
  /// With each answer that brings nothing new the time grows by this factor.
  public var factor: Double

  /// Makes an interval that grows while nothing changes, and is short again with the first change.
  public static func adaptive(from base: Duration, to maximum: Duration, factor: Double = 1.5) -> PollInterval {
    PollInterval(base: base, maximum: maximum, factor: factor)
  }

  /// Makes an interval that stays the same.
  public static func fixed(_ interval: Duration) -> PollInterval {
    PollInterval(base: interval, maximum: interval, factor: 1)
  }

  private init(base: Duration, maximum: Duration, factor: Double) {
    // Less than a millisecond would be a loop without rest.
    self.base = max(.milliseconds(1), base)
    self.maximum = max(self.base, maximum)
    self.factor = max(1, factor)
  }

  /// The time to wait after so many answers in a row that brought nothing new.
  package func interval(afterUnchanged count: Int) -> Duration {
    base.grown(by: factor, times: count, upTo: maximum)
  }
}

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
    // Without any, a server that refuses at once would be polled without rest.
    self.floor = max(.milliseconds(1), floor)
  }

  /// The bound after so many failures in a row.
  package func bound(after failures: Int) -> Duration {
    base.grown(by: 2, times: failures - 1, upTo: cap)
  }

  /// The delay after so many failures in a row, drawn by a number from 0 to less than 1.
  package func delay(after failures: Int, random: Double) -> Duration {
    // The order of arguments makes what is not a number zero.
    max(floor, bound(after: failures) * min(max(0, random), 1))
  }
}

@available(LiveSystems, *)
extension Duration {
  /// This, multiplied so many times, up to a bound.
  fileprivate func grown(by factor: Double, times: Int, upTo bound: Duration) -> Duration {
    var grown = self
    var left = times
    while left > 0, grown < bound, factor > 1 {
      // The product of large ones is not a duration.
      if grown >= bound / factor { return bound }
      grown = grown * factor
      left -= 1
    }
    return min(grown, bound)
  }
}
