#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  extension History {
    /// The changes for people: what got worse first, then what was accepted, undone, or got better, and what times can show.
    func text(_ palette: Palette) -> String {
      let (counts, times) = report.judged
      let pending = report.pending
      var lines = [
        "history  \(summary)",
        "judged   \(Figures.grouped(counts)) series of counts, where every change is one, and \(Figures.grouped(times)) "
          + "of times, which are judged together"
          + (pending.isEmpty ? "" : "; \(Figures.grouped(pending.count)) have too few records for that"),
      ]
      if report.unrecorded > 0 {
        lines.append(
          "no record of the last \(report.unrecorded == 1 ? "commit" : "\(report.unrecorded) commits"), of which nothing is known: "
            + "record \(commits.last?.short ?? ""), or name the last one that is recorded")
      }
      func add(_ title: String, _ rows: [[String]]) { lines += palette.section(title, rows) }
      add("Wrong in the last record", report.wrong.map { ["  \($0)"] })
      add("Worse", changes(\.isOpen))
      add("Ended, and not compared any more", ends { $0.blessing == nil })
      add("Worse, and accepted", changes { $0.isWorse && $0.status == .blessed })
      add("Ended, and accepted", ends { $0.blessing != nil })
      add("Worse, and undone", changes { $0.isWorse && $0.status == .undone })
      add("Better", changes { !$0.isWorse })
      let timed = report.trends.filter(\.series.isTimed)
      let steps = timed.sorted { ($0.visibleStep ?? .infinity) > ($1.visibleStep ?? .infinity) }.map { trend in
        let step = trend.visibleStep.map(Figures.percent) ?? "too few records"
        return ["  \(trend.series.key)", Self.unit(trend.series), Self.records(trend.series.points.count), step]
      }
      add("Times: the step that shows within five commits", steps)
      let unsteady = report.unsteady.map { figure, records, bounds in
        let last = bounds.map {
          "\(Figures.grouped($0.lowerBound)) to \(Figures.grouped($0.upperBound)) in the last of "
        }
        return ["  \(figure.key)", figure.name, (last ?? "in ") + Self.records(records)]
      }
      add("Counts left out: they differed between runs of a commit", unsteady)
      add(
        "Not judged yet",
        pending.map { ["  \($0.key)", $0.metric.name, "\($0.points.count) of \($0.needed) records"] })
      add("Entries left out", leftOut.map { ["  \(GitRepository.Commit.short($0.commit))", $0.problem] })
      let role: Palette.Role =
        switch report.verdict {
        case .pass: .inserted
        case .regressed: .deleted
        case .cannotTell: .updated
        }
      let isWhole = report.verdict != .pass || pending.isEmpty
      lines += [
        "",
        "verdict: \(palette.paint(report.verdict.rawValue, role))"
          + (isWhole ? "" : ", but for what is not judged yet"),
      ]
      return lines.joined(separator: "\n") + "\n"
    }

    /// Where the history is, and how long it is.
    private var summary: String {
      let span = commits.first.flatMap { first in commits.last.map { "\(first.short) to \($0.short)" } } ?? ""
      var text = "\(VisibleText.escaped(place)): \(recorded) of \(commits.count) commits recorded, \(span)"
      if others > 0 { text += "; \(others) of other commits" }
      return text
    }

    /// The rows of some changes.
    private func changes(_ isIncluded: (HistoryChange) -> Bool) -> [[String]] {
      report.trends.flatMap { trend in
        trend.changes.filter(isIncluded).map { change in
          let ratio = change.before > 0 ? change.after / change.before : .nan
          return [
            "  \(trend.series.key)", trend.series.metric.name,
            "\(Self.value(change.before, trend.series)) → \(Self.value(change.after, trend.series))",
            ratio.isFinite ? (ratio >= 1 ? "+" : "") + Figures.percent(ratio - 1) : "",
            (change.shape == .drift ? "drift over \(change.points.count) records, begun in " : "")
              + place(change.commits),
            Self.reason(change.blessing),
          ]
        }
      }
    }

    /// The rows of some ends.
    private func ends(_ isIncluded: (HistoryEnd) -> Bool) -> [[String]] {
      report.ends.filter(isIncluded).map { end in
        [
          "  \(end.key)", end.metric + (end.of.map { " of \(VisibleText.escaped($0))" } ?? ""), place(end.commits),
          Self.reason(end.blessing),
        ]
      }
    }

    /// Why it is accepted; nothing where it is not.
    private static func reason(_ blessing: HistoryBlessing?) -> String {
      blessing.map { "\(VisibleText.shortened($0.date, to: 10)): \(VisibleText.shortened($0.reason, to: 60))" } ?? ""
    }

    private static func records(_ number: Int) -> String { "\(number) record\(number == 1 ? "" : "s")" }

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

    /// The records: a line for each commit that has one, or a blessing, the newest first.
    var list: String {
      let rows = entries.reversed().map { offset, entry -> [String] in
        let commit = commits[offset]
        let parts = entry.record.map { record in
          let processes = record.measured.map(\.times.count).max() ?? 0
          return [
            "\(record.measured.count) contenders", "\(processes) process\(processes == 1 ? "" : "es")",
            VisibleText.shortened(record.environment.toolchain, to: 30),
          ]
        }
        let blessed = entry.blessings.count
        return [commit.short, commit.date] + (parts ?? ["–", "–", "–"])
          + [VisibleText.shortened(commit.subject, to: 50) + (blessed > 0 ? " (\(blessed) accepted)" : "")]
      }
      return (TextTable.lines(rows) + [summary]).joined(separator: "\n") + "\n"
    }
  }
#endif
