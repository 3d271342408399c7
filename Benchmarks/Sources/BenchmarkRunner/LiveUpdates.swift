import BenchmarkHarness
import DiffWorkloads
import Foundation
import LiveResults
import SectionDiff
import StoreInterface

/// A record of a store that changes all the time.
struct LiveRecord: Hashable, Sendable, Identifiable {
  var id: Int
  var group: Int
  var rank: Int
  var version: Int
}

/// What a few changes cost live results of many records: sorted, in sections of a thousand, under a filter, while a
/// subscriber holds on to the results before. Beside it what it costs to do the same by a diff.
final class LiveUpdates {
  typealias Engine = ResultsEngine<LiveRecord, Int, LiveRecord, NoHeader>
  typealias Results = Snapshot<Int, LiveRecord, NoHeader>

  private let size: Int
  private var random = SplitMix64(seed: 4_711)
  private var records: [LiveRecord] = []
  private var engine: Engine
  /// What the subscriber holds.
  private var retained: Results
  private var nextID: Int

  init(size: Int) throws {
    self.size = size
    nextID = size
    let groups = max(1, size / 1_000)
    for id in 0..<size {
      records.append(
        LiveRecord(id: id, group: random.below(groups), rank: random.below(1_000_000), version: random.below(1_000)))
    }
    engine = Engine(arrangement: Self.arrangement)
    _ = try engine.replace(with: .items(records))
    retained = engine.snapshot
  }

  private static var arrangement: ResultsArrangement<LiveRecord, Int, LiveRecord, NoHeader> {
    var filters = FilterSet<LiveRecord>()
    filters["version"] = ResultsFilter { $0.version % 10 != 9 }
    return ResultsArrangement(sections: .by(\.group), sort: [.ascending(\.rank)], filters: filters)
  }

  /// Batches of `count` changes: a third each of new contents, new ranks, and one in for one out.
  private func batches(of count: Int, number: Int) -> [Batch<LiveRecord>] {
    (0..<number).map { _ in
      var batch = Batch<LiveRecord>()
      while batch.changes.count < count {
        let index = random.below(records.count)
        switch random.below(3) {
        case 0:
          records[index].version = random.below(1_000)
          batch.update(records[index])
        case 1:
          records[index].rank = random.below(1_000_000)
          batch.update(records[index])
        default:
          // In turn, so that the number of records stays.
          if nextID % 2 == 0 {
            batch.insert(
              LiveRecord(
                id: nextID, group: records[index].group, rank: random.below(1_000_000), version: random.below(1_000)))
            if let last = batch.changes.last, case .insert(let record, _) = last { records.append(record) }
          } else {
            batch.delete(records[index].id)
            records.swapAt(index, records.count - 1)
            records.removeLast()
          }
          nextID += 1
        }
      }
      return batch
    }
  }

  /// Changes of the live results, each run another batch.
  ///
  /// Making the changes counts, too: no batch can be applied twice.
  private func contender(changes count: Int) -> Contender {
    let name = "\(count) changed"
    var batches: [Batch<LiveRecord>] = []
    var next = 0
    return Contender(name) { [self] in
      if next == batches.count {
        batches = self.batches(of: count, number: 64)
        next = 0
      }
      let step = try engine.apply(batches[next])
      next += 1
      retained = engine.snapshot
      return step?.changeset.changeCount ?? 0
    }
  }

  /// Whether the live results are what a rebuild gives.
  func verify() throws {
    var rebuilt = Engine(arrangement: Self.arrangement)
    // Arrival decides ties of rank only, and so does the order of the records here not matter but for those.
    _ = try rebuilt.replace(with: .items(engine.full().sections.flatMap { Array($0.items) }))
    guard rebuilt.snapshot == engine.snapshot else {
      throw VerificationFailure("live results", "those of \(size) records differ from a rebuild")
    }
  }

  /// Measures, and returns a table.
  static func report(sizes: [Int], with harness: Harness<SystemClock>) throws -> String {
    var lines: [String] = []
    var growth: [String: [(size: Int, figure: Double)]] = [:]
    for size in sizes {
      let live = try LiveUpdates(size: size)
      let table = try live.measure(with: harness)
      lines.append("live results, \(size) records in \(max(1, size / 1_000)) sections, one filter")
      for row in table.rows {
        growth[row.name, default: []].append((size, row.median))
        let ratios = ["full diff", "rebuild, diff"].compactMap { floor in
          row.ratios[floor].map { String(format: "1/%.0f of %@", 1 / max($0.median, 1e-9), floor) }
        }
        let name = row.name.padding(toLength: 16, withPad: " ", startingAt: 0)
        lines.append("  \(name)" + String(format: "%12.3f µs  ", row.median / 1e3) + ratios.joined(separator: ", "))
      }
      if let noise = table.noise {
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

  private func measure(with harness: Harness<SystemClock>) throws -> MeasuredTable {
    let edits = [1, 10, 100].map { contender(changes: $0) }
    for edit in edits { _ = try edit.run() }
    try verify()
    let before = engine.snapshot
    for edit in edits { _ = try edit.run() }
    let old = Snapshot(sections: before.sections.map { Section($0.key, items: Array($0.items)) })
    let new = Snapshot(sections: engine.snapshot.sections.map { Section($0.key, items: Array($0.items)) })
    let all = engine.full().sections.flatMap { Array($0.items) }
    let differ = Differ()
    let diff = Contender("full diff") { try differ.changeset(from: old, to: new).changeCount }
    let rebuild = Contender("rebuild, diff") {
      let shown = all.filter { $0.version % 10 != 9 }.sorted { ($0.group, $0.rank) < ($1.group, $1.rank) }
      let rebuilt = Snapshot(grouping: shown, by: \.group)
      return try differ.changeset(from: old, to: rebuilt).changeCount
    }
    let table = try harness.measure(
      edits + [diff, rebuild], against: ["full diff", "rebuild, diff"], noiseOf: "full diff")
    try verify()
    return table
  }
}
