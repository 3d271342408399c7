internal import BenchmarkHarness
internal import SectionDiff

extension Advice {
  /// The advice for people: a table, what its figures are worth, what to use.
  var text: String {
    var lines = [
      title,
      "\(Figures.grouped(oldCount)) old and \(Figures.grouped(newCount)) new items, elements: \(elements)",
      "",
    ]
    lines += table
    lines += ["", "Every answer was verified before it was timed: applied to OLD it gives NEW."]
    let counted =
      rounds.lowerBound == rounds.upperBound ? "\(rounds.upperBound)" : "\(rounds.lowerBound) to \(rounds.upperBound)"
    lines.append(
      "Time: the median of \(counted) rounds, each out and back (A B … B A); spread: median absolute deviation.")
    lines.append("Floors, ratios to them paired round by round:")
    lines += floors.map { floor in
      "  " + floor.name + String(repeating: " ", count: max(0, 8 - floor.name.count)) + floor.meaning
    }
    if let noise {
      let low = Figures.fixed(noise.interval.low, places: 3)
      let high = Figures.fixed(noise.interval.high, places: 3)
      lines.append(
        "Noise floor: \(noiseName) against itself \(Figures.fixed(noise.median, places: 3)) ×, \(low) to \(high) with 95 % confidence."
      )
    }
    lines.append(
      "Regret: time over that of the fastest strategy whose answer is as small; changes of all kinds over the fewest.")
    lines += notes
    let doubt = recommendation.undecided.isEmpty ? "" : "; cannot tell which is the fastest"
    lines += ["", "Recommended: \(recommendation.strategy) (--favor \(preference.rawValue)\(doubt))"]
    lines.append("  Why: \(recommendation.reason).")
    for (index, line) in recommendation.otherwise.enumerated() {
      lines.append((index == 0 ? "  What would change it: " : "    or: ") + line + ".")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var notes: [String] {
    var notes: [String] = []
    for row in rows where !Recommendation.isComparable(row, among: rows) {
      notes.append(
        "\(row.name) is not comparable here: it infers no moves, so what moved is a delete and an insert."
      )
    }
    for row in rows where row.budgetExhausted {
      notes.append("\(row.name) ran out of its budget; its answer is correct but longer than necessary.")
    }
    for row in rows {
      if let picked = row.picked {
        notes.append("\(row.name) picked \(picked), favoring \(preference.goal.rawValue).")
      }
    }
    if let allocator {
      notes.append("Allocations and bytes: of one diff, counted by \(allocator), which the times are with, too.")
    } else {
      notes.append("Allocations and bytes need jemalloc: scripts/with-jemalloc section-diff advise …")
    }
    return notes
  }

  private var table: [String] {
    let head = [
      "strategy", "time", "spread", "× scan", "× dict", "× stdlib", "comparisons", "hashes", "allocations", "bytes",
      "time regret", "size regret", "deletes", "inserts", "moves", "updates", "minimal?",
    ]
    let cells = rows.map { row in
      [
        row.name, Figures.time(row.nanoseconds), Figures.percent(row.spread),
        row.toScan.map(Figures.short) ?? "–", row.toDict.map(Figures.short) ?? "–",
        row.toStandard.map(Figures.short) ?? "–", Figures.grouped(row.comparisons),
        Figures.grouped(row.hashes),
        row.allocations.map(Figures.grouped) ?? "–", row.bytes.map(Figures.bytes) ?? "–",
        Figures.short(row.timeRegret), Figures.short(row.sizeRegret),
        Figures.grouped(row.deletes), Figures.grouped(row.inserts), Figures.grouped(row.moves),
        Figures.grouped(row.updates), row.isMinimal ? "yes" : "no",
      ]
    }
    // What floors do not have: a ratio to the standard library, counts, an answer.
    let rest = [String](repeating: "–", count: head.count - 5)
    let floorCells = floors.map { floor in
      [
        floor.name, floor.timeText, floor.spread.map(Figures.percent) ?? "–",
        floor.toScan.map(Figures.short) ?? "–", floor.toDict.map(Figures.short) ?? "–",
      ] + rest
    }
    return TextTable.lines([head] + cells + floorCells) { $0 > 0 }
  }
}
