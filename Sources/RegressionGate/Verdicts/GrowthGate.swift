package import BenchmarkHarness

/// How one count of one strategy on one workload grows, in base and head.
package struct GrowthFinding: Finding {
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

  /// Which of two figures is better.
  package var better = Better.fewer

  /// Whether the exponent rose by too much and the largest input costs more than it did. Without the second, less work on
  /// small inputs alone would look like faster growth. Where more is better, the other way round.
  package var isChangeForTheWorse: Bool {
    let rise = better == .fewer ? self.rise : -self.rise
    return kind != nil && rise > GrowthGate.tolerance
      && better.isWorse(head.figures.last ?? 0, than: base.figures.last ?? 0)
  }

  package var metric: String? { FigureName.growth + (kind?.rawValue ?? "time") }
  package var figures: (base: Double, head: Double) { (base.exponent, head.exponent) }
}

/// The gate that sees a loop within a loop while it is still cheap: the exponent of growth must not rise.
package struct GrowthGate: FindingGate {
  /// The rise of an exponent that is too much: a factor of two over two powers of ten. What grows as *n* log *n* instead
  /// of *n* rises by 0.1 over that range and passes.
  package static let tolerance = 0.15

  /// All exponents that both sides have, those that rose most first.
  package var findings: [GrowthFinding]

  /// Instructions are counted for this gate at so many sizes, each a fourth of the next.
  package static let instructionSizes = 4

  /// Compares the counts that stand on both sides at three sizes or more; times, where both have them; and instructions at
  /// four sizes or more.
  package init(_ plan: ComparisonPlan, instructions: [InstructionFinding] = []) {
    typealias Point = (key: DiffKey, kind: CountKind?, better: Better, base: Double, head: Double)
    var points = plan.figures.compactMap { figure -> Point? in
      guard figure.standing == .both, let kind = figure.kind, figure.isCost else { return nil }
      return (figure.key, kind, figure.better, Double(figure.base), Double(figure.head))
    }
    let times = Dictionary(plan.head.diffs.map { ($0.key, $0.row.median) }) { first, _ in first }
    points += plan.base.diffs.filter(\.row.isJudged).compactMap { key, _, row -> Point? in
      times[key].map { (key, nil, .fewer, row.median, $0) }
    }
    points += instructions.map { ($0.key, .instructions, .fewer, Double($0.base), Double($0.head)) }
    findings = points.grouped { Name(key: $0.key.unsized, kind: $0.kind) }.compactMap { name, points in
      if name.kind == .instructions, points.count < Self.instructionSizes { return nil }
      let areCounts = name.kind != nil
      guard let base = GrowthFit(points.map { ($0.key.size, $0.base) }, figuresAreCounts: areCounts),
        let head = GrowthFit(points.map { ($0.key.size, $0.head) }, figuresAreCounts: areCounts),
        base.sizes == head.sizes
      else { return nil }
      var key = name.key
      key.size = base.sizes.last ?? 0
      return GrowthFinding(key: key, kind: name.kind, base: base, head: head, better: points[0].better)
    }.sorted { ($1.rise, "\($0.key)", $0.kind?.rawValue ?? "") < ($0.rise, "\($1.key)", $1.kind?.rawValue ?? "") }
  }

  /// One count of one contender on one workload, at all sizes.
  private struct Name: Hashable {
    var key: DiffKey
    var kind: CountKind?
  }

  /// The exponents of counts.
  package var judged: [GrowthFinding] { findings.filter { $0.kind != nil } }

  /// The exponents of time.
  package var times: [GrowthFinding] { findings.filter { $0.kind == nil } }

  /// Regressed when one rose; `nil` when there were not sizes enough to fit any.
  package var verdict: Verdict? {
    judged.isEmpty ? nil : judged.contains(where: \.isWorse) ? .regressed : .pass
  }
}
