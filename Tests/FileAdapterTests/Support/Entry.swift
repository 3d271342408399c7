import FileAdapter
import StoreInterface

/// The record of these tests.
struct Entry: Codable, Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var version: Int

  init(_ id: Int, _ version: Int = 0) {
    self.id = id
    self.version = version
  }

  var description: String { "\(id)v\(version)" }
}

extension WatchTiming {
  /// Short waits, for tests on the real clock. Nothing is asserted about them.
  static let brief = WatchTiming(
    quiet: .milliseconds(1), maximumWait: .milliseconds(20), pollInterval: .milliseconds(20), heartbeat: .seconds(1),
    tornPatience: .milliseconds(200))
}

extension FileOptions {
  static let brief = FileOptions(timing: .brief)
  static let creating = FileOptions(absence: .isEmpty, timing: .brief)
}
