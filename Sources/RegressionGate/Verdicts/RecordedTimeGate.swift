package import BenchmarkHarness

/// The time gate for two benchmark runs: what can be said of times that were taken one after the other.
///
/// Times of one benchmark run are set against the floor of the same round (`scan`, else another that both have), so that a
/// slower hour cancels. A slow-down is never *called* from benchmark runs, because it takes a fresh sample to confirm it; it
/// can be ruled out.
package struct RecordedTimeGate: Hashable, Sendable {
  /// What was found out about each diff.
  package var findings: [Finding]
  /// Why the times say nothing, or not enough; empty when they pass.
  package var reasons: [String]

  /// What was found out about one diff.
  package struct Finding: Hashable, Sendable {
    /// Of which diff.
    package var key: DiffKey
    /// The verdict: pass or cannot tell.
    package var verdict: Verdict
    /// Head against base, both by their floor; `nil` with too few rounds.
    package var ratio: RatioEstimate?

    /// Whether the times look like a slow-down, as far as times can that were not taken in turn: by the whole interval, or,
    /// with too few rounds for one, by medians that differ by more than the threshold.
    package var isSuspect: Bool
  }

  /// What was timed in both runs, as logarithms.
  private struct Pair {
    var key: DiffKey
    var before: [Double]
    var after: [Double]
    var hasFloor: Bool
    /// Whether only one side has a time, though both were timed.
    var isLost: Bool
  }

  /// Compares what stands on both sides; the threshold is the slow-down to rule out, for example 0.1.
  package init(_ plan: ComparisonPlan, threshold: Double) {
    findings = []
    reasons = []
    if let reason = plan.otherPlace {
      reasons = [reason]
      return
    }
    var others: [DiffKey: (table: MeasuredTable, row: Measured)] = [:]
    for (key, workload, row) in plan.head.diffs where row.isJudged { others[key] = (workload.table, row) }
    let pairs = plan.base.diffs.compactMap { key, workload, row -> Pair? in
      guard row.isJudged, let other = others[key] else { return nil }
      let floors = workload.table.floor(sharedWith: other.table)
      let (before, after) = (Self.samples(row, by: floors?.own), Self.samples(other.row, by: floors?.other))
      // A time of nothing, or beside a floor of nothing, hides what it was.
      let isLost = before.isEmpty != after.isEmpty && !row.series.rounds.isEmpty
      return Pair(key: key, before: before, after: after, hasFloor: floors != nil, isLost: isLost)
    }
    let goal = TimeGoal(threshold: threshold, series: pairs.count)
    for pair in pairs {
      // By themselves times of two hours rule nothing out.
      let shift =
        pair.hasFloor ? HodgesLehmann(from: pair.before, to: pair.after, confidence: goal.confidenceOfEach) : nil
      let isRuledOut = shift.map { $0.interval.low <= goal.line && $0.interval.high < goal.bound } ?? false
      let shifted = SampleDistribution(pair.after).median - SampleDistribution(pair.before).median
      let isSuspect = pair.isLost || !isRuledOut && (shift.map { $0.interval.low > 0 } ?? (shifted > goal.bound))
      findings.append(
        Finding(
          key: pair.key, verdict: isRuledOut ? .pass : .cannotTell, ratio: shift.map(RatioEstimate.init),
          isSuspect: isSuspect))
    }
    let suspects = findings.count(where: \.isSuspect)
    let unsure = findings.count { $0.verdict != .pass }
    if findings.isEmpty {
      reasons.append("nothing was timed in both runs")
    } else if suspects > 0 {
      reasons.append(
        "\(suspects) of \(findings.count) recorded times look slower; times of two files were not taken in turn, and a "
          + "slow-down needs a fresh confirmation; give two programs")
    } else if !pairs.contains(where: \.hasFloor) {
      reasons.append(
        "nothing was timed beside a floor, such as \(Floors.scanName), in both runs, and none looks slower")
    } else if unsure > 0 {
      reasons.append(
        "\(unsure) of \(findings.count) recorded times vary too much, or in too few rounds, to rule a slow-down out, and none "
          + "looks slower; give two programs, or measure both again with more --rounds")
    }
  }

  /// Pass when a slow-down is ruled out everywhere; cannot tell where one may be; never regressed. `nil` where times say
  /// nothing either way, so that a run that is kept can be compared by its counts: of two machines, or of too few rounds.
  package var verdict: Verdict? {
    if findings.isEmpty { return nil }
    if findings.contains(where: \.isSuspect) { return .cannotTell }
    return findings.allSatisfy { $0.verdict == .pass } ? .pass : nil
  }

  /// The logarithms of time by floor, or of times by themselves, round by round.
  private static func samples(_ row: Measured, by floor: Measured?) -> [Double] {
    let times = row.series.rounds.map(\.mean)
    let units = floor?.series.rounds.map(\.mean) ?? times.map { _ in 1 }
    return zip(times, units).compactMap { time, unit in
      time > 0 && unit > 0 ? ElementaryFunctions.logarithm(time / unit) : nil
    }
  }
}

extension MeasuredTable {
  /// What times are set against: `scan`, else the first row that nothing judges in this table nor in the other. Not `dict`
  /// where there is another: under load it is slower by more than what it is compared with, which hides a slow-down.
  fileprivate func floor(sharedWith other: MeasuredTable) -> (own: Measured, other: Measured)? {
    let floors = rows.filter { !$0.isJudged }
    let scan = floors.filter { $0.name == Floors.scanName }
    let others = floors.filter { $0.name != Floors.dictionaryName }
    for floor in scan + others + floors {
      if let match = other.rows.first(where: { !$0.isJudged && $0.name == floor.name }) { return (floor, match) }
    }
    return nil
  }
}
