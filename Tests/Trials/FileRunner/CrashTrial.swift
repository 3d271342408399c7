import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Kills a writing process again and again.
@available(LiveSystems, *)
struct CrashTrial {
  let folder: String
  let count: Int
  let isFolder: Bool

  /// What is killed.
  static func write(to target: Target) async throws {
    let last = try await target.items().map(\.version).max() ?? 0
    try await target.write(from: last + 1) { version in
      let line = Array("\(version)\n".utf8)
      _ = line.withUnsafeBytes { writeBytes(1, $0.baseAddress, $0.count) }
    }
  }

  func run() async throws {
    let target = Target(folder: folder, isFolder: isFolder)
    var acknowledged = 0
    var random = SystemRandomNumberGenerator()
    var isBetween = 0
    for round in 1...count {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      child.arguments = [isFolder ? "write-folder" : "write", folder]
      let pipe = Pipe()
      child.standardOutput = pipe
      try child.run()
      // At its first word it writes; some are killed earlier, while they start or read.
      var said = Data()
      if round % 10 != 0 { said = pipe.fileHandleForReading.availableData }
      usleep(UInt32.random(in: 0..<15_000, using: &random))
      kill(child.processIdentifier, SIGKILL)
      said.append(pipe.fileHandleForReading.readDataToEndOfFile())
      child.waitUntilExit()
      guard child.terminationReason == .uncaughtSignal else {
        throw TrialFailure("the writer ended by itself in round \(round), status \(child.terminationStatus)")
      }
      acknowledged = max(
        acknowledged, String(decoding: said, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.last ?? 0)
      let items = try await target.items()
      let versions = Set(items.map(\.version))
      let version = versions.first ?? 0
      guard versions.count <= 1, items.count == (version == 0 ? 0 : Target.recordCount) else {
        throw TrialFailure("torn in round \(round): versions \(versions.sorted()), \(items.count) records")
      }
      guard version == acknowledged || version == acknowledged + 1 else {
        throw TrialFailure("round \(round): version \(version), acknowledged \(acknowledged)")
      }
      if version > acknowledged { isBetween += 1 }
      acknowledged = version
    }
    let names = try await namesAfterNextWrite(to: target)
    let expected = isFolder ? ["records"] + (0..<Target.recordCount).map { "records/\($0).json" } : ["records.json"]
    guard Set(names) == Set(expected) else { throw TrialFailure("left over: \(Set(names).subtracting(expected))") }
    print(
      "\(isFolder ? "folder" : "file"): \(count) kills, \(acknowledged) writes, none lost, all whole;",
      "\(isBetween) written and not yet acknowledged; nothing left over")
  }

  /// What is in the folder when somebody has written after the last kill: he takes away what was left.
  private func namesAfterNextWrite(to target: Target) async throws -> [String] {
    try await target.write(version: 1)
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
  }
}
