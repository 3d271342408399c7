internal import SectionDiff

@available(LiveSystems, *)
extension Advice: CustomStringConvertible {
  /// A table that is 100 columns wide or less, what its figures are worth, what to use.
  public var description: String { text(isWide: false) }

  /// The advice for people: a table, what its figures are worth, what to use. It ends with an LF.
  ///
  /// - Parameter isWide: Whether the table has all columns; otherwise it is 100 columns wide or less.
  package func text(isWide: Bool) -> String {
    var items = "\(Figures.grouped(subject.oldCount)) items"
    if hasDiffs {
      items = "\(Figures.grouped(subject.oldCount)) old and \(Figures.grouped(subject.newCount)) new items"
    }
    var lines = [subject.title, "\(items), elements: \(subject.elements)", ""]
    lines += table(isWide: isWide)
    lines += ["", "Every answer was verified before it was timed: \(subject.verified)."]
    let rounds = rows.map(\.rounds)
    let least = rounds.min() ?? 0
    let most = rounds.max() ?? 0
    let counted = least == most ? "\(most)" : "\(least) to \(most)"
    lines.append(
      "Time: the median of \(counted) rounds, each out and back (A B … B A); spread: median absolute deviation.")
    if !floors.isEmpty { lines.append("Floors, ratios to them paired round by round:") }
    let nameWidth = 2 + (floors.map(\.name.count).max() ?? 0)
    lines += floors.map { floor in
      "  " + floor.name + String(repeating: " ", count: nameWidth - floor.name.count) + floor.meaning
    }
    if let noise {
      let low = Figures.fixed(noise.interval.low, places: 3)
      let high = Figures.fixed(noise.interval.high, places: 3)
      let confidence = "\(Figures.fixed(noise.interval.confidence * 100, places: 0)) %"
      lines.append(
        "Noise floor: \(noiseName) against itself \(Figures.fixed(noise.median, places: 3)) ×, \(low) to \(high) with \(confidence) confidence."
      )
    }
    if hasDiffs {
      lines.append(
        "Regret: time over that of the fastest strategy whose answer is as small; changes of all kinds over the fewest."
      )
    }
    lines += notes
    let doubt = recommendation.undecided.isEmpty ? "" : "; cannot tell which is the fastest"
    lines += ["", "Recommended: \(recommendation.strategy) (--favor \(preference.rawValue)\(doubt))"]
    lines.append("  Why: \(recommendation.reason).")
    for (index, line) in recommendation.otherwise.enumerated() {
      lines.append((index == 0 ? "  What would change it: " : "    or: ") + line + ".")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var hasDiffs: Bool { rows.contains { $0.isDiff } }

  private var notes: [String] {
    var notes = wrong.map { "\($0.contender) is wrong and was not timed: \($0.problem)." }
    for row in rows where !Recommendation.isComparable(row, among: rows) {
      notes.append(
        "\(row.name) is not comparable here: it infers no moves, so what moved is a delete and an insert."
      )
    }
    for row in rows where row.isForeign {
      notes.append("\(row.name) was timed in a process of its own: its ratios are not paired.")
    }
    for row in rows where row.budgetExhausted {
      notes.append("\(row.name) ran out of its budget; its answer is correct but longer than necessary.")
    }
    for row in rows {
      if let picked = row.picked {
        // What a runner's favors is not known.
        let goal = isRecorded ? "" : ", favoring \(preference.goal.rawValue)"
        notes.append("\(row.name) picked \(picked)\(goal).")
      }
    }
    if isRecorded, !undecided.isEmpty {
      notes.append("No more rounds were taken: how many there are is up to the runner.")
    }
    if let allocator {
      notes.append("Allocations and bytes: of one diff, counted by \(allocator), which the times are with, too.")
    } else if countsOnJemalloc {
      notes.append("Allocations and bytes need jemalloc: \(subject.onJemalloc)")
    } else {
      notes.append("Allocations and bytes: the runner counts none.")
    }
    return notes
  }

  // MARK: The table

  /// The widest that a table may be.
  private static let width = 100

  /// A column: when it is left out, what a strategy has in it, what a floor has.
  private struct Column {
    /// Shown only in the wide table.
    var isForWide = false
    /// In the narrow table, the order in which columns go until it fits: the lowest first; nil for those that stay.
    var goes: Int?
    var head: String
    var row: (StrategyFigures) -> String
    /// Without it there is a dash.
    var floor: ((FloorFigures) -> String)?
  }

  private func table(isWide: Bool) -> [String] {
    var columns = columns.filter { isWide || !$0.isForWide }
    var lines = Self.lines(columns, self)
    for order in 0...5 where !isWide && lines.contains(where: { $0.count > Self.width }) {
      columns.removeAll { $0.goes == order }
      lines = Self.lines(columns, self)
    }
    return lines
  }

  private static func lines(_ columns: [Column], _ advice: Advice) -> [String] {
    let rows = advice.rows.map { row in columns.map { $0.row(row) } }
    let wrong = advice.wrong.map { [$0.contender, "wrong"] }
    let floors = advice.floors.map { floor in columns.map { $0.floor?(floor) ?? "–" } }
    return TextTable.lines([columns.map(\.head)] + rows + wrong + floors) { $0 > 0 }
  }

  private var columns: [Column] {
    func ratio(_ number: Double?) -> String { number.map(Figures.short) ?? "–" }
    func has(_ name: String) -> Bool { floors.contains { $0.name == name } }
    let counted = preference != .memory
    var columns = [
      Column(head: hasDiffs ? "strategy" : "contender", row: \.name, floor: \.name),
      Column(head: "time", row: { Figures.time($0.nanoseconds) }, floor: \.timeText),
      Column(
        goes: 0, head: "spread", row: { Figures.percent($0.spread) }, floor: { $0.spread.map(Figures.percent) ?? "–" }),
    ]
    if has(Floors.scanName) {
      columns.append(
        Column(goes: 1, head: "× scan", row: { ratio($0.toScan) }, floor: { ratio($0.toScan) }))
    }
    if has(Floors.dictionaryName) {
      // What it is set against differs from machine to machine, and with their load.
      columns.append(Column(isForWide: true, head: "× dict", row: { ratio($0.toDict) }, floor: { ratio($0.toDict) }))
    }
    if has(Floors.standardName) {
      columns.append(Column(isForWide: true, head: "× stdlib", row: { ratio($0.toStandard) }))
    }
    if hasDiffs {
      columns.append(
        Column(isForWide: true, head: "comparisons", row: { $0.hasReceipt ? Figures.grouped($0.comparisons) : "–" }))
      columns.append(Column(isForWide: true, head: "hashes", row: { $0.hasReceipt ? Figures.grouped($0.hashes) : "–" }))
    }
    columns.append(
      Column(
        isForWide: counted && hasDiffs, goes: 4, head: "allocations",
        row: { $0.allocations.map(Figures.grouped) ?? "–" }))
    columns.append(
      Column(isForWide: counted && hasDiffs, head: "bytes", row: { $0.bytes.map(Figures.bytes) ?? "–" }))
    for name in Set(rows.flatMap(\.metrics.keys)).sorted() {
      columns.append(
        Column(isForWide: hasDiffs, goes: 5, head: name, row: { $0.metrics[name].map(Figures.grouped) ?? "–" }))
    }
    guard hasDiffs else { return columns }
    func count(_ head: String, _ path: @escaping (StrategyFigures) -> Int) -> Column {
      Column(head: head, row: { $0.isDiff ? Figures.grouped(path($0)) : "–" })
    }
    return columns + [
      Column(goes: 2, head: "time regret", row: { Figures.short($0.timeRegret) }),
      Column(goes: 3, head: "size regret", row: { Figures.short($0.sizeRegret) }),
      count("deletes", \.counts.deletes), count("inserts", \.counts.inserts), count("moves", \.counts.moves),
      count("updates", \.counts.updates),
      Column(head: "minimal?", row: { $0.isDiff ? $0.isMinimal ? "yes" : "no" : "–" }),
    ]
  }
}
