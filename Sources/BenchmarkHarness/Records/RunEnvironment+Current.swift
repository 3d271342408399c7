#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RunEnvironment {
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
      commit: process.environment["SECTION_DIFF_COMMIT"] ?? "unknown",
      toolchain: process.environment["SECTION_DIFF_TOOLCHAIN"] ?? compiler,
      host: "\(process.operatingSystemVersionString), \(architecture), \(cores) cores",
      allocator: meter?.allocatorName ?? "system", seed: seed,
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
