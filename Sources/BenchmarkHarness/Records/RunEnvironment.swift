/// Where and how benchmarks ran.
public struct RunEnvironment: Hashable, Sendable, Codable {
  /// The revision that was measured.
  public var commit: String
  /// The compiler that built it.
  public var toolchain: String
  /// The machine and its system.
  public var host: String
  /// What gave out memory: it makes up to a fifth of the time.
  public var allocator: String
  /// Where the random numbers of the statistics start.
  public var seed: UInt64
  /// What was called.
  public var command: String
  /// The day in UTC, for example `2026-11-21`; `nil` where it was not noted.
  public var date: String?

  /// Makes an environment of known parts.
  public init(
    commit: String, toolchain: String, host: String, allocator: String, seed: UInt64, command: String,
    date: String? = nil
  ) {
    self.commit = commit
    self.toolchain = toolchain
    self.host = host
    self.allocator = allocator
    self.seed = seed
    self.command = command
    self.date = date
  }
}
