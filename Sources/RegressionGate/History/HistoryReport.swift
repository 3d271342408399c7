package import BenchmarkHarness

/// A change of one series, and what became of it.
package struct HistoryChange: Hashable, Sendable {
  /// Whether it still matters.
  package enum Status: String, Hashable, Sendable {
    /// It does.
    case open
    /// Someone accepted it.
    case blessed
    /// A later change took it back.
    case undone
  }

  /// Its shape.
  package var shape: ChangeShape
  /// The offsets of the first point that differs, and of the point by which the change is complete.
  package var points: ClosedRange<Int>
  /// The commits in one of which it began: of a count the one that was found or one that was not recorded before it, of
  /// instructions that by which it has added up to 1 %, and of a time some around it, too, as noise hides which.
  package var commits: ClosedRange<Int>
  /// The level before, and after.
  package var before: Double
  package var after: Double
  /// Whether it still matters.
  package var status: Status
  /// The blessing that accepts it.
  package var blessing: HistoryBlessing?

  /// Which of two levels is better.
  package var better = Better.fewer
  /// Whether other threads took part, before or after.
  var isShared = false
  /// The squares of the standard errors of the logarithms of both levels, for times.
  var beforeVariance = 0.0
  var afterVariance = 0.0

  /// Whether it is for the worse.
  package var isWorse: Bool { better.isWorse(after, than: before) }

  /// Whether it is, and still matters.
  package var isOpen: Bool { isWorse && status == .open }
}

