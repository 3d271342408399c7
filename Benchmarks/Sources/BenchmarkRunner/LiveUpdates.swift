import ArgumentParser
import BenchmarkHarness
import Foundation
import SectionDiff
import StoreInterface
import Subjects

/// What a few changes cost live results of many records, beside what it costs to do the same by a diff; what they cost from
/// a change of a store to the update in a subscriber's hands; and what a diff of the results before and after costs, which
/// share all that has not changed.
final class LiveUpdates {
  /// What is done with a number of changes.
  private enum Kind: String, CaseIterable {
    /// The engine takes them.
    case changed
    /// A store takes them, and a subscriber receives the update.
    case stored
    /// The results before and after are compared.
    case shared
  }

  private static let fullDiff = "full diff"
  private static let rebuild = "rebuild, diff"

  private let size: Int
  private var subject: LiveSubject
  private lazy var store = Result { try StoreSubject(size: size) }

  init(size: Int) throws {
    self.size = size
    subject = try LiveSubject(size: size)
  }

  /// Checks, then times.
  ///
  /// - Throws: ``VerificationFailure`` where the live results are not what a rebuild gives.
  func measure(with harness: Harness<SystemClock>) throws -> WorkloadRun {
    let edits = try edits
    for edit in edits { _ = try edit.run() }
    try verify()
    let before = subject.engine.snapshot
    for edit in edits { _ = try edit.run() }
    let old = flat(before)
    let new = flat(subject.engine.snapshot)
    let all = subject.engine.full().sections.flatMap { Array($0.items) }
    let differ = Differ()
    let diff = Contender(Self.fullDiff) { try differ.changeset(from: old, to: new).changeCount }
    let rebuild = Contender(Self.rebuild) {
      let shown = all.filter { $0.version % 10 != 9 }.sorted { ($0.group, $0.rank) < ($1.group, $1.rank) }
      return try differ.changeset(from: old, to: Snapshot(grouping: shown, by: \.group)).changeCount
    }
    let table = try harness.measure(
      edits + [diff, rebuild], against: [Self.fullDiff, Self.rebuild], noiseOf: Self.fullDiff)
    try verify()
    return WorkloadRun(
      name: "live-updates", size: size, seed: LiveSubject.seed, elements: "record", old: before.itemCount,
      new: subject.engine.snapshot.itemCount, table: table, standardNanoseconds: nil)
  }

  /// Runs changes a number of times, without checking or timing them.
  func runAlone(_ name: String, times: Int) throws {
    let words = name.split(separator: " ")
    guard words.count == 2, let kind = Kind(rawValue: String(words[1])), let count = Int(words[0]), count > 0,
      count <= size
    else {
      throw ValidationError(
        "--only-run takes a number up to the size and one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")), "
          + "such as \"10 changed\", not \(name)")
    }
    let edit = try contender(kind, changes: count)
    for _ in 0..<times { _ = try edit.run() }
  }

  private var edits: [Contender] {
    get throws { try Kind.allCases.flatMap { kind in try [1, 10, 100].map { try contender(kind, changes: $0) } } }
  }

  /// A contender that takes another batch of changes in each run.
  ///
  /// Making the changes counts, too: no batch can be applied twice.
  private func contender(_ kind: Kind, changes count: Int) throws -> Contender {
    let name = "\(count) \(kind.rawValue)"
    switch kind {
    case .changed:
      return repeating(name) { [self] in
        subject.batches(of: count, number: 64)
      } run: { [self] in
        try subject.apply($0)
      }
    case .stored:
      let store = try store.get()
      return repeating(name) {
        store.batches(of: count, number: 64)
      } run: {
        try store.apply($0)
      }
    case .shared:
      let differ = Differ()
      let pairs = try subject.pairs(of: count, number: 64)
      return repeating(name) {
        pairs
      } run: {
        try differ.changeset(from: $0.before, to: $0.after).changeCount
      }
    }
  }

  /// A contender that runs with one input after another, and makes more when there are none left.
  private func repeating<Input>(
    _ name: String, making make: @escaping () -> [Input], run: @escaping (Input) throws -> Int
  ) -> Contender {
    var inputs: [Input] = []
    var next = 0
    // All are verified together, before and after.
    return Contender(
      name, verify: {},
      run: {
        if next == inputs.count {
          inputs = make()
          next = 0
        }
        next += 1
        return try run(inputs[next - 1])
      })
  }

  private func verify() throws {
    guard try subject.isTrue, try store.get().isTrue else {
      throw VerificationFailure("live results", "those of \(size) records differ from a rebuild")
    }
  }

  private func flat(_ results: LiveSubject.Results) -> LiveSubject.Results {
    Snapshot(sections: results.sections.map { SnapshotSection($0.key, items: Array($0.items)) })
  }

  // MARK: - Text

  /// A table for each size, and how times grow.
  static func report(_ runs: [WorkloadRun]) -> String {
    var lines: [String] = []
    var growth: [String: [(size: Int, figure: Double)]] = [:]
    for run in runs {
      lines.append("live results, \(run.size) records in \(max(1, run.size / 1_000)) sections, one filter")
      for row in run.table.rows {
        growth[row.name, default: []].append((run.size, row.median))
        let ratios = [fullDiff, rebuild].compactMap { floor in
          row.ratios[floor].map { String(format: "%.4g × %@", $0.median, floor) }
        }
        let name = row.name.padding(toLength: 16, withPad: " ", startingAt: 0)
        lines.append("  \(name)" + String(format: "%12.3f µs  ", row.median / 1e3) + ratios.joined(separator: ", "))
      }
      if let noise = run.table.noise {
        lines.append(
          String(
            format: "  noise floor %.3f × (%.3f to %.3f)", noise.median, noise.interval.low, noise.interval.high))
      }
    }
    for (name, points) in growth.sorted(by: { $0.key < $1.key }) {
      guard let fit = GrowthFit(points, figuresAreCounts: false) else { continue }
      lines.append(String(format: "growth of %@: n^%.3f", name, fit.exponent))
    }
    return lines.joined(separator: "\n")
  }
}
