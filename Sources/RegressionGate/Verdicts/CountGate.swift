package import BenchmarkHarness

/// The first gate: exact counts. One more of anything is a regression, one fewer is reported as an improvement; the other way
/// round where more is better.
package struct CountGate: FindingGate {
  /// What differs, the worse first, then in the order of the base.
  package var findings: [ComparisonPlan.Figure]
  /// How many counts were compared.
  package let compared: Int

  /// Compares what stands on both sides.
  package init(_ plan: ComparisonPlan) {
    let counts = plan.figures.filter {
      $0.standing == .both && $0.kind != nil && $0.kind != .time && $0.kind != .instructions
    }
    compared = counts.count
    let differing = counts.filter { $0.base != $0.head }
    findings = differing.filter(\.isWorse) + differing.filter { !$0.isWorse }
  }

  /// Regressed when anything is worse, or an answer is wrong that was right or is new; cannot tell when nothing was compared.
  package var verdict: Verdict {
    findings.contains(where: \.isWorse) ? .regressed : compared == 0 ? .cannotTell : .pass
  }
}

extension DiffKey: CustomStringConvertible {
  /// For example `lis on mixed, 10000 int`; without a contender `mixed, 10000 int`, and of a contender anywhere `lis`.
  package var description: String {
    if workload.isEmpty { return contender }
    return "\(contender.isEmpty ? "" : "\(contender) on ")\(workload), \(size) \(elements)"
  }
}
