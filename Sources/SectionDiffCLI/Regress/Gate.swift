#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// What a change is judged by, in this order.
  enum Gate: String, CaseIterable {
    /// Exact counts.
    case counts
    /// How counts grow with the size of the input.
    case growth
    /// What the choice of adaptive costs in changes and in time.
    case regret
    /// Instructions, as valgrind counts them.
    case instructions
    /// Times, in turn.
    case time
  }

  /// What a gate found, or why it did not run.
  struct GateResult {
    /// Which gate; nil for what is compared at all.
    var gate: Gate?
    /// What it found; nil when it was skipped.
    var verdict: Verdict?
    /// What it looked at, or why it was skipped, in one line.
    var summary: String
  }

  extension Gate? {
    /// Its name, as reports show it; of none, that of what is compared at all.
    var name: String { self?.rawValue ?? "compared" }
  }

  extension GateResult {
    /// A gate that did not run, for a reason.
    init(skipping gate: Gate, _ reason: String) {
      self.init(gate: gate, verdict: nil, summary: "skipped: \(reason)")
    }

    /// What a gate found that failed here and there: what it found stays, and what failed has not passed.
    init(gate: Gate, verdict: Verdict?, _ parts: [String], _ failures: [Failure]) {
      let first = failures.first.map { "\($0)" + (failures.count > 1 ? ", and \(failures.count - 1) more" : "") }
      self.init(
        gate: gate, verdict: failures.isEmpty ? verdict : .combined([verdict ?? .pass, .cannotTell]),
        summary: (parts + [first.map { "failed: \($0)" }].compactMap { $0 }).joined(separator: "; "))
    }
  }

  /// A share as a command line has it: `10%`, `10 %` or `10`.
  struct Percentage {
    /// The share: 0.1 for 10 %.
    let share: Double

    /// Reads a percentage; nil when it is none.
    init?(argument: String) {
      var text = Substring(argument)
      if text.hasSuffix("%") { text = text.dropLast() }
      while text.hasSuffix(" ") { text = text.dropLast() }
      guard let percent = Double(text), percent.isFinite else { return nil }
      share = percent / 100
    }

    /// Makes a percentage of a share.
    init(share: Double) { self.share = share }

    /// As the help shows it.
    var defaultValueDescription: String { "\(Figures.fixed(share * 100, places: 0))%" }
  }
#endif
