import Foundation
import Synchronization

/// What a sample prints.
final class Transcript: Sendable {
  @TaskLocal static var current: Transcript?
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0 += line + "\n" } }

  /// What the page "With GRDB" says that a sample prints.
  static func shown(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../../../..").standardized
    let page = try String(
      contentsOf: root.appending(path: "Sources/StoreBuilding/StoreBuilding.docc/WithGRDB.md"), encoding: .utf8)
    let start = "<!-- output: \(name) -->\n```text\n"
    let parts = page.components(separatedBy: start)
    return parts.count == 2 ? parts[1].components(separatedBy: "```")[0] : "the page has not one output \(name)"
  }
}

/// Prints into the transcript of a sample.
func print(_ items: Any...) { Transcript.current?.add(items.map { "\($0)" }.joined(separator: " ")) }
