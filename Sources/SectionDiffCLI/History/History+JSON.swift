internal import BenchmarkHarness
internal import RecordFormats

extension History {
  /// The history as one JSON object and an LF; keys always in this order.
  var json: [UInt8] {
    var output: [UInt8] = []
    output.append("{\"format\":\"section-diff-trend/1\",\"verdict\":\(JSONText.literal(report.verdict.rawValue))")
    output.append(",\"commits\":")
    output.appendList(commits) { output, commit in
      output.append("{\"commit\":\(JSONText.literal(commit.hash)),\"date\":\(JSONText.literal(commit.date))")
      output.append(",\"subject\":\(JSONText.literal(VisibleText.escaped(commit.subject)))}")
    }
    output.append(",\"series\":")
    output.appendList(report.trends) { output, trend in
      let series = trend.series
      output.append(Self.members(series.key))
      output.append(",\"old\":\(Self.number(series.input?.old)),\"new\":\(Self.number(series.input?.new))")
      output.append(",\"metric\":\(JSONText.literal(series.metric.name)),\"unit\":\(Self.unit(series.metric))")
      output.append(",\"host\":\(JSONText.literal(series.environment.host))")
      output.append(",\"toolchain\":\(JSONText.literal(series.environment.toolchain))")
      output.append(",\"visibleStep\":\(Figures.json(trend.visibleStep, places: 4)),\"points\":")
      output.appendList(series.points) { output, point in
        output.append("{\"commit\":\(point.commit),\"value\":\(Self.number(point.value, series.metric))}")
      }
      output.append(",\"changes\":")
      output.appendList(trend.changes) { output, change in
        output.append("{\"shape\":\(change.shape == .step ? "\"step\"" : "\"drift\"")")
        output.append(",\"first\":\(change.points.lowerBound),\"last\":\(change.points.upperBound)")
        output.append(",\"from\":\(change.commits.lowerBound),\"to\":\(change.commits.upperBound)")
        output.append(",\"before\":\(Self.number(change.before, series.metric))")
        output.append(",\"after\":\(Self.number(change.after, series.metric)),\"isWorse\":\(change.isWorse)")
        output.append(",\"status\":\(JSONText.literal(change.status.rawValue))")
        output.append(",\"reason\":\(change.blessing.map { JSONText.literal($0.reason) } ?? "null")}")
      }
      output.append("}")
    }
    output.append(",\"unsteady\":")
    output.appendList(report.unsteady) { output, unsteady in
      output.append(Self.members(unsteady.series.key))
      output.append(",\"metric\":\(JSONText.literal(unsteady.series.metric.name)),\"records\":\(unsteady.records)")
      output.append(",\"least\":\(Self.number(unsteady.bounds?.lowerBound))")
      output.append(",\"most\":\(Self.number(unsteady.bounds?.upperBound))}")
    }
    output.append(",\"notJudged\":")
    output.appendList(report.pending) { output, pending in
      output.append(Self.members(pending.series.key))
      output.append(",\"metric\":\(JSONText.literal(pending.series.metric.name))")
      output.append(",\"records\":\(pending.series.points.count),\"needed\":\(pending.needed)}")
    }
    output.append(",\"unrecorded\":\(report.unrecorded),\"others\":\(others),\"leftOut\":")
    output.appendList(leftOut) { output, entry in
      output.append("{\"commit\":\(JSONText.literal(entry.commit))")
      output.append(",\"problem\":\(JSONText.literal(VisibleText.escaped(entry.problem)))}")
    }
    output.append(",\"ended\":")
    output.appendList(report.ends) { output, end in
      output.append(Self.members(end.key) + ",\"metric\":\(JSONText.literal(end.metric))")
      output.append(",\"of\":\(end.of.map(JSONText.literal) ?? "null")")
      output.append(",\"from\":\(end.commits.lowerBound),\"to\":\(end.commits.upperBound)")
      output.append(",\"reason\":\(end.blessing.map { JSONText.literal($0.reason) } ?? "null")}")
    }
    output.append(",\"wrong\":")
    output.appendList(report.wrong) { output, key in output.append(Self.members(key) + "}") }
    output.append("}\n")
    return output
  }

  /// The beginning of an object, which says of which contender it is.
  private static func members(_ key: DiffKey) -> String {
    "{\"workload\":\(JSONText.literal(key.workload)),\"size\":\(key.size),\"seed\":\(key.seed)"
      + ",\"elements\":\(JSONText.literal(key.elements)),\"contender\":\(JSONText.literal(key.contender))"
  }

  private static func number(_ count: Int?) -> String { count.map { "\($0)" } ?? "null" }

  /// What a value is in.
  private static func unit(_ metric: HistorySeries.Metric) -> String {
    switch metric {
    case .count: "\"count\""
    case .time(floor: nil): "\"ns\""
    case .time(let floor?): JSONText.literal("× \(floor)")
    }
  }

  private static func number(_ value: Double, _ metric: HistorySeries.Metric) -> String {
    if case .count = metric { Figures.json(value, places: 0) } else { Figures.json(value, places: 6) }
  }
}
