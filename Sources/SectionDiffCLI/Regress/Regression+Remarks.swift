#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// A thing that `regress` found out, as reports for machines and for pull requests have it.
  struct RegressionRemark: Equatable {
    /// How much it matters.
    enum Level: String, CaseIterable {
      /// It got worse.
      case error
      /// It cannot be said.
      case warning
      /// It got better, was accepted, or decides nothing.
      case notice

      /// That of a verdict.
      init(_ verdict: Verdict) {
        switch verdict {
        case .pass: self = .notice
        case .regressed: self = .error
        case .cannotTell: self = .warning
        }
      }
    }

    var level: Level
    /// Of which gate; nil for what is compared at all.
    var gate: Gate?
    /// Of what, such as `lis on mixed, 10000 int`.
    var subject = ""
    /// What about it, in one line.
    var text: String

    /// The whole of it, in one line.
    var line: String { subject.isEmpty ? text : "\(subject): \(text)" }
  }

  extension Regression {
    /// All that was found out, what got worse first; the cause as near as counts tell it.
    var remarks: [RegressionRemark] {
      let all = (comparedRemarks + findingRemarks + timeRemarks + gateRemarks).map { remark in
        var remark = remark
        // What decides nothing is worth a notice.
        if isReported(remark.gate) { remark.level = .notice }
        return remark
      }
      return RegressionRemark.Level.allCases.flatMap { level in all.filter { $0.level == level } }
    }

    /// What is wrong, and what is not compared; what is new is worth a notice.
    private var comparedRemarks: [RegressionRemark] {
      let reasons = gates.map { "\($0.gate.name): \($0.summary)" }.joined(separator: "; ")
      let undecided = isDecided ? [] : ["no gate has decided; \(reasons)"]
      return plan.wrong.map {
        RegressionRemark(level: .error, subject: "\($0.key)", text: "its answer is wrong: \($0.problem)")
      }
        + (missing + undecided).map { RegressionRemark(level: .warning, text: $0) }
        + plan.figures.filter { $0.accepted != nil || $0.standing == .headOnly }.map {
          RegressionRemark(level: .notice, text: $0.description + Self.reason($0.accepted))
        }
    }

    private static func reason(_ accepted: String?) -> String { accepted.map { "; accepted: \($0)" } ?? "" }

    private var findingRemarks: [RegressionRemark] {
      let judged = gates.filter { $0.verdict != nil }.map(\.gate)
      return found.compactMap { finding in
        let gate = type(of: finding).gate
        // What is wrong with an answer has been said.
        let isSaid = finding.metric == nil && finding.isWorse
        guard judged.contains(gate), !isSaid, finding.isWorse || finding.isBetter || finding.accepted != nil else {
          return nil
        }
        return RegressionRemark(
          level: finding.isWorse ? .error : .notice, gate: gate, subject: finding.subject,
          text: finding.sentence + Self.reason(finding.accepted))
      }
    }

    private var timeRemarks: [RegressionRemark] {
      times.compactMap { key, finding in
        let outcome = Self.outcome(of: finding)
        if finding.verdict == .pass, outcome != "faster" { return nil }
        let ratio = finding.comparison.map { ", × \(Self.ratio($0)) (\(Self.interval($0)))" }
        return RegressionRemark(
          level: .init(finding.verdict), gate: .time, subject: "\(key)", text: outcome + (ratio ?? ""))
      }
    }

    /// What a gate says as a whole, where that is not in the remarks on single contenders.
    private var gateRemarks: [RegressionRemark] {
      let expired = [question.expired].compactMap { $0 }.map {
        RegressionRemark(level: .warning, gate: .counts, text: $0)
      }
      let trades = trades.map {
        RegressionRemark(level: $0.isUnknown ? .warning : .notice, gate: .counts, text: $0.text)
      }
      let mean = [regret.meanAccepted].compactMap { $0 }.map {
        RegressionRemark(level: .notice, gate: .regret, text: "the mean size is too large" + Self.reason($0))
      }
      let left = Gate.allCases.map { (gate: $0, texts: leftTexts(of: $0)) }.filter { !$0.texts.isEmpty }.map {
        RegressionRemark(
          level: .notice, gate: $0.gate, text: "left out by --within: \($0.texts.joined(separator: "; "))")
      }
      let turns =
        notInTurn.isEmpty
        ? [] : [RegressionRemark(level: .notice, text: "not in turn: \(notInTurn.joined(separator: "; "))")]
      return expired + trades + mean + left + turns
        + gates.filter { $0.verdict == .cannotTell || $0.gate == .regret && regret.isMeanWorse }.map {
          RegressionRemark(level: .init($0.verdict ?? .cannotTell), gate: $0.gate, text: $0.summary)
        }
    }
  }
#endif
