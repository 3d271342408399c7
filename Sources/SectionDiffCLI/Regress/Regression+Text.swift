#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  extension Regression {
    /// The judgement for people: the gates, what was found, the verdict.
    func text(_ palette: Palette) -> String {
      let parts = parts
      var lines = [side("base", question.base, base), side("head", question.head, head), ""]
      lines += TextTable.lines(
        parts.map { ["  " + $0.gate.name, word($0), VisibleText.escaped($0.summary)] },
        painting: { $2 == 1 ? palette.paint($0, Self.role(parts[$1].verdict)) : $0 })
      lines += palette.section("Wrong answers", plan.wrong.map { ["  \($0.key)", $0.problem] })
      lines += palette.section("Worse than before", counts.findings.filter(\.isWorse).map(\.line))
      lines += palette.section("Better than before", counts.findings.filter(\.isBetter).map(\.line))
      lines += palette.section("Not comparable", missing.map { ["  " + VisibleText.escaped($0)] })
      lines += palette.section("New in head", news)
      lines += palette.section("Growth that became worse", growth.judged.filter(\.isWorse).map(\.line))
      lines += palette.section("Answers that became too large", regret.findings.filter(\.isWorse).map(\.line))
      lines += palette.section(
        "Instructions", instructions.findings.filter { $0.isWorse || $0.isBetter }.map(\.line))
      lines += palette.section("Worse, and accepted", acceptedCells)
      lines += palette.section("Accepted trades", trades.map { ["  " + VisibleText.escaped($0.text)] })
      if let expired = question.expired { lines += ["", VisibleText.escaped(expired)] }
      if !times.isEmpty {
        let head = ["  strategy and workload", "head/base", "interval", "rounds", "again", "base/base", ""]
        lines += palette.section("Time", [head] + times.map { Self.cells($0.key, $0.finding) })
        lines += explanation
      }
      lines += palette.section(
        "Time by a floor, recorded one after the other",
        // Those that cannot be distinguished from a slow-down first.
        (recordedTimes?.findings ?? []).sorted { $0.verdict != .pass && $1.verdict == .pass }.map {
          ["  \($0.key)", Self.ratio($0.ratio), Self.interval($0.ratio)]
        })
      let growing = growth.times.filter { $0.rise > GrowthGate.tolerance && question.base.runner == nil }
      lines += palette.section("Time grows faster, not judged", growing.map(\.line))
      lines += palette.section(
        "Left out by --within; another --rotation begins with other workloads", leftCells)
      lines += palette.section(
        "Not in turn; another --rotation or --elements takes them", Self.packed(notInTurn).map { ["  " + $0] })
      lines += ["", "verdict: " + palette.paint(verdict.rawValue, Self.role(verdict))]
      return lines.joined(separator: "\n") + "\n"
    }

    /// What is more and was accepted, each with the reason.
    private var acceptedCells: [[String]] {
      let all =
        found.map { ($0.line, $0.accepted) } + [(["  the mean regret"], regret.meanAccepted)]
        + plan.figures.map { (["  \($0.description)", "", "", ""], $0.accepted) }
      return all.compactMap { cells, reason in reason.map { cells + [VisibleText.escaped($0)] } }
    }

    /// What only head has: contenders and counts, in a line for each of these on a workload.
    private var news: [[String]] {
      plan.figures.filter { $0.standing == .headOnly }.grouped { figure in
        "\(figure.kind.map { "\($0.rawValue) of " } ?? "")\(figure.key.contender) on \(figure.key.workload)"
      }.map { ["  " + $0.key] }
    }

    /// What was left out, in lines of 100 columns below their gates.
    private var leftCells: [[String]] {
      Gate.allCases.flatMap { gate in
        Self.packed(leftTexts(of: gate)).enumerated().map { [$0 == 0 ? "  \(gate.rawValue)" : "", $1] }
      }
    }

    /// Texts in lines of 84 columns.
    private static func packed(_ texts: [String]) -> [String] {
      var lines: [String] = []
      for text in texts {
        if let last = lines.last, last.count + text.count + 2 <= 84 {
          lines[lines.count - 1] = "\(last); \(text)"
        } else {
          lines.append(text)
        }
      }
      return lines
    }

    /// The kinds of element that have not their turn, by workload.
    var notInTurn: [String] {
      plan.figures.filter { $0.standing == .notInTurn }.map(\.key).grouped(by: \.workload).map { workload, keys in
        let kinds = keys.grouped(by: \.elements).map(\.key)
        return VisibleText.escaped("\(workload) \(kinds.joined(separator: ", "))")
      }
    }

    /// What a gate left out, by workload and kind, with the sizes.
    func leftTexts(of gate: Gate) -> [String] {
      left(of: gate).grouped { $0.workload + ($0.elements.isEmpty ? "" : " \($0.elements)") }.map { name, keys in
        VisibleText.escaped("\(name) \(keys.map { "\($0.size)" }.joined(separator: ", "))")
      }
    }

    private func side(_ name: String, _ side: Side, _ environment: RunEnvironment) -> String {
      var parts = [environment.toolchain, "\(environment.allocator) allocator"]
      if environment.commit != "unknown" { parts.insert("commit \(environment.commit)", at: 0) }
      if side.runner == nil { parts.append("recorded on \(environment.host)") }
      return "\(name)  \(VisibleText.escaped(side.path)) (\(VisibleText.escaped(parts.joined(separator: ", "))))"
    }

    private var explanation: [String] {
      let tenths = Figures.fixed(question.threshold * 100, places: 1)
      let percent = tenths.hasSuffix(".0") ? String(tenths.dropLast(2)) : tenths
      let line = Figures.fixed((TimeGoal(threshold: question.threshold).lineRatio - 1) * 100, places: 1)
      return [
        "  Slower: the interval is above \(line) %, and that of a fresh sample (again) too. Level: it is below \(percent) %.",
        "  All intervals together hold with 95 % confidence. base/base: the noise floor.",
      ]
    }

    private static func cells(_ key: DiffKey, _ finding: TimeFinding) -> [String] {
      [
        "  \(key)", ratio(finding.comparison), interval(finding.comparison), "\(finding.rounds)",
        finding.confirmation.map { "\(ratio($0)) (\(interval($0)))" } ?? "–", interval(finding.noise),
        outcome(of: finding),
      ]
    }

    /// The net effect of a finding, in a word or two.
    static func outcome(of finding: TimeFinding) -> String {
      switch finding.verdict {
      case .regressed: return "slower"
      case .pass:
        if finding.confirmation != nil { return "level, not confirmed" }
        return (finding.comparison?.interval.high ?? 1) < 1 ? "faster" : "level"
      case .cannotTell: return finding.isTooNoisy ? "too noisy" : "between"
      }
    }

    static func ratio(_ estimate: RatioEstimate?) -> String {
      estimate.map { Figures.fixed($0.ratio, places: 3) } ?? "–"
    }

    static func interval(_ estimate: RatioEstimate?) -> String {
      estimate.map {
        "\(Figures.fixed($0.interval.low, places: 3)) to \(Figures.fixed($0.interval.high, places: 3))"
      } ?? "–"
    }

    private static func role(_ verdict: Verdict?) -> Palette.Role {
      switch verdict {
      case .pass: .inserted
      case .regressed: .deleted
      case .cannotTell: .updated
      case nil: .faint
      }
    }
  }
#endif
