package import BenchmarkHarness

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Something worse that was accepted for a reason: other things became better by it.
package struct AcceptedTrade: Hashable, Sendable, Codable {
  /// What is more: the name of a count, `instructions`, `growth of ` and the name of a count, `regret` or `mean regret`; or
  /// what is gone: `removal` of contenders, or `removal of ` and the name of a count.
  package var metric: String
  /// The workload; `nil` for the mean, which is that of all.
  package var workload: String?
  /// The size; all sizes where nothing is said.
  package var size: Int?
  /// The kind of element; all kinds where nothing is said.
  package var elements: String?
  /// The contender; all where nothing is said.
  package var contender: String?
  /// How much it was: less must not be traded for `to`. What is gone has neither.
  package var from: Double?
  /// The most that it may be.
  package var to: Double?
  /// The reason.
  package var why: String

  /// What is read of one.
  static let members = ["metric", "workload", "size", "elements", "contender", "from", "to", "why"]

  /// Whether it is about something that is gone.
  var isRemoval: Bool { metric == FigureName.removal || metric.hasPrefix(FigureName.removalOfCount) }

  /// For example `hashes of lis on mixed, 1000 int`.
  package var description: String {
    guard let workload else { return metric }
    let cell = [size.map { "\($0)" }, elements].compactMap { $0 }.joined(separator: " ")
    return "\(metric)\(contender.map { " of \($0)" } ?? "") on \(workload)\(cell.isEmpty ? "" : ", \(cell)")"
  }

  /// Figures of growth and regret are compared as they are printed.
  static let slack = 0.005

  /// Whether it is about this diff.
  func names(_ key: DiffKey) -> Bool {
    key.workload == workload && size ?? key.size == key.size && elements ?? key.elements == key.elements
      && contender ?? key.contender == key.contender
  }

  /// Whether it goes so far, up or down; a figure that is not exact may be beyond by so much.
  func reaches(_ figures: (base: Double, head: Double), allowing slack: Double = AcceptedTrade.slack) -> Bool {
    guard let from, let to else { return false }
    let (base, head) = figures
    return from < to
      ? base >= from - slack && head <= to + slack && head > base
      : base <= from + slack && head >= to - slack && head < base
  }
}

