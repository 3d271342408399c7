public import StoreBuilding
import StoreInterface

/// How a store of files behaves.
@available(LiveSystems, *)
public struct FileOptions: Sendable {
  /// The meaning of a missing file.
  public enum Absence: Hashable, Sendable {
    /// A failure; the results stay as they were. A write does not make the file.
    case fails
    /// No records; a write makes the file.
    case isEmpty
  }

  /// How a store is notified of changes.
  public enum Watching: Hashable, Sendable {
    /// By the system where it reports all changes, by polling elsewhere.
    case automatic
    /// By polling.
    case polling
  }

  /// The meaning of a missing file, or of a missing folder for a folder store.
  public var absence: Absence
  /// How the store is notified of changes.
  public var watching: Watching
  /// What happens to a write if other programs have changed the file since the writer read it.
  public var onStale: StalePolicy
  /// The waiting times of the store.
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
