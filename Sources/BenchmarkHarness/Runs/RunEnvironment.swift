#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Where and how benchmarks ran.
public struct RunEnvironment: Hashable, Sendable, Codable {
  /// The revision that was measured.
  public var commit: String
  /// The compiler that built it.
  public var toolchain: String
  /// The machine and its system. Where two texts differ, they are two machines.
  public var host: String
  /// What gave out memory: it makes up to a fifth of the time.
  public var allocator: String
  /// Where the random numbers of the statistics start, and those of the orders that contenders ran in.
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

extension RunEnvironment {
  /// What another program left out.
  package static let unknown = "unknown"
  /// That of nothing.
  package static let nowhere = RunEnvironment(
    commit: unknown, toolchain: unknown, host: unknown, allocator: unknown, seed: 0, command: unknown)
  /// What a suite of the harness names where it does not run on jemalloc.
  package static let systemAllocator = "system"

  /// Reads an environment; what is left out is unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      try values.decodeIfPresent(String.self, forKey: key) ?? Self.unknown
    }
    self.init(
      commit: try text(.commit), toolchain: try text(.toolchain), host: try text(.host),
      allocator: try text(.allocator),
      seed: try values.decodeIfPresent(UInt64.self, forKey: .seed) ?? 0, command: try text(.command),
      date: try values.decodeIfPresent(String.self, forKey: .date))
  }

  /// This process, on this machine.
  ///
  /// The revision is `SECTION_DIFF_COMMIT` of the environment, which the scripts set: a program does not know what it
  /// was built from. The toolchain is that of `SECTION_DIFF_TOOLCHAIN`, else what the compiler said of itself.
  public static func current(
    seed: UInt64, command: [String] = CommandLine.arguments, meter: AllocationMeter? = AllocationMeter()
  ) -> RunEnvironment {
    let process = ProcessInfo.processInfo
    let cores = process.activeProcessorCount
    return RunEnvironment(
      commit: process.environment["SECTION_DIFF_COMMIT"] ?? unknown,
      toolchain: process.environment["SECTION_DIFF_TOOLCHAIN"] ?? compiler,
      host: [process.operatingSystemVersionString, architecture, "\(cores) cores", ProcessorModel.current]
        .compactMap(\.self).joined(separator: ", "),
      allocator: meter?.allocatorName ?? systemAllocator, seed: seed,
      // The program by its name alone: where it is is of no use elsewhere.
      command: ([command.first?.split(separator: "/").last.map(String.init) ?? ""] + command.dropFirst())
        .joined(separator: " "),
      date: Date.now.formatted(.iso8601.year().month().day()))
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }
}
