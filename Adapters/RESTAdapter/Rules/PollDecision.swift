/// The time of the next poll, and the reason.
///
///     print(store.health.decision)     // next poll in 8.0 s: nothing changed 3 times, so the interval has grown
@available(LiveSystems, *)
public struct PollDecision: Hashable, Sendable, CustomStringConvertible {
  /// Why it is then.
  package enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// Nothing was requested yet.
    case first
    /// The interval that was set.
    case interval
    /// The interval has grown, because so many answers in a row brought nothing new.
    case unchanged(count: Int)
    /// The server says that its response is fresh until then (RFC 9111, section 4.2).
    case fresh
    /// So many failures in a row: a delay drawn from zero to this bound.
    case backoff(failures: Int, bound: Duration)
    /// So many failures in a row, the last one a refusal (a status 4xx): not before the interval is over.
    case refused(failures: Int, interval: Duration)
    /// The server requested a pause (RFC 9110, section 10.2.3), or its rate limit is used up for so long.
    case retryAfter(Duration)
    /// An answer would take away so many records of so many; a second one must agree.
    case heldRemoval(removed: Int, of: Int)
    /// Records were written while the server answered, or since.
    case written
    /// Polling is paused.
    case paused
    /// There are no observers.
    case unobserved

    /// A part of a sentence.
    package var description: String {
      switch self {
      case .first: "nothing was requested yet"
      case .interval: "that is the interval"
      case .unchanged(let count): "nothing changed \(count) times, so the interval has grown"
      case .fresh: "the server says that its response is fresh until then"
      case .backoff(let failures, let bound): "failures in a row: \(failures); random delay from 0 to \(bound.text)"
      case .refused(let failures, let interval):
        "failures in a row: \(failures); after a refusal the interval of \(interval.text) is kept"
      case .retryAfter(let pause): "the server asked for a pause of \(pause.text), by Retry-After or its rate limit"
      case .heldRemoval(let removed, let count):
        "the response would remove \(removed) of \(count) records; a second one must confirm it"
      case .written: "records were written since the last request"
      case .paused: "polling is paused"
      case .unobserved: "there are no observers"
      }
    }
  }

  /// When, since the store was made; nil where no poll is planned.
  public var time: Duration?
  /// How long after the moment at which this was decided.
  public var delay: Duration
  /// Why.
  package var reason: Reason

  package init(at time: Duration?, after delay: Duration, _ reason: Reason) {
    self.time = time
    self.delay = delay
    self.reason = reason
  }

  /// When, and why, in a sentence.
  public var description: String {
    guard time != nil else { return "no poll: \(reason)" }
    return "next poll in \(delay.text): \(reason)"
  }
}

@available(LiveSystems, *)
extension Duration {
  /// In seconds, with one digit after the point; in milliseconds where that would be nothing.
  fileprivate var text: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    if seconds == 0, tenths == 0, self > .zero { return "\(attoseconds / 1_000_000_000_000_000) ms" }
    return "\(seconds).\(tenths) s"
  }
}
