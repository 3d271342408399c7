internal import SectionDiff

/// What was measured on one input, for people.
struct ResultTable {
  private let run: WorkloadRun

  init(_ run: WorkloadRun) { self.run = run }

  /// A heading, a line for each contender, and what a ratio is worth.
  var text: String {
    let rows = run.table.rows
    let floors = rows.filter { !$0.isJudged }.map(\.name).filter { name in rows.contains { $0.ratios[name] != nil } }
    // Those have columns of their own.
    let elements = [CountKind.elementComparisons, .elementHashes].map(\.rawValue)
    let metrics = Set(rows.flatMap { ($0.metrics ?? [:]).keys }).subtracting(elements).sorted()
    let hasDiffs = rows.contains { $0.answer != nil }
    var head = ["", "median", "best", "spread"] + floors.map { "× \($0)" }
    if hasDiffs { head += ["changes", "comparisons", "hashes"] }
    head += ["allocations"] + metrics
    let cells = rows.map { row -> [String] in
      if row.wrong != nil { return ["  " + row.name, "wrong"] }
      var cells = [
        "  " + row.name, Figures.time(row.median), Figures.time(row.series.distribution.minimum),
        Figures.percent(row.spread),
      ]
      cells += floors.map { row.ratios[$0].map { Figures.fixed($0.median, places: 3) } ?? "–" }
      if hasDiffs {
        let answer = row.answer
        let counted = elements.map { row.metrics?[$0] }
        let numbers = [
          answer?.counts.total, counted[0] ?? answer?.receipt.comparisons, counted[1] ?? answer?.receipt.hashes,
        ]
        cells += numbers.map { $0.map(Figures.grouped) ?? "–" }
      }
      cells.append(row.allocations.map { Figures.grouped($0.allocations) } ?? "–")
      return cells + metrics.map { name in row.metrics?[name].map(Figures.grouped) ?? "–" }
    }
    let items =
      hasDiffs
      ? "\(Figures.grouped(run.old)) old and \(Figures.grouped(run.new)) new items"
      : "\(Figures.grouped(run.old)) items"
    var lines = ["\(run.name), \(run.elements), \(items), seed \(run.seed)"]
    lines += TextTable.lines([head] + cells) { $0 > 0 }
    for row in rows { if let wrong = row.wrong { lines.append("  \(row.name) is wrong: \(wrong)") } }
    if let noise = run.table.noise {
      let low = Figures.fixed(noise.interval.low, places: 3)
      let high = Figures.fixed(noise.interval.high, places: 3)
      if hasDiffs, !floors.contains(Floors.standardName) {
        let time = run.standardNanoseconds.map(Figures.time)
        lines.append("  stdlib: \(time ?? "> 20 s, or more than 2 GiB: not run")")
      }
      lines.append(
        "  noise floor: \(Figures.fixed(noise.median, places: 3)) × (\(low) to \(high)), the first contender against itself"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