/// The trades that hold until the next release.
package struct AcceptedTrades: Hashable, Sendable, Codable {
  /// The name of the form that is read; by hand, its member `format` may be left out.
  package static let formatName = "section-diff-accepted/1"

  /// The release that is being worked on. With the next one they have expired.
  package var release: String
  /// The trades.
  package var accepted: [AcceptedTrade]
  /// The offsets of those that something was accepted by.
  package private(set) var used: Set<Int> = []

  private enum CodingKeys: String, CodingKey { case release, accepted }

  /// Makes a list.
  package init(release: String = "", accepted: [AcceptedTrade] = []) {
    self.release = release
    self.accepted = accepted
  }

  /// The reason of the first trade of a metric that covers something; `nil` where none does.
  private mutating func reason(_ metric: String, _ covers: (AcceptedTrade) -> Bool) -> String? {
    guard let offset = accepted.firstIndex(where: { $0.metric == metric && covers($0) }) else { return nil }
    used.insert(offset)
    return accepted[offset].why
  }

  /// The plan, with what is accepted marked: what is gone.
  package mutating func applied(to plan: ComparisonPlan) -> ComparisonPlan {
    var plan = plan
    plan.accept { figure in
      guard figure.standing == .baseOnly else { return nil }
      let metric = figure.kind.map { FigureName.removalOfCount + $0.rawValue } ?? FigureName.removal
      return reason(metric) { $0.names(figure.key) }
    }
    return plan
  }

  /// Marks what is accepted.
  private mutating func accept(_ findings: inout [some Finding]) {
    for index in findings.indices where findings[index].isWorse {
      let finding = findings[index]
      findings[index].accepted = finding.metric.flatMap { metric in
        reason(metric) { $0.names(finding.key) && $0.reaches(finding.figures, allowing: finding.slack) }
      }
    }
  }

  /// A gate, with what is accepted marked.
  package mutating func applied<Gate: FindingGate>(to gate: Gate) -> Gate {
    var gate = gate
    accept(&gate.findings)
    return gate
  }

  /// The regrets, and their mean, with what is accepted marked.
  package mutating func applied(to gate: RegretGate) -> RegretGate {
    var gate = gate
    accept(&gate.findings)
    if gate.isMeanWorse, let base = gate.base, let head = gate.head {
      gate.meanAccepted = reason(FigureName.meanRegret) { $0.reaches((base.meanSize, head.meanSize)) }
    }
    return gate
  }

  /// What is to be taken out or mended: trades of what there is not, and, of what was judged, those that accept nothing. Each
  /// with a sentence.
  ///
  /// Of a workload that was left out nothing is known but its name.
  ///
  /// - Parameters:
  ///   - runs: What was counted.
  ///   - workloads: The names of all workloads that there are, where they are known.
  ///   - judged: Whether a gate came to a verdict on everything that a trade may be about.
  package func remarks(
    on runs: [BenchmarkRun], workloads: Set<String>?, judged: (AcceptedTrade) -> Bool
  ) -> [(text: String, isUnknown: Bool)] {
    let diffs = runs.flatMap(\.diffs)
    let known = (workloads ?? []).union(diffs.map(\.key.workload))
    return accepted.enumerated().compactMap { offset, trade in
      if used.contains(offset) { return nil }
      func remark(_ problem: String, isUnknown: Bool = true) -> (String, Bool) {
        let advice = isUnknown ? "; mend it, or take it out" : ""
        return ("accepted[\(offset)], \(trade.description): \(problem)\(advice)", isUnknown)
      }
      // What is gone is not there once that has landed.
      if let workload = trade.workload, !trade.isRemoval {
        let own = diffs.filter { $0.key.workload == workload }
        if own.isEmpty {
          return workloads == nil || known.contains(workload)
            ? nil : remark("there is no workload \(workload)")
        }
        if let contender = trade.contender, !own.contains(where: { $0.key.contender == contender }) {
          return remark("\(workload) has no contender \(contender)")
        }
        let named = own.filter { trade.names($0.key) }
        if named.isEmpty { return nil }
        guard Self.metrics(of: named.map(\.row)).contains(trade.metric) else {
          return remark("there is no metric \(trade.metric)")
        }
      }
      return judged(trade) ? remark("nothing is accepted by it here", isUnknown: false) : nil
    }
  }

  /// The metrics that trades about some rows can have, but for what is gone.
  private static func metrics(of rows: [Measured]) -> Set<String> {
    let counts = rows.flatMap(CountKind.kinds).map(\.rawValue)
    return Set(counts).union((counts + [CountKind.instructions.rawValue]).map { FigureName.growth + $0 })
      .union([CountKind.instructions.rawValue, FigureName.regret])
  }

  /// Reads a file of trades.
  ///
  /// - Throws: `DecodingError`, for what makes no sense, too.
  package init(json: [UInt8]) throws {
    struct Form: Decodable { var format: String? }
    if let format = try JSONDecoder().decode(Form.self, from: Data(json)).format, format != Self.formatName {
      throw DecodingError.saying("trades in the form \(format), and this version reads \(Self.formatName)")
    }
    self = try JSONDecoder().decode(AcceptedTrades.self, from: Data(json))
    // What is not known would not narrow a trade, as it was meant to.
    let names = try JSONDecoder().decode(MemberNames.self, from: Data(json))
    func check(_ names: MemberNames, _ known: [String], _ place: String) throws {
      if let name = names.null { throw DecodingError.saying("\(place)\(name) is null; leave it out") }
      if let name = names.unknown(besides: known) {
        throw DecodingError.saying("\(place)there is no member \(name); there are \(known.joined(separator: ", "))")
      }
    }
    try check(names, ["format", "release", "accepted"], "")
    for (index, trade) in (names.members["accepted"]?.items ?? []).enumerated() {
      try check(trade, AcceptedTrade.members, "accepted[\(index)]: ")
    }
    for (index, trade) in accepted.enumerated() {
      func bad(_ problem: String) -> DecodingError {
        .saying("accepted[\(index)], \(trade.metric): \(problem)")
      }
      if (trade.metric == FigureName.meanRegret) != (trade.workload == nil) {
        throw bad(trade.workload == nil ? "it has no workload" : "it is that of all workloads: leave workload out")
      }
      if trade.isRemoval {
        guard trade.from == nil, trade.to == nil else { throw bad("what is gone has no from and no to") }
      } else {
        guard let from = trade.from, let to = trade.to else { throw bad("it has no from or no to") }
        guard from.isFinite, to.isFinite, from >= 0, to >= 0, to != from else { throw bad("to is no other than from") }
      }
      guard trade.why.contains(where: { !$0.isWhitespace }) else { throw bad("it has no reason") }
    }
  }
}

extension DecodingError {
  /// What is right by its form, and makes no sense.
  static func saying(_ problem: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: problem))
  }
}
