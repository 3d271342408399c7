internal import StoreInterface

/// What is notified of changes in folders: the system, or a test.
@available(LiveSystems, *)
package protocol FileWatcher: Sendable {
  /// Begins to listen in folders. What changes after this has returned is not missed.
  ///
  /// - Throws: why it cannot, so that the store polls.
  func watch(_ steps: [ResolvedPath.Step]) throws(WatchFailure) -> WatchEvents
}

/// Why a folder cannot be listened in.
package struct WatchFailure: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// What was received since the last time.
package struct WatchSignals: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A name that matters was changed, came or went.
  package static let changed = WatchSignals(rawValue: 1)
  /// So much happened that the system has dropped some of it.
  package static let overflowed = WatchSignals(rawValue: 2)
  /// A folder was moved, deleted or unmounted: nothing more will be reported.
  package static let lost = WatchSignals(rawValue: 4)
}

/// What a watcher receives, in constant memory: signals that come before the last ones were taken are joined to them.
package final class WatchEvents: Sendable {
  private struct State {
    var signals: WatchSignals = []
    var notify: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  private let atEnd = ObserverEnd.Action()
  private let end: ObserverEnd

  package init() { end = ObserverEnd(calling: atEnd) }

  /// Notes what was received. May be called from any thread.
  package func post(_ signals: WatchSignals) {
    let notify = state.withLock { state in
      state.signals.formUnion(signals)
      return state.notify
    }
    notify?()
  }

  /// Has `body` called whenever something was received, and now if something was already.
  package func onPost(_ body: @escaping @Sendable () -> Void) {
    let isPending = state.withLock { state in
      state.notify = body
      return !state.signals.isEmpty
    }
    if isPending { body() }
  }

  /// Takes what was received.
  package func take() -> WatchSignals {
    state.withLock { state in
      defer { state.signals = [] }
      return state.signals
    }
  }

  /// Has `body` called once, when no one listens any more.
  package func onStop(_ body: @escaping @Sendable () -> Void) { atEnd.set(body) }

  /// Ends the listening, which also ends when no one holds the events any more.
  package func stop() {
    state.withLock { $0.notify = nil }
    end.come()
  }
}

/// Cannot listen, so that a store polls.
@available(LiveSystems, *)
package struct NoWatcher: FileWatcher {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package func watch(_ steps: [ResolvedPath.Step]) throws(WatchFailure) -> WatchEvents { throw WatchFailure(reason) }
}

extension Set<String> {
  /// Whether a name matters where these are watched for. An empty one stands for all that are not hidden.
  func watches(_ name: String) -> Bool { contains("") && !name.hasPrefix(".") || contains(name) }
}

/// The watcher of this system.
@available(LiveSystems, *)
package func systemWatcher() -> any FileWatcher {
  #if os(Linux)
    InotifyWatcher()
  #elseif canImport(Darwin)
    OpenFileWatcher.kqueue
  #else
    NoWatcher("this system reports no changes of files")
  #endif
}
