import BenchmarkHarness
import Foundation

/// What was measured on one input, for people.
struct ResultTable {
  private let run: WorkloadRun

  init(_ run: WorkloadRun) { self.run = run }

  /// A heading, a line for each contender, and what a ratio is worth.
  var text: String {
    var lines = [
      "\(run.name), \(run.elements), \(run.old) old and \(run.new) new items, seed \(run.seed)"
    ]
    let head = [
      "", "median \(unit.name)", "best \(unit.name)", "spread", "× scan", "× dict", "changes", "comparisons", "hashes",
      "allocations",
    ]
    lines += aligned([head] + run.table.rows.map(cells))
    let standard = run.standardNanoseconds.map { "\(time($0)) \(unit.name)" }
    if let noise = run.table.noise {
      lines.append("  stdlib      \(standard ?? "> 20 s, or more than 2 GiB: not run")")
      lines.append(
        String(
          format: "  noise floor %.3f × (%.3f to %.3f): the first strategy against itself", noise.median,
          noise.interval.low, noise.interval.high))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func cells(_ row: Measured) -> [String] {
    let answer = row.answer
    return [
      "  " + row.name, time(row.median), time(row.series.distribution.minimum),
      String(format: "%.1f %%", row.spread * 100), ratio(row.ratios[Floors.scanName]),
      ratio(row.ratios[Floors.dictionaryName]), number(answer?.counts.total),
      number(answer?.receipt.comparisons), number(answer?.receipt.hashes),
      number(row.allocations?.allocations),
    ]
  }

  /// Microseconds where all of the table takes less than a tenth of a millisecond.
  private var unit: (name: String, nanoseconds: Double) {
    run.table.rows.allSatisfy { $0.median < 1e5 } ? ("µs", 1e3) : ("ms", 1e6)
  }

  private func time(_ nanoseconds: Double) -> String { String(format: "%.3f", nanoseconds / unit.nanoseconds) }

  private func ratio(_ ratio: PairedRatio?) -> String { ratio.map { String(format: "%.3f", $0.median) } ?? "–" }

  private func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "–" }

  private func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows.first?.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }
}
