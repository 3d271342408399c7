/// What is notified of changes in folders: the system, or a test.
@available(LiveSystems, *)
package protocol FileWatcher: Sendable {
  /// Begins to listen in folders. What changes after this has returned is not missed.
  ///
  /// - Parameter report: What is called, on any thread, until the listening has ended, and perhaps once more.
  /// - Returns: What ends the listening. It must be called.
  /// - Throws: why it cannot, so that the store polls.
  func watch(
    _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
  ) throws(WatchFailure) -> StopWatching
}

/// Ends a listening.
package typealias StopWatching = @Sendable () -> Void

/// Why a folder cannot be listened in.
package struct WatchFailure: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// What was noticed.
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

/// Cannot listen, so that a store polls.
@available(LiveSystems, *)
package struct NoWatcher: FileWatcher {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package func watch(
    _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
  ) throws(WatchFailure) -> StopWatching {
    throw WatchFailure(reason)
  }
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
