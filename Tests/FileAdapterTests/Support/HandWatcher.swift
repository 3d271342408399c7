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
  private let (stops, stopping) = AsyncStream<Void>.makeStream()

  func watch(_ steps: [ResolvedPath.Step]) throws(WatchFailure) -> WatchEvents {
    let (events, refusal) = state.withLock { state in
      let events = WatchEvents()
      state.steps.append(steps)
      if state.refusal == nil { state.events.append(events) }
      return (events, state.refusal)
    }
    if let refusal { throw WatchFailure(refusal) }
    events.onStop { [stopping] in stopping.yield() }
    return events
  }

  func refuse(_ reason: String?) { state.withLock { $0.refusal = reason } }

  /// Returns when a listening has ended; each is waited for once.
  func stopped() async { for await _ in stops { return } }

  /// Notifies those who watch now.
  func say(_ signals: WatchSignals) { state.withLock { $0.events.last }?.post(signals) }

  /// How often somebody tried to listen.
  var attempts: Int { state.withLock { $0.steps.count } }
}
