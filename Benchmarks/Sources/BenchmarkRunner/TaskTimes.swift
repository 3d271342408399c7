import BenchmarkHarness
import DiffWorkloads
import Foundation
import SectionDiff
import Synchronization

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
    guard try value({ try await differ.concurrentDiff(from: old, to: new).changeset.identity }) == expected else {
      throw VerificationFailure(workload, "in several tasks the answer is another one")
    }
    let (one, several) = ("one task", "several tasks")
    let table = try harness.measure(
      [
        Contender(one) { try differ.diff(from: old, to: new).changeset.changeCount },
        Contender(several) { try value { try await differ.concurrentDiff(from: old, to: new).changeset.changeCount } },
      ], against: [one], noiseOf: one)
    let name = "\(workload), \(elements)".padding(toLength: 20, withPad: " ", startingAt: 0)
    let times = table.rows.map { String(format: "%9.3f ms", $0.median / 1e6) }.joined(separator: "  ")
    let ratio = table[several]?.ratios[one].map {
      String(format: "%.3f × (%.3f to %.3f)", $0.median, $0.interval.low, $0.interval.high)
    }
    let noise = table.noise.map { String(format: "noise floor %.3f ×", $0.median) }
    return "  \(name)\(times)  \(ratio ?? "–"), \(noise ?? "–")"
  }

  /// Waits for what a task returns.
  private static func value<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task.detached {
      let found: Result<Value, any Error>
      do { found = .success(try await body()) } catch { found = .failure(error) }
      result.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    guard let found = result.withLock({ $0 }) else { throw CancellationError() }
    return try found.get()
  }
}
