/// How long a store waits for what.
@available(LiveSystems, *)
public struct WatchTiming: Hashable, Sendable {
  /// So long nothing must happen before a file is read that was changed.
  public var quiet: Duration
  /// So long a reading is put off at most, however often the file is changed.
  public var maximumWait: Duration
  /// How often a store looks that cannot listen.
  public var pollInterval: Duration
  /// How often a store that listens looks all the same, at the file's times alone, and tries again what did not work.
  public var heartbeat: Duration
  /// So long a record is waited for whose line is cut off at the end of the file, before that is a failure.
  public var tornPatience: Duration
  /// So long a file that was emptied is taken to be about to be written, before it counts as empty.
  public var emptyPatience: Duration
  /// So long a write waits for another program's lock.
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
