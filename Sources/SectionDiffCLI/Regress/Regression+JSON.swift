#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import RecordFormats

  extension Regression {
    /// The judgement as one JSON object and an LF; keys always in this order.
    var json: [UInt8] {
      var output: [UInt8] = []
      output.append("{\"format\":\"section-diff-verdict/1\",\"verdict\":\(Self.literal(verdict))")
      output.append(",\"threshold\":\(Figures.json(question.threshold, places: 4)),\"base\":")
      Self.append(question.base, base, to: &output)
      output.append(",\"head\":")
      Self.append(question.head, head, to: &output)
      output.append(",\"gates\":")
      output.appendList(gates) { output, gate in
        output.append("{\"gate\":\(JSONText.literal(gate.gate.name)),\"verdict\":\(Self.literal(gate.verdict))")
        output.append(",\"reported\":\(isReported(gate.gate))")
        output.append(",\"summary\":\(JSONText.literal(gate.summary))}")
      }
      output.append(",\"compared\":{\"verdict\":\(Self.literal(plan.verdict))")
      output.append(",\"figures\":\(plan.figures.count { $0.standing == .both })}")
      output.append(",\"counts\":")
      output.appendList(counts.findings) { output, finding in
        output.append("{\(Self.members(finding.key)),\"count\":\(Self.literal(finding.kind))")
        output.append(",\"base\":\(finding.base),\"head\":\(finding.head)\(Self.member(finding.better))")
        output.append("\(Self.member(accepted: finding.accepted))}")
      }
      output.append(",\"missing\":")
      output.appendStrings(missing)
      output.append(",\"notCompared\":")
      output.appendList(plan.figures.filter { $0.standing != .both }) { output, figure in
        output.append("{\(Self.members(figure.key))")
        output.append(",\"count\":\(Self.literal(figure.kind))")
        output.append(",\"standing\":\(JSONText.literal(figure.standing.rawValue))")
        output.append(",\"problem\":\(JSONText.literal(figure.problem))\(Self.member(accepted: figure.accepted))}")
      }
      output.append(",\"growth\":")
      output.appendList(growth.findings) { output, finding in
        output.append("{\(Self.members(finding.key)),\"count\":\(Self.literal(finding.kind))")
        output.append(",\"base\":\(Figures.json(finding.base.exponent, places: 4))")
        output.append(",\"head\":\(Figures.json(finding.head.exponent, places: 4)),\"regressed\":\(finding.isWorse)")
        output.append("\(Self.member(finding.better))\(Self.member(accepted: finding.accepted))}")
      }
      output.append(",\"instructions\":")
      output.appendList(instructions.findings) { output, finding in
        output.append("{\(Self.members(finding.key)),\"base\":\(finding.base),\"head\":\(finding.head)")
        output.append(",\"regressed\":\(finding.isWorse)\(Self.member(accepted: finding.accepted))}")
      }
      output.append(",\"times\":")
      output.appendList(times) { output, time in
        output.append("{\(Self.members(time.key)),\"verdict\":\(Self.literal(time.finding.verdict))")
        output.append(",\"outcome\":\(JSONText.literal(Self.outcome(of: time.finding)))")
        output.append(",\"comparison\":\(Self.object(time.finding.comparison, rounds: time.finding.rounds))")
        output.append(
          ",\"confirmation\":\(Self.object(time.finding.confirmation, rounds: time.finding.confirmationRounds))")
        output.append(",\"noise\":\(Self.object(time.finding.noise, rounds: time.finding.pilotRounds))}")
      }
      output.append(",\"recordedTimes\":")
      output.appendList(recordedTimes?.findings ?? []) { output, finding in
        output.append("{\(Self.members(finding.key)),\"verdict\":\(Self.literal(finding.verdict))")
        output.append(",\"ratio\":\(Self.object(finding.ratio, rounds: nil))}")
      }
      output.append(",\"regret\":")
      output.appendList(regret.findings) { output, finding in
        output.append("{\(Self.members(finding.key)),\"base\":\(Self.object(finding.base))")
        output.append(",\"head\":\(Self.object(finding.head)),\"regressed\":\(finding.isWorse)")
        output.append("\(Self.member(accepted: finding.accepted))}")
      }
      output.append(",\"wrong\":")
      output.appendList(plan.wrong) { output, finding in
        output.append("{\(Self.members(finding.key)),\"problem\":\(JSONText.literal(finding.problem))}")
      }
      output.append(",\"accepted\":")
      output.appendList(plan.figures.filter { $0.accepted != nil }) { output, gap in
        output.append("{\(Self.members(gap.key)),\"problem\":\(JSONText.literal(gap.problem))")
        output.append("\(Self.member(accepted: gap.accepted))}")
      }
      output.append(",\"trades\":")
      output.appendStrings(trades.map(\.text))
      output.append(",\"leftOut\":")
      output.appendList(Gate.allCases.flatMap { gate in left(of: gate).map { (gate, $0) } }) { output, found in
        output.append("{\"gate\":\(JSONText.literal(found.0.rawValue))")
        output.append(",\"workload\":\(JSONText.literal(found.1.workload)),\"size\":\(found.1.size)")
        output.append(",\"elements\":\(found.1.elements.isEmpty ? "null" : JSONText.literal(found.1.elements))}")
      }
      output.append("}\n")
      return output
    }

    private static func literal<Name: RawRepresentable<String>>(_ name: Name?) -> String {
      name.map { JSONText.literal($0.rawValue) } ?? "null"
    }

    /// The reason why more is accepted, where it is.
    private static func member(accepted reason: String?) -> String {
      reason.map { ",\"accepted\":\(JSONText.literal($0))" } ?? ""
    }

    /// Which is better, where more is.
    private static func member(_ better: Better) -> String { better == .more ? ",\"better\":\"more\"" : "" }

    private static func append(_ side: Side, _ environment: RunEnvironment, to output: inout [UInt8]) {
      let members = [
        ("path", side.path), ("commit", environment.commit), ("toolchain", environment.toolchain),
        ("host", environment.host), ("allocator", environment.allocator),
      ]
      let texts = members.map { "\(JSONText.literal($0.0)):\(JSONText.literal($0.1))" }
      output.append("{\(texts.joined(separator: ","))}")
    }

    private static func members(_ key: DiffKey) -> String {
      "\"workload\":\(JSONText.literal(key.workload)),\"size\":\(key.size),\"seed\":\(key.seed)"
        + ",\"elements\":\(JSONText.literal(key.elements)),\"strategy\":\(JSONText.literal(key.contender))"
    }

    private static func object(_ regret: StrategyRegret) -> String {
      "{\"changes\":\(regret.changes),\"fewest\":\(regret.fewest)"
        + ",\"size\":\(Figures.json(regret.sizeRatio, places: 4))"
        + ",\"time\":\(Figures.json(regret.timeRatio.median, places: 4)),\"rounds\":\(regret.timeRatio.rounds)}"
    }

    private static func object(_ estimate: RatioEstimate?, rounds: Int?) -> String {
      guard let estimate else { return "null" }
      return "{\"ratio\":\(Figures.json(estimate.ratio, places: 4))"
        + ",\"low\":\(Figures.json(estimate.interval.low, places: 4))"
        + ",\"high\":\(Figures.json(estimate.interval.high, places: 4))"
        + ",\"confidence\":\(Figures.json(estimate.interval.confidence, places: 5))"
        + (rounds.map { ",\"rounds\":\($0)" } ?? "") + "}"
    }
  }
#endif
