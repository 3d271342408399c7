#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// More of something that was accepted for a reason: other things became better by it.
package struct AcceptedTrade: Hashable, Sendable, Codable {
  /// What is more: the name of a count, `instructions`, or `growth of ` and the name of a count.
  package var metric: String
  /// The workload.
  package var workload: String
  /// The size; all sizes where nothing is said.
  package var size: Int?
  /// The kind of element; all kinds where nothing is said.
  package var elements: String?
  /// The contender; all where nothing is said.
  package var contender: String?
  /// How much it was: less must not be traded for `to`.
  package var from: Double
  /// The most that it may be.
  package var to: Double
  /// The reason.
  package var why: String

  /// The name of the metric of instructions.
  package static let instructions = "instructions"
  /// What comes before the name of a count whose growth is meant.
  package static let growth = "growth of "

  /// Figures of growth are compared as they are printed.
  private static let slack = 0.005

  /// Whether this is it.
  func covers(_ metric: String, _ key: DiffKey, from base: Double, to head: Double) -> Bool {
    metric == self.metric && key.workload == workload && size ?? key.size == key.size
      && elements ?? key.elements == key.elements && contender ?? key.contender == key.contender
      && base >= from - Self.slack && head <= to + Self.slack
  }
}

/// The trades that hold until the next release.
package struct AcceptedTrades: Hashable, Sendable, Codable {
  /// The release that is being worked on. With the next one they have expired.
  package var release: String
  /// The trades.
  package var accepted: [AcceptedTrade]

  /// Makes a list.
  package init(release: String = "", accepted: [AcceptedTrade] = []) {
    self.release = release
    self.accepted = accepted
  }

  /// The reason why more of a metric is accepted; `nil` where it is not.
  func reason(_ metric: String, _ key: DiffKey, from base: Double, to head: Double) -> String? {
    accepted.first { $0.covers(metric, key, from: base, to: head) }?.why
  }

  /// The counts, with what is accepted marked.
  package func applied(to gate: CountGate) -> CountGate {
    var gate = gate
    for index in gate.findings.indices where gate.findings[index].isWorse && gate.findings[index].kind != .wrong {
      let finding = gate.findings[index]
      gate.findings[index].accepted = reason(
        finding.kind.rawValue, finding.key, from: Double(finding.base), to: Double(finding.head))
    }
    return gate
  }

  /// The growth, with what is accepted marked.
  package func applied(to gate: GrowthGate) -> GrowthGate {
    var gate = gate
    for index in gate.findings.indices where gate.findings[index].isWorse {
      let finding = gate.findings[index]
      gate.findings[index].accepted = reason(
        AcceptedTrade.growth + (finding.kind?.rawValue ?? "time"), finding.key, from: finding.base.exponent,
        to: finding.head.exponent)
    }
    return gate
  }

  /// The instructions, with what is accepted marked.
  package func applied(to gate: InstructionGate) -> InstructionGate {
    var gate = gate
    for index in gate.findings.indices where gate.findings[index].isWorse {
      let finding = gate.findings[index]
      gate.findings[index].accepted = reason(
        AcceptedTrade.instructions, finding.key, from: Double(finding.base), to: Double(finding.head))
    }
    return gate
  }

  /// Reads a file of trades.
  ///
  /// - Throws: `DecodingError`, for what makes no sense, too.
  package init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(AcceptedTrades.self, from: Data(json))
    for (index, trade) in accepted.enumerated() {
      func bad(_ problem: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "accepted[\(index)], \(trade.metric): \(problem)"))
      }
      guard trade.from.isFinite, trade.to.isFinite, trade.from >= 0, trade.to > trade.from else {
        throw bad("to is no more than from")
      }
      guard trade.why.contains(where: { !$0.isWhitespace }) else { throw bad("it has no reason") }
    }
  }
}
