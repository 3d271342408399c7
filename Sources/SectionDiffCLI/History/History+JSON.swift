#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import RecordFormats

  extension History {
    /// The history as one JSON object and an LF; keys always in this order.
    var json: [UInt8] {
      var output: [UInt8] = []
      output.append(
        "{\"format\":\"section-diff-trend/1\",\"verdict\":\(Self.text(report.verdict.rawValue)),\"commits\":")
      output.appendList(commits) { output, commit in
        output.append("{\"commit\":\(Self.text(commit.hash)),\"date\":\(Self.text(commit.date))")
        output.append(",\"subject\":\(Self.text(VisibleText.escaped(commit.subject)))}")
      }
      output.append(",\"series\":")
      output.appendList(report.trends) { output, trend in
        let series = trend.series
        // Counts are whole.
        func value(_ value: Double) -> String { Figures.json(value, places: series.isTimed ? 6 : 0) }
        output.append(Self.members(series.key))
        output.append(",\"old\":\(Self.number(series.input?.old)),\"new\":\(Self.number(series.input?.new))")
        output.append(",\"metric\":\(Self.text(series.metric.name)),\"unit\":\(Self.text(Self.unit(series.metric)))")
        output.append(",\"host\":\(Self.text(series.environment.host))")
        output.append(",\"toolchain\":\(Self.text(series.environment.toolchain))")
        output.append(",\"visibleStep\":\(Figures.json(trend.visibleStep, places: 4)),\"points\":")
        output.appendList(series.points) { $0.append("{\"commit\":\($1.commit),\"value\":\(value($1.value))}") }
        output.append(",\"changes\":")
        output.appendList(trend.changes) { output, change in
          output.append("{\"shape\":\"\(change.shape)\",\"first\":\(change.points.lowerBound)")
          output.append(",\"last\":\(change.points.upperBound)\(Self.members(change.commits))")
          output.append(",\"before\":\(value(change.before)),\"after\":\(value(change.after))")
          output.append(",\"isWorse\":\(change.isWorse),\"status\":\(Self.text(change.status.rawValue))")
          output.append(",\"reason\":\(Self.text(change.blessing?.reason))}")
        }
        output.append("}")
      }
      output.append(",\"unsteady\":")
      output.appendList(report.unsteady) { output, unsteady in
        output.append(Self.members(unsteady.figure.key) + ",\"metric\":\(Self.text(unsteady.figure.name))")
        output.append(",\"records\":\(unsteady.records),\"least\":\(Self.number(unsteady.bounds?.lowerBound))")
        output.append(",\"most\":\(Self.number(unsteady.bounds?.upperBound))}")
      }
      output.append(",\"notJudged\":")
      output.appendList(report.pending) { output, series in
        output.append(Self.members(series.key) + ",\"metric\":\(Self.text(series.metric.name))")
        output.append(",\"records\":\(series.points.count),\"needed\":\(series.needed)}")
      }
      output.append(",\"unrecorded\":\(report.unrecorded),\"others\":\(others),\"leftOut\":")
      output.appendList(leftOut) { output, entry in
        output.append("{\"commit\":\(Self.text(entry.commit))")
        output.append(",\"problem\":\(Self.text(VisibleText.escaped(entry.problem)))}")
      }
      output.append(",\"ended\":")
      output.appendList(report.ends) { output, end in
        output.append(Self.members(end.key) + ",\"metric\":\(Self.text(end.metric)),\"of\":\(Self.text(end.of))")
        output.append("\(Self.members(end.commits)),\"reason\":\(Self.text(end.blessing?.reason))}")
      }
      output.append(",\"wrong\":")
      output.appendList(report.wrong) { $0.append(Self.members($1) + "}") }
      output.append("}\n")
      return output
    }

    /// The beginning of an object, which says of which contender it is.
    private static func members(_ key: DiffKey) -> String {
      "{\"workload\":\(text(key.workload)),\"size\":\(key.size),\"seed\":\(key.seed)"
        + ",\"elements\":\(text(key.elements)),\"contender\":\(text(key.contender))"
    }

    private static func members(_ commits: ClosedRange<Int>) -> String {
      ",\"from\":\(commits.lowerBound),\"to\":\(commits.upperBound)"
    }

    private static func text(_ text: String?) -> String { text.map { JSONText.literal($0) } ?? "null" }

    private static func number(_ count: Int?) -> String { count.map { "\($0)" } ?? "null" }

    /// What a value is in.
    private static func unit(_ metric: HistorySeries.Metric) -> String {
      switch metric {
      case .count: "count"
      case .time(floor: nil): "ns"
      case .time(let floor?): "× \(floor)"
      }
    }
  }
#endif
