import FileAdapter
import StoreInterface

/// A watcher whose hearing is in the test's hands.
final class HandWatcher: FileWatcher {
  private struct State {
    var reports: [@Sendable (WatchSignals) -> Void] = []
    var steps: [[ResolvedPath.Step]] = []
    var refusal: String?
  }

  private let state = Locked(State())
  private let (stops, stopping) = AsyncStream<Void>.makeStream()

  func watch(
    _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
  ) throws(WatchFailure) -> StopWatching {
    let refusal = state.withLock { state in
      state.steps.append(steps)
      if state.refusal == nil { state.reports.append(report) }
      return state.refusal
    }
    if let refusal { throw WatchFailure(refusal) }
    return { [stopping] in stopping.yield() }
  }

  func refuse(_ reason: String?) { state.withLock { $0.refusal = reason } }

  /// Returns when a listening has ended; each is waited for once.
  func stopped() async { for await _ in stops { return } }

  /// Notifies those who watch now.
  func say(_ signals: WatchSignals) { state.withLock { $0.reports.last }?(signals) }

  /// How often somebody tried to listen.
  var attempts: Int { state.withLock { $0.steps.count } }
}
