public import StoreInterface

/// How a store of files behaves.
@available(LiveSystems, *)
public struct FileOptions: Sendable {
  /// What it means that the file is not there.
  public enum Absence: Hashable, Sendable {
    /// A failure; the results stay as they were. A write does not make the file.
    case fails
    /// No records; a write makes the file.
    case isEmpty
  }

  /// How a store hears of changes.
  public enum Watching: Hashable, Sendable {
    /// By the system where it tells of all changes, by polling elsewhere.
    case automatic
    /// By polling.
    case polling
  }

  /// What it means that the file, or for a folder the folder, is not there.
  public var absence: Absence
  /// How the store hears of changes.
  public var watching: Watching
  /// What becomes of a write when others have changed the file since the writer saw it.
  public var onStale: StalePolicy
  /// How long the store waits for what.
  public var timing: WatchTiming
  /// Which removals by others are withheld until the file is written again without the same records, or the program
  /// approves them; `nil` for none.
  public var removalGuard: RemovalGuard?

  /// Makes options.
  public init(
    absence: Absence = .fails, watching: Watching = .automatic, onStale: StalePolicy = .merges,
    timing: WatchTiming = WatchTiming(), removalGuard: RemovalGuard? = RemovalGuard()
  ) {
    self.absence = absence
    self.watching = watching
    self.onStale = onStale
    self.timing = timing
    self.removalGuard = removalGuard
  }

  var watcher: any FileWatcher {
    watching == .polling ? NoWatcher("by choice") : systemWatcher()
  }
}
