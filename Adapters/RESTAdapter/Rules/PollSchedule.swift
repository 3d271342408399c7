/// Decides when to poll next: a value that takes events and returns decisions. It has no clock and sends nothing.
@available(LiveSystems, *)
public struct PollSchedule: Sendable {
  /// The polling interval while the server works.
  public let interval: PollInterval
  /// How long to wait after failures.
  public let backoff: Backoff

  /// How many answers in a row brought nothing new.
  public private(set) var unchanged = 0
  /// How many failures in a row there were.
  public private(set) var failures = 0
  /// The server has requested a pause until then; nothing ends it earlier.
  public private(set) var silentUntil: Duration?
  /// When, and why.
  public private(set) var decision = PollDecision(at: .zero, after: .zero, .first)

  /// Makes a schedule that begins with a poll at once.
  public init(interval: PollInterval, backoff: Backoff) {
    self.interval = interval
    self.backoff = backoff
  }

  /// An answer came.
  ///
  /// - Parameters:
  ///   - changed: Whether it brought something new.
  ///   - freshFor: How long the server says that it is fresh; zero where that is not to count.
  ///   - now: The time, on the clock that the decisions are for.
  public mutating func answered(changed: Bool, freshFor: Duration, at now: Duration) {
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

  /// There was no answer, or none that can be used.
  ///
  /// - Parameters:
  ///   - retryAfter: How long the server asked to be left alone.
  ///   - isRefused: Whether the server has answered that the request is wrong, or too soon (a status 4xx). It is not
  ///     asked again before the interval is over.
  ///   - random: A number from 0 to less than 1.
  ///   - now: The time, on the clock that the decisions are for.
  public mutating func failed(retryAfter: Duration?, isRefused: Bool = false, random: Double, at now: Duration) {
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
  public mutating func held(removed: Int, of count: Int, at now: Duration) {
    failures = 0
    decide(interval.base, .heldRemoval(removed: removed, of: count), now)
    keepSilence(now)
  }

  /// The server has requested a pause in its response to another request than a poll.
  ///
  /// - Parameters:
  ///   - delay: How long.
  ///   - random: A number from 0 to less than 1.
  ///   - now: The time, on the clock that the decisions are for.
  public mutating func silenced(for delay: Duration, random: Double, at now: Duration) {
    guard delay > .zero, now + delay > silentUntil ?? .zero else { return }
    silentUntil = now + delay
    if let time = decision.time, time >= now + delay { return }
    // The jitter comes on top: others were notified the same.
    decide(delay + delay * (0.1 * min(max(random, 0), 1)), .retryAfter(delay), now)
  }

  /// Something calls for a poll soon. It waits all the same for the time that the server requested, and for the delay
  /// after a failure.
  public mutating func hurry(_ reason: PollDecision.Reason, at now: Duration) {
    if failures > 0 { return }
    if let silentUntil, silentUntil > now { return }
    if let time = decision.time, time <= now + backoff.floor { return }
    decide(min(interval.base, backoff.floor), reason, now)
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
