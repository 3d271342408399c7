#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// What `regress` found out, ready to be printed.
  struct Regression {
    /// What is compared, and how.
    struct Question {
      var base: Side
      var head: Side
      /// The workloads, sizes and kinds of element to ask builds for, and to take from benchmark runs; nil for all, of kinds
      /// of element for the default of each workload.
      var workloads: [String]?
      var sizes: [Int]?
      var elements: String?
      /// The strategies; nil for all.
      var strategies: [String]?
      /// The gates to run.
      var gates: [Gate]
      /// The gates whose verdicts are shown and decide nothing.
      var reported: [Gate] = []
      /// The slow-down to catch.
      var threshold: Double
      /// The most rounds of a sample of times.
      var maximumRounds: Int
      /// Decides which side comes first in each round.
      var seed: UInt64
      /// Where valgrind is; nil when it is not installed.
      var valgrind: String?
      /// How long all of it may take, in seconds; nil for as long as it needs.
      var seconds: Double?
      /// Which kind of element each workload has besides its first, and what comes first where a limit may not reach all.
      var rotation = 0
      /// Whether figures that depend on the machine may be left out where there are two.
      var allowsOtherHost = false
      /// The trades that are accepted.
      var accepted = AcceptedTrades()
      /// Why trades were not taken into account; nil where all were.
      var expired: String?

      /// The gates that share the time: what is counted always takes some, instructions and times only of two builds.
      var gatesThatTakeTime: [Gate] {
        let areBuilds = base.runner != nil && head.runner != nil
        let others = gates.filter { areBuilds && ($0 != .instructions || valgrind != nil) }
        return Gate.allCases.filter { $0 == .counts || others.contains($0) }
      }
    }

    /// What was to be found out.
    var question: Question
    /// Where the base ran.
    var base: RunEnvironment
    /// Where head ran.
    var head: RunEnvironment
    /// The gates, in order.
    var gates: [GateResult]
    /// What is to be said of accepted trades: those of what there is not, and those that accepted nothing.
    var trades: [(text: String, isUnknown: Bool)] = []
    /// What is compared, and why the rest is not.
    var plan: ComparisonPlan
    /// Counts that differ.
    var counts: CountGate
    /// How counts and times grow.
    var growth: GrowthGate
    /// What the choice of adaptive costs.
    var regret: RegretGate
    /// Instructions.
    var instructions: InstructionGate
    /// Times that were taken in turn.
    var times: [(key: DiffKey, finding: TimeFinding)]
    /// Times that were recorded one after the other; nil when they were taken in turn.
    var recordedTimes: RecordedTimeGate?

    /// What the limit of time left out of a gate.
    func left(of gate: Gate) -> [DiffKey] {
      plan.figures.filter { $0.standing == .leftOut && $0.kind?.rawValue ?? Gate.counts.rawValue == gate.rawValue }
        .map(\.key)
    }

    /// What could not be compared, and nobody has accepted: what depends on the place in one line.
    var missing: [String] {
      let lines = plan.gaps.filter { $0.standing != .otherPlace }.map(\.description)
      let kinds = Set(
        plan.gaps.filter { $0.standing == .otherPlace }.compactMap { $0.kind.map { "no \($0.rawValue)" } })
      guard let reason = plan.otherPlace, !kinds.isEmpty else { return lines }
      return lines + ["\(reason): \(kinds.sorted().joined(separator: ", ")); --allow-other-host leaves them out"]
    }

    /// What is compared at all, and what each gate says.
    var parts: [GateResult] { [GateResult(gate: nil, verdict: plan.verdict, summary: compared)] + gates }

    /// Whether a gate decides nothing.
    func isReported(_ gate: Gate?) -> Bool { gate.map(question.reported.contains) ?? false }

    /// What a gate says, as far as it decides: nil where it was skipped, or is only reported.
    func deciding(_ result: GateResult) -> Verdict? { isReported(result.gate) ? nil : result.verdict }

    /// Whether any gate decides.
    var isDecided: Bool { gates.contains { deciding($0) != nil } }

    /// The verdict of all gates that decide, and of what is compared at all: a wrong answer decides in any case, and what is
    /// missing hides what it was.
    var verdict: Verdict {
      Verdict.combined(parts.compactMap(deciding) + [isDecided ? .pass : .cannotTell])
    }
  }
#endif
