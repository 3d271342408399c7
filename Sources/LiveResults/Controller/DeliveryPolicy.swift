/// When changes of the results are announced: at once, or gathered for a while and announced as one. An answer that is
/// awaited is announced at once in any case.
@available(LiveSystems, *)
public enum DeliveryPolicy: Hashable, Sendable {
  /// Each change of the store by itself.
  case immediate
  /// At most one announcement in each interval: the first change waits for the interval to end, with all that come
  /// meanwhile.
  case throttled(Duration)
  /// When no change has come for the interval; but at the latest when the first one has waited for `maximumWait`, so
  /// that a steady stream of changes is announced, too.
  case debounced(Duration, maximumWait: Duration)
}

/// When what has been gathered is to be announced: a value that receives what happens and says how long to wait.
///
/// Times are durations since a moment of the caller's choice.
@available(LiveSystems, *)
struct DeliverySchedule: Sendable {
  let policy: DeliveryPolicy
  /// When the first change came of those that wait.
  private(set) var firstChange: Duration?
  /// When they are to be announced.
  private(set) var deadline: Duration?

  init(policy: DeliveryPolicy) { self.policy = policy }

  /// What to do after a change.
  enum Action: Equatable {
    /// Announce it.
    case deliver
    /// Wait until then, whatever was planned before.
    case wait(until: Duration)
    /// Go on waiting as planned.
    case goOn
  }

  /// A change has come.
  mutating func change(at now: Duration) -> Action {
    let first = firstChange ?? now
    let planned: Duration
    switch policy {
    case .immediate: return .deliver
    case .throttled(let interval): planned = first + interval
    case .debounced(let interval, let maximumWait): planned = min(now + interval, first + maximumWait)
    }
    firstChange = first
    if planned <= now { return .deliver }
    if planned == deadline { return .goOn }
    deadline = planned
    return .wait(until: planned)
  }

  /// What waited has been announced.
  mutating func delivered() {
    firstChange = nil
    deadline = nil
  }
}
