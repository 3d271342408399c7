/// A count that is not the same in base and head.
package struct CountFinding: Hashable, Sendable, Codable {
  /// Of which diff.
  package var key: DiffKey
  /// What was counted.
  package var kind: CountKind
  /// How much it was.
  package var base: Int
  /// How much it is.
  package var head: Int
  /// Why more of it is accepted.
  package var accepted: String?

  /// Whether it is more, whatever is counted.
  package var isMore: Bool { head > base }

  /// More is worse, unless it was accepted.
  package var isWorse: Bool { isMore && accepted == nil }
}

/// What cannot be compared.
package struct CountGap: Hashable, Sendable, Codable {
  /// Of which diff.
  package var key: DiffKey
  /// The count that is gone; `nil` where nothing of the diff can be compared.
  package var kind: CountKind?
  /// Why it cannot.
  package var problem: String
  /// Whether head lacks it.
  package var isGone: Bool
  /// Why that is accepted.
  package var accepted: String?

  /// All of it in one line.
  package var description: String { "\(key) \(problem)" }
}

/// The first gate: exact counts. One more of anything is a regression, one fewer is reported as an improvement.
package struct CountGate: Hashable, Sendable, Codable {
  /// What differs, the worse first, then in the order of the base.
  package var findings: [CountFinding]
  /// How many counts were compared.
  package var compared: Int
  /// Diffs and counts that were found on one side only, or on other inputs, each with the reason.
  package var missing: [CountGap]
  /// What was not counted on one side or the other, for the report; no reason to doubt.
  package var uncounted: [CountKind]

  /// Compares two benchmark runs.
  package init(base: BenchmarkRun, head: BenchmarkRun) {
    var others: [DiffKey: (workload: WorkloadRun, row: Measured)] = [:]
    for diff in head.diffs where others[diff.key] == nil { others[diff.key] = (diff.workload, diff.row) }
    var worse: [CountFinding] = []
    var better: [CountFinding] = []
    var counted: Set<CountKind> = []
    uncounted = []
    compared = 0
    self.missing = []
    var missing: [CountGap] = []
    func miss(_ key: DiffKey, _ problem: String, kind: CountKind? = nil, isGone: Bool = false) {
      missing.append(CountGap(key: key, kind: kind, problem: problem, isGone: isGone))
    }
    for (key, workload, row) in base.diffs where row.isJudged {
      guard let other = others[key], other.row.isJudged else {
        miss(key, "is in the base only", isGone: true)
        continue
      }
      guard (workload.old, workload.new) == (other.workload.old, other.workload.new) else {
        miss(key, "is another input in head: the workload itself has changed")
        continue
      }
      if let wrong = other.row.wrong, row.wrong != nil {
        miss(key, "has a wrong answer on both sides: \(wrong)")
        continue
      }
      // Nothing else is known of a wrong answer.
      let kinds = row.wrong ?? other.row.wrong == nil ? CountKind.kinds(of: row) : [.wrong]
      for kind in kinds {
        guard let before = kind.value(in: row), let after = kind.value(in: other.row) else {
          if row.metrics?[kind.rawValue] == nil {
            uncounted.append(kind)
          } else {
            miss(key, "has \(kind.rawValue) in the base only", kind: kind, isGone: true)
          }
          continue
        }
        compared += 1
        counted.insert(kind)
        guard before != after else { continue }
        let finding = CountFinding(key: key, kind: kind, base: before, head: after)
        if finding.isWorse { worse.append(finding) } else { better.append(finding) }
      }
    }
    // Without a base there is nothing to compare, but what is new must be right as well.
    let known = Set(base.diffs.filter(\.row.isJudged).map(\.key))
    for (key, _, row) in head.diffs where row.wrong != nil && !known.contains(key) {
      compared += 1
      worse.append(CountFinding(key: key, kind: .wrong, base: 0, head: 1))
    }
    findings = worse + better
    self.missing = missing
    // What was counted of others was left out on purpose.
    uncounted = CountKind.diff.filter { Set(uncounted).subtracting(counted).contains($0) }
  }

  /// Regressed when anything is more, or an answer is wrong that was right or is new; cannot tell when nothing could be
  /// compared, or something is gone, unless that was accepted.
  package var verdict: Verdict {
    if findings.contains(where: \.isWorse) { return .regressed }
    return compared == 0 || missing.contains { $0.accepted == nil } ? .cannotTell : .pass
  }
}

extension DiffKey: CustomStringConvertible {
  /// For example `lis on mixed, 10000 int`.
  package var description: String { "\(contender) on \(workload), \(size) \(elements)" }
}
