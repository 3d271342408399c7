#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// What a gate found, as text and remarks show it.
  protocol ShownFinding: Finding {
    static var gate: Gate { get }
    /// Of what.
    var subject: String { get }
    /// The columns of the text behind it.
    var cells: [String] { get }
    /// The same in a sentence.
    var sentence: String { get }
    /// Whether it is worth a remark where it is not worse.
    var isBetter: Bool { get }
  }

  extension ShownFinding {
    var subject: String { "\(key)" }
    var isBetter: Bool { false }
    /// A line of the text.
    var line: [String] { ["  \(subject)"] + cells }
  }

  extension Regression {
    /// What the gates found of single figures.
    var found: [any ShownFinding] {
      counts.findings as [any ShownFinding] + growth.judged + regret.findings + instructions.findings
    }
  }

  /// How much it was, and is.
  private func change(_ base: Int, _ head: Int) -> String { "\(Figures.grouped(base)) → \(Figures.grouped(head))" }

  private func percent(_ ratio: Double) -> String { (ratio >= 1 ? "+" : "") + Figures.percent(ratio - 1) }

  extension ComparisonPlan.Figure: ShownFinding {
    static let gate = Gate.counts
    private var name: String { kind?.rawValue ?? "" }
    var isBetter: Bool { !isChangeForTheWorse }
    var cells: [String] {
      [name, change(base, head), base > 0 ? percent(Double(head) / Double(base)) : ""]
    }
    var sentence: String {
      "\(Figures.grouped(abs(head - base))) \(head > base ? "more" : "fewer"): "
        + "\(kind == .wrong ? "wrong answer" : name), \(change(base, head))"
    }
  }

  extension GrowthFinding: ShownFinding {
    static let gate = Gate.growth
    private var name: String { kind?.rawValue ?? "time" }
    private var exponents: String {
      "n^\(Figures.fixed(head.exponent, places: 2)), was n^\(Figures.fixed(base.exponent, places: 2))"
    }
    var subject: String { "\(key.contender) on \(key.workload), \(key.elements)" }
    var cells: [String] {
      let ends = [head.sizes.first ?? 0, head.sizes.last ?? 0].map { Figures.grouped($0) }
      return [name, exponents, "from \(ends[0]) to \(ends[1])"]
    }
    var sentence: String { "\(name) grows \(better == .fewer ? "faster" : "slower") with the size: \(exponents)" }
  }

  extension RegretFinding: ShownFinding {
    static let gate = Gate.regret
    var cells: [String] {
      let sizes = [base, head].map { "\(Figures.grouped($0.changes)) of \(Figures.grouped($0.fewest))" }
      let ratios = [base, head].map { Figures.fixed($0.sizeRatio, places: 3) }
      return [sizes, ratios].map { $0.joined(separator: " → ") }
    }
    var sentence: String {
      "\(Figures.grouped(head.changes)) changes, where \(Figures.grouped(head.fewest)) are enough; "
        + "\(Figures.grouped(base.changes)) before"
    }
  }

  extension InstructionFinding: ShownFinding {
    static let gate = Gate.instructions
    var cells: [String] { [change(base, head), percent(ratio)] }
    var sentence: String {
      "\(isBetter ? "fewer" : "more") instructions: \(change(base, head)), × \(Figures.fixed(ratio, places: 3))"
    }
  }
#endif
