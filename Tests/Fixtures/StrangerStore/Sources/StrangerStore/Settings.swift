import Synchronization

/// A database of settings, sorted by name, as someone might have had it before: it knows nothing of stores, and tells
/// its watchers what it did, in words of its own.
final class Settings: Sendable {
  /// What the database did in one transaction.
  struct Deed: Sendable {
    /// Names that have a value now, which they did not have before.
    var set: [String: String] = [:]
    /// Names that had a value, and have none now.
    var unset: Set<String> = []
    /// All settings after it.
    var result: [String: String] = [:]
  }

  /// Refused, because a value is longer than the database takes.
  struct TooLong: Error {
    let name: String
  }

  private struct State {
    var values: [String: String]
    var watchers: [Int: @Sendable (Deed) -> Void] = [:]
    var nextWatcher = 0
  }

  private let state: Mutex<State>

  init(_ values: [String: String] = [:]) { state = Mutex(State(values: values)) }

  /// All settings.
  var all: [String: String] { state.withLock { $0.values } }

  /// How many watch.
  var watcherCount: Int { state.withLock { $0.watchers.count } }

  /// Runs a transaction; its watchers are notified of what it changed, as one.
  func transact<Answer: Sendable, Failure: Error>(
    _ body: (inout [String: String]) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try state.withLock { (state) throws(Failure) -> Answer in
      var values = state.values
      let answer = try body(&values)
      var deed = Deed(result: values)
      for (name, value) in values where state.values[name] != value { deed.set[name] = value }
      for name in state.values.keys where values[name] == nil { deed.unset.insert(name) }
      state.values = values
      if !deed.set.isEmpty || !deed.unset.isEmpty { for watcher in state.watchers.values { watcher(deed) } }
      return answer
    }
  }

  /// Watches from now on: first what there is is handed over, then every deed, in order and one at a time.
  ///
  /// - Returns: The number to stop with.
  func watch(
    _ begin: ([String: String]) -> Void, _ watcher: @escaping @Sendable (Deed) -> Void
  ) -> Int {
    state.withLock { state in
      begin(state.values)
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = watcher
      return state.nextWatcher
    }
  }

  /// Watches no longer.
  func unwatch(_ number: Int) { state.withLock { $0.watchers[number] = nil } }
}
