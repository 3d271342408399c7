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
