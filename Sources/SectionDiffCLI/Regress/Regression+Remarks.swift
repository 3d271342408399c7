internal import BenchmarkHarness

extension Regression {
  /// All that was found out, what got worse first; the cause as near as counts tell it.
  var remarks: [RegressionRemark] {
    let all =
      wrongRemarks + missingRemarks + countRemarks + growthRemarks + regretRemarks + instructionRemarks + timeRemarks
      + gateRemarks
    let judged = all.map { remark in
      var remark = remark
      // What decides nothing is worth a notice.
      if let gate = remark.gate, question.reported.contains(gate) { remark.level = .notice }
      return remark
    }
    return RegressionRemark.Level.allCases.flatMap { level in judged.filter { $0.level == level } }
  }

  private func runs(_ gate: Gate) -> Bool { gates.contains { $0.gate == gate && $0.verdict != nil } }

  private var wrongRemarks: [RegressionRemark] {
    plan.wrong.map {
      RegressionRemark(level: .error, gate: nil, subject: "\($0.key)", text: "its answer is wrong: \($0.problem)")
    }
  }

  /// What is not compared; what is new is worth a notice.
  private var missingRemarks: [RegressionRemark] {
    let undecided =
      gates.compactMap(deciding).isEmpty
      ? ["no gate has decided; " + gates.map { "\($0.gate.rawValue): \($0.summary)" }.joined(separator: "; ")] : []
    return (missing + undecided).map { RegressionRemark(level: .warning, gate: nil, subject: "", text: $0) }
      + plan.figures.filter { $0.accepted != nil || $0.standing == .headOnly }.map {
        RegressionRemark(level: .notice, gate: nil, subject: "", text: $0.description + Self.reason($0.accepted))
      }
  }

  private var countRemarks: [RegressionRemark] {
    guard runs(.counts) else { return [] }
    // What is wrong with an answer has been said.
    return counts.findings.filter { $0.kind != .wrong || !$0.isWorse }.map { finding in
      let change = abs(finding.head - finding.base)
      let name = finding.kind == .wrong ? "wrong answer" : finding.kind.rawValue
      return RegressionRemark(
        level: finding.isWorse ? .error : .notice, gate: .counts, subject: "\(finding.key)",
        text: "\(Figures.grouped(change)) \(finding.head > finding.base ? "more" : "fewer"): \(name), "
          + "\(Figures.grouped(finding.base)) → \(Figures.grouped(finding.head))\(Self.reason(finding.accepted))")
    }
  }

  private static func reason(_ accepted: String?) -> String { accepted.map { "; accepted: \($0)" } ?? "" }

  private var growthRemarks: [RegressionRemark] {
    guard runs(.growth) else { return [] }
    return growth.judged.filter { $0.isWorse || $0.accepted != nil }.map { finding in
      let exponents = [finding.base.exponent, finding.head.exponent].map { "n^\(Figures.fixed($0, places: 2))" }
      let way = finding.better == .fewer ? "faster" : "slower"
      return RegressionRemark(
        level: finding.isWorse ? .error : .notice, gate: .growth,
        subject: "\(finding.key.contender) on \(finding.key.workload), \(finding.key.elements)",
        text: "\(finding.kind?.rawValue ?? "time") grows \(way) with the size: \(exponents[1]), was \(exponents[0])"
          + Self.reason(finding.accepted))
    }
  }

  private var regretRemarks: [RegressionRemark] {
    guard runs(.regret) else { return [] }
    return regret.findings.filter { $0.isWorse || $0.accepted != nil }.map { finding in
      RegressionRemark(
        level: finding.isWorse ? .error : .notice, gate: .regret, subject: "\(finding.key)",
        text:
          "\(Figures.grouped(finding.head.changes)) changes, where \(Figures.grouped(finding.head.fewest)) are enough; "
          + "\(Figures.grouped(finding.base.changes)) before\(Self.reason(finding.accepted))")
    }
      + (regret.meanAccepted.map {
        [
          RegressionRemark(
            level: .notice, gate: .regret, subject: "", text: "the mean size is too large; accepted: \($0)")
        ]
      } ?? [])
  }

  private var instructionRemarks: [RegressionRemark] {
    instructions.findings.filter { $0.isWorse || $0.isBetter || $0.accepted != nil }.map { finding in
      RegressionRemark(
        level: finding.isWorse ? .error : .notice, gate: .instructions, subject: "\(finding.key)",
        text: "\(finding.isBetter ? "fewer" : "more") instructions: \(Figures.grouped(finding.base)) → "
          + "\(Figures.grouped(finding.head)), × \(Figures.fixed(finding.ratio, places: 3))\(Self.reason(finding.accepted))"
      )
    }
  }

  private var timeRemarks: [RegressionRemark] {
    times.compactMap { key, finding in
      let outcome = Self.outcome(of: finding)
      let level: RegressionRemark.Level
      switch finding.verdict {
      case .regressed: level = .error
      case .cannotTell: level = .warning
      case .pass where outcome == "faster": level = .notice
      case .pass: return nil
      }
      let ratio = finding.comparison.map {
        ", × \(Figures.fixed($0.ratio, places: 3)) (\(Figures.fixed($0.interval.low, places: 3)) to "
          + "\(Figures.fixed($0.interval.high, places: 3)))"
      }
      return RegressionRemark(level: level, gate: .time, subject: "\(key)", text: outcome + (ratio ?? ""))
    }
  }

  /// What a gate says as a whole, where that is not in the remarks on single contenders.
  private var gateRemarks: [RegressionRemark] {
    let expired = question.expired.map {
      RegressionRemark(level: .warning, gate: .counts, subject: "", text: $0)
    }
    let left = Gate.allCases.compactMap { gate -> RegressionRemark? in
      let texts = leftTexts(of: gate)
      return texts.isEmpty
        ? nil
        : RegressionRemark(
          level: .notice, gate: gate, subject: "", text: "left out by --within: \(texts.joined(separator: "; "))")
    }
    let trades = trades.map {
      RegressionRemark(level: $0.isUnknown ? .warning : .notice, gate: .counts, subject: "", text: $0.text)
    }
    let turns = notInTurn.joined(separator: "; ")
    let others = RegressionRemark(level: .notice, gate: nil, subject: "", text: "not in turn: \(turns)")
    return [expired].compactMap { $0 } + trades + left + (turns.isEmpty ? [] : [others])
      + gates.compactMap { result in
        switch result.gate {
        case .counts where counts.compared == 0, .regret where regret.isMeanWorse || result.verdict == .cannotTell,
          .instructions where result.verdict == .cannotTell, .time where result.verdict == .cannotTell:
          result.verdict == .pass || result.verdict == nil
            ? nil
            : RegressionRemark(
              level: result.verdict == .regressed ? .error : .warning, gate: result.gate, subject: "",
              text: result.summary)
        default: nil
        }
      }
  }
}
