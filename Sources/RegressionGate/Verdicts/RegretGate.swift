package import BenchmarkHarness
internal import DiffWorkloads

/// The regrets of the default strategy on one input, in base and head.
package struct RegretFinding: Finding {
  /// Which diff.
  package var key: DiffKey
  /// The regret in the base.
  package var base: StrategyRegret
  /// The regret in head.
  package var head: StrategyRegret
  /// Whether identities are unique; where they repeat, time is spent for smaller answers, and is not judged.
  package var isUnique: Bool
  /// Why a larger answer is accepted.
  package var accepted: String?

  /// Whether the answer is larger by more than the bound, and was not as much larger before.
  package var isChangeForTheWorse: Bool {
    head.sizeRatio > StrategyRegret.worstBounds.size && head.sizeRatio > base.sizeRatio
  }
  package var metric: String? { FigureName.regret }
  package var figures: (base: Double, head: Double) { (base.sizeRatio, head.sizeRatio) }
}

/// The gate on what the default strategy's choice costs, in time and in size.
///
/// Size is a count, and judged: no answer may become larger than the bound allows, nor may the mean. Time is not judged
/// from benchmark runs, as by ``RecordedTimeGate``: where its mean over unique identities rose above the bound, the gate
/// cannot tell.
package struct RegretGate: FindingGate {
  /// Input by input, in the order of the base; none where a benchmark run lacks the strategy, or others to compare it with.
  package var findings: [RegretFinding] = []
  /// Inputs on which both have answers that could be compared, and one has no time of its own.
  package var unjudged: [DiffKey] = []
  /// Why a larger mean is accepted.
  package var meanAccepted: String?
  /// The fewest rounds from which a ratio of times is worth looking at.
  package static let leastRounds = 5

  /// Compares what stands on both sides.
  ///
  /// - Parameter strategy: the name of the default strategy.
  package init(of strategy: String, _ plan: ComparisonPlan) {
    var others: [DiffKey: MeasuredTable] = [:]
    for workload in plan.head.workloads { others[workload.key(of: strategy)] = workload.table }
    for workload in plan.base.workloads {
      let key = workload.key(of: strategy)
      guard let other = others[key] else { continue }
      let common = Set(workload.table.answered).intersection(other.answered)
      // Intervals are not looked at.
      let bootstrap = Bootstrap(resamples: 1)
      guard common.count > 1, common.contains(strategy) else { continue }
      guard let before = StrategyRegret(of: strategy, in: workload.table.only(common), bootstrap: bootstrap),
        let after = StrategyRegret(of: strategy, in: other.only(common), bootstrap: bootstrap)
      else {
        unjudged.append(key)
        continue
      }
      findings.append(RegretFinding(key: key, base: before, head: after, isUnique: workload.hasUniqueIDs))
    }
  }

  /// The regrets of the base.
  package var base: RegretSummary? { RegretSummary(findings.map(\.base)) }
  /// The regrets of head.
  package var head: RegretSummary? { RegretSummary(findings.map(\.head)) }

  /// Whether the mean size is above the bound, and larger than before, and that was not accepted.
  package var isMeanWorse: Bool {
    guard let base, let head, meanAccepted == nil else { return false }
    return head.meanSize > StrategyRegret.meanBounds.size && head.meanSize > base.meanSize
  }

  /// The regrets of time, base and head, of unique identities; `nil` where there are none, or where one of the ratios is of
  /// too few rounds to be looked at.
  package var times: (base: RegretSummary, head: RegretSummary)? {
    let unique = findings.filter(\.isUnique)
    guard unique.allSatisfy({ min($0.base.timeRatio.rounds, $0.head.timeRatio.rounds) >= Self.leastRounds }),
      let base = RegretSummary(unique.map(\.base)), let head = RegretSummary(unique.map(\.head))
    else { return nil }
    return (base, head)
  }

  /// Whether the mean time is above the bound, and larger than before.
  package var isTimeDoubtful: Bool {
    guard let times else { return false }
    return times.head.meanTime > StrategyRegret.meanBounds.time && times.head.meanTime > times.base.meanTime
  }

  /// Regressed when an answer or the mean size is worse; `nil` when there was nothing to compare.
  package var verdict: Verdict? {
    if findings.isEmpty, unjudged.isEmpty { return nil }
    if isMeanWorse || findings.contains(where: \.isWorse) { return .regressed }
    return isTimeDoubtful || !unjudged.isEmpty ? .cannotTell : .pass
  }
}

extension WorkloadRun {
  /// Whether its identities are unique: those of the catalogue say so themselves, others are taken for it.
  package var hasUniqueIDs: Bool { Catalogue.workload(name)?.hasUniqueIDs ?? true }
}

extension MeasuredTable {
  /// The names of the rows that have an answer.
  fileprivate var answered: [String] { rows.filter { $0.answer != nil }.map(\.name) }

  /// The rows of these names.
  fileprivate func only(_ names: Set<String>) -> MeasuredTable {
    MeasuredTable(rows: rows.filter { names.contains($0.name) }, noise: noise)
  }
}
