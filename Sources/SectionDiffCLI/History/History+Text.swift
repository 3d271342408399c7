internal import BenchmarkHarness

extension History {
  /// The changes for people: what got worse first, then what was accepted, undone, or got better, and what times can show.
  func text(_ palette: Palette) -> String {
    let changes = report.trends.flatMap { trend in trend.changes.map { (trend.series, $0) } }
    let (counts, times) = report.judged
    var lines = ["history  \(summary)"]
    lines.append(
      "judged   \(Figures.grouped(counts)) series of counts, where every change is one, and \(Figures.grouped(times)) "
        + "of times, which are judged together"
        + (report.pending.isEmpty ? "" : "; \(Figures.grouped(report.pending.count)) have too few records for that"))
    if report.unrecorded > 0 {
      lines.append(
        "no record of the last \(report.unrecorded == 1 ? "commit" : "\(report.unrecorded) commits"), of which nothing is known: "
          + "record \(commits.last?.short ?? ""), or name the last one that is recorded")
    }
    let open = changes.filter { $0.1.isWorse && $0.1.status == .open }
    lines += palette.section("Wrong in the last record", report.wrong.map { ["  \($0)"] })
    lines += palette.section("Worse", open.map(cells))
    lines += palette.section(
      "Ended, and not compared any more", report.ends.filter { $0.blessing == nil }.map(cells))
    lines += palette.section(
      "Worse, and accepted",
      changes.filter { $0.1.isWorse && $0.1.status == .blessed }.map { series, change in
        cells(series, change) + [Self.reason(change.blessing)]
      })
    lines += palette.section(
      "Ended, and accepted",
      report.ends.filter { $0.blessing != nil }.map { cells($0) + [Self.reason($0.blessing)] })
    lines += palette.section("Worse, and undone", changes.filter { $0.1.isWorse && $0.1.status == .undone }.map(cells))
    lines += palette.section("Better", changes.filter { !$0.1.isWorse }.map(cells))
    let timed = report.trends.filter { if case .time = $0.series.metric { true } else { false } }
    lines += palette.section(
      "Times: the step that shows within five commits",
      timed.sorted { ($0.visibleStep ?? .infinity) > ($1.visibleStep ?? .infinity) }.map { trend in
        [
          "  \(trend.series.key)", Self.unit(trend.series),
          "\(trend.series.points.count) record\(trend.series.points.count == 1 ? "" : "s")",
          trend.visibleStep.map { "\(Figures.percent($0))" } ?? "too few records",
        ]
      })
    lines += palette.section(
      "Counts left out: they differed between runs of a commit",
      report.unsteady.map { series, records, bounds in
        let last = bounds.map {
          "\(Figures.grouped($0.lowerBound)) to \(Figures.grouped($0.upperBound)) in the last of "
        }
        return ["  \(series.key)", series.metric.name, "\(last ?? "in ")\(records) record\(records == 1 ? "" : "s")"]
      })
    lines += palette.section(
      "Not judged yet",
      report.pending.map { series, needed in
        ["  \(series.key)", series.metric.name, "\(series.points.count) of \(needed) records"]
      })
    lines += palette.section(
      "Entries left out", leftOut.map { ["  \($0.commit.prefix(GitRepository.Commit.shown))", $0.problem] })
    let verdict = palette.paint(report.verdict.rawValue, Self.role(report.verdict))
    let isWhole = report.verdict != .pass || report.pending.isEmpty
    lines += ["", "verdict: \(verdict)" + (isWhole ? "" : ", but for what is not judged yet")]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Where the history is, and how long it is.
  private var summary: String {
    let span = commits.first.flatMap { first in commits.last.map { "\(first.short) to \($0.short)" } } ?? ""
    var text = "\(VisibleText.escaped(place)): \(recorded) of \(commits.count) commits recorded, \(span)"
    if others > 0 { text += "; \(others) of other commits" }
    return text
  }

  private func cells(_ series: HistorySeries, _ change: HistoryChange) -> [String] {
    let ratio = change.before > 0 ? change.after / change.before : .nan
    return [
      "  \(series.key)", series.metric.name,
      "\(Self.value(change.before, series)) → \(Self.value(change.after, series))",
      ratio.isFinite ? (ratio >= 1 ? "+" : "") + Figures.percent(ratio - 1) : "",
      (change.shape == .drift ? "drift over \(change.points.count) records, begun in " : "") + place(change.commits),
    ]
  }

  private func cells(_ end: HistoryEnd) -> [String] {
    ["  \(end.key)", end.metric + (end.of.map { " of \($0)" } ?? ""), place(end.commits)]
  }

  private static func reason(_ blessing: HistoryBlessing?) -> String {
    blessing.map { "\(VisibleText.shortened($0.date, to: 10)): \(VisibleText.shortened($0.reason, to: 60))" } ?? ""
  }

  /// The commit, or those of which it is one.
  private func place(_ range: ClosedRange<Int>) -> String {
    let last = commits[range.upperBound]
    guard range.count > 1 else { return "\(last.short) \(VisibleText.shortened(last.subject, to: 50))" }
    let before = range.lowerBound > 0 ? "\(commits[range.lowerBound - 1].short).." : "..."
    return "one of \(range.count) commits, \(before)\(last.short)"
  }

  private static func value(_ value: Double, _ series: HistorySeries) -> String {
    switch series.metric {
    // Counts are at most 2⁵³.
    case .count: Figures.grouped(Int(value))
    case .time(floor: nil): Figures.time(value)
    case .time(floor: .some): "\(Figures.short(value)) ×"
    }
  }

  private static func unit(_ series: HistorySeries) -> String {
    if case .time(let floor?) = series.metric { "by \(floor)" } else { "alone" }
  }

  private static func role(_ verdict: Verdict) -> Palette.Role {
    switch verdict {
    case .pass: .inserted
    case .regressed: .deleted
    case .cannotTell: .updated
    }
  }

  /// The records: a line for each commit that has one, or a blessing, the newest first.
  var list: String {
    let rows = entries.reversed().map { offset, entry -> [String] in
      let commit = commits[offset]
      var parts: [String] = []
      if let record = entry.record {
        let processes = record.measured.map(\.times.count).max() ?? 0
        parts = [
          "\(record.measured.count) contenders", "\(processes) process\(processes == 1 ? "" : "es")",
          VisibleText.shortened(record.environment.toolchain, to: 30),
        ]
      } else {
        parts = ["–", "–", "–"]
      }
      let blessed = entry.blessings.count
      return ["\(commit.short)", commit.date] + parts
        + [VisibleText.shortened(commit.subject, to: 50) + (blessed > 0 ? " (\(blessed) accepted)" : "")]
    }
    return (TextTable.lines(rows) + [summary]).joined(separator: "\n") + "\n"
  }
}
