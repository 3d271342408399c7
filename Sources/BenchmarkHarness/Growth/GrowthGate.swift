/// How one count of one strategy on one workload grows, in base and head.
package struct GrowthFinding: Hashable, Sendable, Codable {
  /// Which diff; the size is that of the largest input.
  package var key: DiffKey
  /// What was counted; `nil` for time, which is reported and never judged.
  package var kind: CountKind?
  /// The growth in the base.
  package var base: GrowthFit
  /// The growth in head.
  package var head: GrowthFit
  /// Why it may grow faster.
  package var accepted: String?

  /// By how much the exponent is larger.
  package var rise: Double { head.exponent - base.exponent }

  /// Whether the exponent rose by too much and the largest input costs more than it did. Without the second, less work on
  /// small inputs alone would look like faster growth.
  package var isWorse: Bool {
    kind != nil && accepted == nil && rise > GrowthGate.tolerance && (head.figures.last ?? 0) > (base.figures.last ?? 0)
  }
}

/// The gate that sees a loop within a loop while it is still cheap: the exponent of growth must not rise.
package struct GrowthGate: Hashable, Sendable, Codable {
  /// The rise of an exponent that is too much: a factor of two over two powers of ten. What grows as *n* log *n* instead
  /// of *n* rises by 0.1 over that range and passes.
  package static let tolerance = 0.15

  /// All exponents that both sides have, those that rose most first.
  package var findings: [GrowthFinding]

  /// Compares two benchmark runs; only what both counted at the same three sizes or more takes part.
  package init(base: BenchmarkRun, head: BenchmarkRun) {
    let before = Self.series(base)
    let after = Self.series(head)
    findings = before.keys.flatMap { key -> [GrowthFinding] in
      guard let ours = before[key], let theirs = after[key] else { return [] }
      let sizes = Set(ours.keys).intersection(theirs.keys)
      let kinds = ours.values.first.map(CountKind.kinds) ?? []
      let measures = kinds.filter(\.isCost).map(Optional.some) + [nil]
      return measures.compactMap { kind in
        func fit(_ rows: [Int: Measured]) -> GrowthFit? {
          GrowthFit(
            sizes.compactMap { size in
              guard let row = rows[size] else { return nil }
              let figure = kind.map { $0.value(in: row).map(Double.init) } ?? row.median
              return figure.map { (size, $0) }
            }, figuresAreCounts: kind != nil)
        }
        guard let base = fit(ours), let head = fit(theirs), base.sizes == head.sizes else { return nil }
        var largest = key
        largest.size = base.sizes.last ?? key.size
        return GrowthFinding(key: largest, kind: kind, base: base, head: head)
      }
    }.sorted { ($1.rise, "\($0.key)", $0.kind?.rawValue ?? "") < ($0.rise, "\($1.key)", $1.kind?.rawValue ?? "") }
  }

  /// The exponents of counts.
  package var judged: [GrowthFinding] { findings.filter { $0.kind != nil } }

  /// The exponents of time.
  package var times: [GrowthFinding] { findings.filter { $0.kind == nil } }

  /// Regressed when one rose; `nil` when there were not sizes enough to fit any.
  package var verdict: Verdict? {
    judged.isEmpty ? nil : judged.contains(where: \.isWorse) ? .regressed : .pass
  }

  /// The rows of each diff by size; keys have size zero.
  private static func series(_ run: BenchmarkRun) -> [DiffKey: [Int: Measured]] {
    var series: [DiffKey: [Int: Measured]] = [:]
    for (key, _, row) in run.diffs where row.isJudged && row.wrong == nil {
      var family = key
      family.size = 0
      if series[family]?[key.size] == nil { series[family, default: [:]][key.size] = row }
    }
    return series
  }
}
