import BenchmarkHarness
import DiffWorkloads
import Foundation
import SectionDiff

/// What the entry point takes that gives items their tokens in several tasks, beside the one that does all in the caller's
/// task, in the same rounds: time on the clock, with as many cores as the machine has.
enum TaskTimes {
  /// Of the catalogue those that hash all items, and one that hashes few.
  private static let workloads = ["shuffle", "replace-all", "mixed"]

  /// Measures, and returns a line for each workload and kind of element.
  static func report(size: Int, with harness: Harness<SystemClock>) throws -> String {
    var lines = ["several tasks, \(size) items a side, \(ProcessInfo.processInfo.activeProcessorCount) cores"]
    for name in workloads {
      guard let pair = Catalogue.workload(name)?.pair(size: size) else { continue }
      lines.append(try line(name, "int", pair, of: IntElement.self, with: harness))
      lines.append(try line(name, "record", pair, of: RecordElement.self, with: harness))
    }
    return lines.joined(separator: "\n")
  }

  private static func line<Element: WorkloadElement>(
    _ workload: String, _ elements: String, _ pair: WorkloadPair, of type: Element.Type,
    with harness: Harness<SystemClock>
  ) throws -> String where Element.Pool == Void {
    let (old, new) = (pair.old.snapshot(of: type, from: ()), pair.new.snapshot(of: type, from: ()))
    let differ = Differ()
    let expected = try differ.diff(from: old, to: new).changeset.identity
    guard try Blocking.value({ try await differ.concurrentDiff(from: old, to: new).changeset.identity }) == expected
    else {
      throw VerificationFailure(workload, "in several tasks the answer is another one")
    }
    let (one, several) = ("one task", "several tasks")
    let table = try harness.measure(
      [
        Contender(one) { try differ.diff(from: old, to: new).changeset.changeCount },
        Contender(several) {
          try Blocking.value { try await differ.concurrentDiff(from: old, to: new).changeset.changeCount }
        },
      ], against: [one], noiseOf: one)
    let name = "\(workload), \(elements)".padding(toLength: 20, withPad: " ", startingAt: 0)
    let times = table.rows.map { String(format: "%9.3f ms", $0.median / 1e6) }.joined(separator: "  ")
    let ratio = table[several]?.ratios[one].map {
      String(format: "%.3f × (%.3f to %.3f)", $0.median, $0.interval.low, $0.interval.high)
    }
    let noise = table.noise.map { String(format: "noise floor %.3f ×", $0.median) }
    return "  \(name)\(times)  \(ratio ?? "–"), \(noise ?? "–")"
  }
}
