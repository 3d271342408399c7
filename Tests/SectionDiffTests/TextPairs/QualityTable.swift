import Foundation
import SectionDiff

/// How many changes each strategy needs for texts, beside the fewest that there can be.
///
/// A change is a delete, an insert or a move of one line. With *c* lines that both texts have (as often as both have
/// them) and a longest common subsequence of *l* lines, the fewest of *n* old and *m* new lines are *n* + *m* − *c* − *l*:
/// what is common is kept, and what is not in the subsequence moves.
package struct QualityTable {
  package struct Row {
    package let pair: TextPair
    /// The changes of each strategy, in the order of `names`.
    let changes: [Int]
    let moves: Int
    let fewest: Int

    package var ratio: Double { Double(max(1, changes[0])) / Double(max(1, fewest)) }
  }

  static let names = ["adaptive", "lis", "heckel", "myers", "myers-moves"]

  package var rows: [Row] = []

  package init() {}

  package static func row(_ pair: TextPair) throws -> Row {
    func counts(_ algorithm: any DiffAlgorithm, _ budget: DiffBudget = .standard) throws -> ChangeCounts {
      try Differ(algorithm: algorithm, budget: budget).changeset(from: pair.old, to: pair.new).counts
    }
    func total(_ counts: ChangeCounts) -> Int { counts.deletes + counts.inserts + counts.moves }
    let adaptive = try counts(AdaptiveDiff())
    let script = try counts(MyersDiff(infersMoves: true), .unlimited)
    return Row(
      pair: pair,
      changes: [
        total(adaptive), total(try counts(LISDiff())), total(try counts(HeckelDiff())), total(try counts(MyersDiff())),
        total(try counts(MyersDiff(infersMoves: true))),
      ],
      moves: adaptive.moves, fewest: total(script))
  }

  /// The geometric mean of adaptive's ratio to the fewest changes.
  package var geometricMean: Double {
    rows.isEmpty ? 1 : exp(rows.reduce(0) { $0 + log($1.ratio) } / Double(rows.count))
  }

  package var worst: Row? { rows.max { $0.ratio < $1.ratio } }

  package var text: String {
    var lines = [["pair", "old", "new", "fewest"] + Self.names + ["moves", "ratio"]]
    lines += rows.map { row in
      [row.pair.name, "\(row.pair.old.count)", "\(row.pair.new.count)", "\(row.fewest)"] + row.changes.map(String.init)
        + ["\(row.moves)", decimal(row.ratio)]
    }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      line.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// A number with three decimal places.
package func decimal(_ number: Double) -> String {
  let thousandths = Int((number * 1000).rounded())
  let rest = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
}
