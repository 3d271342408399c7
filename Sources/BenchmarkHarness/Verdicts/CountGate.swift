/// A count that is not the same in base and head.
package struct CountFinding: Hashable, Sendable {
  /// Of which diff.
  package var key: DiffKey
  /// What was counted.
  package var kind: CountKind
  /// Which of two is better.
  package var better = Better.fewer
  /// How much it was.
  package var base: Int
  /// How much it is.
  package var head: Int
  /// Why a worse one is accepted.
  package var accepted: String?

  /// Whether it is worse, accepted or not.
  package var isChangeForTheWorse: Bool { better.isWorse(head, than: base) }

  /// It is worse, and that was not accepted.
  package var isWorse: Bool { isChangeForTheWorse && accepted == nil }
}

/// The first gate: exact counts. One more of anything is a regression, one fewer is reported as an improvement; the other way
/// round where more is better.
package struct CountGate: Hashable, Sendable {
  /// What differs, the worse first, then in the order of the base.
  package var findings: [CountFinding]
  /// How many counts were compared.
  package let compared: Int

  /// Compares what stands on both sides.
  package init(_ plan: ComparisonPlan) {
    let counts = plan.figures.compactMap { figure -> CountFinding? in
      guard figure.standing == .both, let kind = figure.kind, kind != .time, kind != .instructions else { return nil }
      return CountFinding(key: figure.key, kind: kind, better: figure.better, base: figure.base, head: figure.head)
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
