import FileAdapter
import StoreInterface

/// A watcher whose hearing is in the test's hands.
final class HandWatcher: FileWatcher {
  private struct State {
    var events: [WatchEvents] = []
    var steps: [[ResolvedPath.Step]] = []
    var refusal: String?
  }

  private let state = Locked(State())

  func watch(_ steps: [ResolvedPath.Step]) throws(WatchFailure) -> WatchEvents {
    let (events, refusal) = state.withLock { state in
      let events = WatchEvents()
      state.steps.append(steps)
      if state.refusal == nil { state.events.append(events) }
      return (events, state.refusal)
    }
    if let refusal { throw WatchFailure(refusal) }
    return events
  }

  func refuse(_ reason: String?) { state.withLock { $0.refusal = reason } }

  /// Says something to whoever listens now.
  func say(_ signals: WatchSignals) { state.withLock { $0.events.last }?.post(signals) }

  /// How often somebody tried to listen.
  var attempts: Int { state.withLock { $0.steps.count } }
}