/// What a history says: every series with its changes.
package struct HistoryReport: Sendable {
  /// A series and its changes.
  package struct Trend: Sendable {
    /// The series.
    package var series: HistorySeries
    /// Its changes, in order.
    package var changes: [HistoryChange]
    /// The step that would be seen once it is five commits old, as a share; `nil` for a count, where every step is seen, and
    /// with too few records.
    package var visibleStep: Double?
  }

  /// The series, as ``HistorySeries/series(of:)`` gives them.
  package var trends: [Trend]
  /// How many series of counts, and of times, were judged together.
  package let judged: (counts: Int, times: Int)
  /// Counts that were left out of records because they differed between the runs: in the order of the first such record, with
  /// the number of records, and with what the last of them gave, if all its runs did.
  package private(set) var unsteady: [(figure: HistoryRecord.Figure, records: Int, bounds: ClosedRange<Int>?)]
  /// The offset of the last commit that has a record; -1 where none has.
  private let recorded: Int
  /// How many commits follow the last record, of which nothing is known.
  package let unrecorded: Int
  /// What earlier records have and the last one does not.
  package private(set) var ends: [HistoryEnd]
  /// Contenders whose answers are wrong in the last record.
  package private(set) var wrong: [DiffKey]

  /// Judges a history.
  ///
  /// - Parameters:
  ///   - records: records with the offsets of their commits, ascending.
  ///   - blessings: what was accepted, with the offsets of the commits that it is about.
  ///   - last: the offset of the last commit; `nil` where that is recorded.
  package init(
    records: [(commit: Int, record: HistoryRecord)],
    blessings: [(commits: ClosedRange<Int>, blessing: HistoryBlessing)] = [], last: Int? = nil
  ) {
    let recorded = records.last?.commit ?? -1
    self.recorded = recorded
    unrecorded = max(0, (last ?? recorded) - recorded)
    let all = HistorySeries.series(of: records)
    let times = all.count(where: \.isTimed)
    judged = (all.count - times, times)
    unsteady = Self.unsteady(in: records)
    let moves = all.filter { $0.isPending(at: recorded) }.compactMap { HistoryEnd(before: $0, among: all) }
    ends = (HistoryEnd.ends(in: HistorySeries.withInputs(records)) + moves).map { end in
      var end = end
      end.blessing = blessings.first { $0.commits.overlaps(end.commits) && $0.blessing.covers(end) }?.blessing
      return end
    }
    let search = ShiftSearch(series: times)
    let wrong = (records.last?.record.measured ?? []).filter(\.isWrong).map(\.key)
    self.wrong = wrong
    trends = all.map { series in
      var trend =
        series.isTimed
        ? Self.noisyTrend(of: series, search) : Trend(series: series, changes: Self.exactChanges(of: series))
      let isWrong = series.metric == .count(CountKind.wrong.rawValue) && wrong.contains(series.key)
      // Each blessing is for one change: of those that it may be about, the nearest. A wrong answer is accepted by none.
      for (commits, blessing) in isWrong ? [] : blessings {
        let nearest = trend.changes.indices.filter { index in
          let change = trend.changes[index]
          return change.isOpen && change.commits.overlaps(commits) && blessing.covers(change, of: series)
        }.min {
          abs(trend.changes[$0].commits.upperBound - commits.upperBound)
            < abs(trend.changes[$1].commits.upperBound - commits.upperBound)
        }
        guard let nearest else { continue }
        trend.changes[nearest].status = .blessed
        trend.changes[nearest].blessing = blessing
      }
      for index in trend.changes.indices where trend.changes[index].isOpen {
        let change = trend.changes[index]
        let isUndone = trend.changes[(index + 1)...].contains {
          series.isBack(
            $0.after, to: change.before, isShared: change.isShared || $0.isShared,
            error: ($0.afterVariance + change.beforeVariance).squareRoot())
        }
        if isUndone { trend.changes[index].status = .undone }
      }
      return trend
    }
  }

  /// Whether anything got worse, and still is, that no one has accepted, or is wrong; and whether all is compared that was,
  /// something is judged besides whether answers are right, and the last commit is recorded.
  package var verdict: Verdict {
    if !wrong.isEmpty || trends.contains(where: { $0.changes.contains(where: \.isOpen) }) { return .regressed }
    let judges = trends.contains {
      $0.series.metric.name != CountKind.wrong.rawValue && $0.series.points.last?.commit == recorded
        && !$0.series.isPending(at: recorded)
    }
    return unrecorded == 0 && judges && ends.allSatisfy { $0.blessing != nil } ? .pass : .cannotTell
  }

  /// What the last record has and is not judged yet, for too few records.
  package var pending: [HistorySeries] { trends.map(\.series).filter { $0.isPending(at: recorded) } }

  /// The report on some of the series, which stay judged together with the others. Of a contender without a metric all series
  /// are meant.
  package func filtered(_ isIncluded: (_ key: DiffKey, _ metric: String?) -> Bool) -> HistoryReport {
    var report = self
    report.trends.removeAll { !isIncluded($0.series.key, $0.series.metric.name) }
    report.unsteady.removeAll { !isIncluded($0.figure.key, $0.figure.name) }
    report.ends.removeAll { !isIncluded($0.key, $0.name) && !isIncluded($0.key, $0.metric) }
    report.wrong.removeAll { !isIncluded($0, nil) }
    return report
  }

  /// The contenders and metrics that it says something of.
  package var names: [HistoryRecord.Figure] {
    trends.map { HistoryRecord.Figure(key: $0.series.key, name: $0.series.metric.name) } + unsteady.map(\.figure)
      + ends.flatMap { end in [end.metric, end.name ?? end.metric].map { HistoryRecord.Figure(key: end.key, name: $0) }
      }
      + wrong.map { HistoryRecord.Figure(key: $0, name: CountKind.wrong.rawValue) }
  }

  private static func unsteady(
    in records: [(commit: Int, record: HistoryRecord)]
  ) -> [(figure: HistoryRecord.Figure, records: Int, bounds: ClosedRange<Int>?)] {
    let all = records.flatMap(\.record.measured).flatMap { contender in
      (contender.unsteady ?? []).map {
        (figure: HistoryRecord.Figure(key: contender.key, name: $0), bounds: contender.bounds?[$0])
      }
    }
    let groups = Dictionary(grouping: all.enumerated()) { $0.element.figure }.values
    return groups.sorted { $0[0].offset < $1[0].offset }.map { group in
      (group[0].element.figure, group.count, group[group.count - 1].element.bounds)
    }
  }

  /// The points that differ from the level before them: that since the last change, so that many small ones add up.
  private static func exactChanges(of series: HistorySeries) -> [HistoryChange] {
    guard var level = series.points.first else { return [] }
    return zip(series.points, series.points.dropFirst()).enumerated().compactMap { index, pair in
      let (before, after) = pair
      let isShared = level.usesThreads || after.usesThreads
      guard abs(after.value - level.value) > series.slack(at: level.value, isShared: isShared) else {
        // Without threads it is known more exactly.
        if level.usesThreads, !after.usesThreads { level = after }
        return nil
      }
      defer { level = after }
      return HistoryChange(
        shape: .step, points: (index + 1)...(index + 1),
        commits: (before.commit + 1)...max(before.commit + 1, after.commit),
        before: level.value, after: after.value, status: .open, better: series.better, isShared: isShared)
    }
  }

  /// Noise hides which commit it was: so many recorded ones before and after the found one may be it as well.
  private static let doubt = 2

  private static func noisyTrend(of series: HistorySeries, _ search: ShiftSearch) -> Trend {
    let values = series.logarithms
    let changes = ShapedChange.shapes(of: search.changes(in: values), in: values)
    // Level by level; what is on its way from one to the other is of neither.
    let starts = [0] + changes.map(\.last)
    let ends = changes.map(\.first) + [values.count]
    let levels = zip(starts, ends).map { start, end in
      Level(values[min(start, max(0, end - 1))..<max(end, min(start + 1, values.count))])
    }
    let freedom = values.count - levels.count
    let variance = levels.reduce(0) { $0 + $1.squares } / Double(max(1, freedom))
    let variances = zip(starts, ends).map { variance / Double(max(1, $1 - $0)) }
    var trend = Trend(series: series, changes: [])
    for (index, change) in changes.enumerated() {
      let earliest = max(1, change.first - doubt)
      let last = series.points[min(series.points.count - 1, change.first + doubt)].commit
      trend.changes.append(
        HistoryChange(
          shape: change.shape, points: change.first...change.last,
          commits: min(series.points[earliest - 1].commit + 1, last)...last,
          before: ElementaryFunctions.exponential(levels[index].mean),
          after: ElementaryFunctions.exponential(levels[index + 1].mean), status: .open,
          beforeVariance: variances[index], afterVariance: variances[index + 1]))
    }
    if freedom > 0 {
      let farthest = levels.flatMap { level in level.values.map { abs($0 - level.mean) } }.max() ?? 0
      // The test that holds for every distribution asks a step to stand out from outliers; under a bell there are none of more
      // than three standard deviations.
      trend.visibleStep = search.visibleStep(
        noise: max(variance.squareRoot(), farthest / 3), values: values.count,
        before: (ends.last ?? 0) - (starts.last ?? 0))
    }
    return trend
  }
}

extension HistorySeries {
  /// Whether a level is no longer worse than another one; `error` is the standard error of how many times as high it is.
  func isBack(_ level: Double, to other: Double, isShared: Bool = false, error: Double = 0) -> Bool {
    let slack = slack(at: other, isShared: isShared, error: error)
    return better == .fewer ? level <= other + slack : level >= other - slack
  }
}
