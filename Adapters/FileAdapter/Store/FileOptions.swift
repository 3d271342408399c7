public import StoreBuilding

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

    /// A way that opens no file: by the system on Linux, by polling elsewhere. For files that others lock in this process,
    /// as SQLite does: when any descriptor of a file is closed, POSIX has the process lose its locks.
    public static var withoutOpening: Watching {
      // inotify opens no file; kqueue does.
      #if os(Linux)
        .automatic
      #else
        .polling
      #endif
    }

    var watcher: any FileWatcher { self == .polling ? NoWatcher("by choice") : systemWatcher() }
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
  /// What makes the system calls: the system, or a test.
  package var files: any FileSystem = SystemFiles()
  /// What is notified of changes; `nil` for what ``watching`` says. For tests.
  package var watcher: (any FileWatcher)?

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
}

/// The waiting times of a store of files.
@available(LiveSystems, *)
public struct WatchTiming: Hashable, Sendable {
  /// A changed file is read when nothing has happened for this time.
  public var quiet: Duration
  /// A changed file is read after this time at the latest, however often it changes.
  public var maximumWait: Duration
  /// The polling interval of a store that cannot listen.
  public var pollInterval: Duration
  /// The interval at which a store that listens checks the file's times as well, and retries what failed.
  public var heartbeat: Duration
  /// A truncated record at the end of the file is waited for this long, before it is a failure.
  public var tornPatience: Duration
  /// An emptied file is waited for this long, before it counts as empty.
  public var emptyPatience: Duration
  /// A write waits this long for another program's lock.
  public var lockPatience: Duration

  /// Makes a timing.
  public init(
    quiet: Duration = .milliseconds(30), maximumWait: Duration = .milliseconds(500),
    pollInterval: Duration = .seconds(1), heartbeat: Duration = .seconds(10), tornPatience: Duration = .seconds(5),
    emptyPatience: Duration = .seconds(1), lockPatience: Duration = .seconds(10)
  ) {
    self.quiet = quiet
    self.maximumWait = maximumWait
    self.pollInterval = pollInterval
    self.heartbeat = heartbeat
    self.tornPatience = tornPatience
    self.emptyPatience = emptyPatience
    self.lockPatience = lockPatience
  }
}
