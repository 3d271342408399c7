/// What the trial of a store found.
public struct StoreConformanceReport: Sendable, CustomStringConvertible {
  /// What became of a law.
  public enum Verdict: Hashable, Sendable {
    /// It was kept, in so many comparisons.
    case kept(checks: Int)
    /// It was broken.
    case broken
    /// It was not tried, because the store does not declare what it needs.
    case skipped(missing: Set<StoreCapability>)
    /// It was not tried, for this reason.
    case untried(reason: String)
  }

  /// The name of the store's type.
  public let store: String
  /// What became of each law, in the order in which they were tried.
  public private(set) var verdicts: [(law: StoreLaw, verdict: Verdict)] = []
  /// What was broken, and how.
  public private(set) var violations: [StoreViolation] = []

  /// What of a law was not tried, and why.
  private var leftOut: [(law: StoreLaw, what: String)] = []

  /// What the changes drawn at random depended on; the same seed repeats the run.
  public let seed: UInt64

  init(store: String, seed: UInt64) {
    self.store = store
    self.seed = seed
  }

  mutating func add(_ law: StoreLaw, checks: Int, violations found: [StoreViolation]) {
    verdicts.append((law, found.isEmpty ? .kept(checks: checks) : .broken))
    violations += found
  }

  mutating func skip(_ law: StoreLaw, missing: Set<StoreCapability>) {
    verdicts.append((law, .skipped(missing: missing)))
  }

  mutating func leave(_ law: StoreLaw, reason: String) { verdicts.append((law, .untried(reason: reason))) }

  /// Says that no law was tried, and why; of the first one that this is a fault, too.
  mutating func refuse(_ law: StoreLaw, because reason: String, _ problem: String) {
    guard violations.isEmpty else { return leave(law, reason: "not tried, because \(reason)") }
    let message = "\(reason), so no law was tried: \(problem)"
    add(law, checks: 0, violations: [StoreViolation(ofHarness: message, law: law)])
  }

  mutating func leaveOut(_ what: String, of law: StoreLaw) { leftOut.append((law, what)) }

  /// Whether no law was broken, of one at least. Laws that were skipped are neither kept nor broken: see ``skipped``.
  public var isConforming: Bool { violations.isEmpty && !verdicts.isEmpty }

  /// What became of a law, if it was among those tried.
  public func verdict(on law: StoreLaw) -> Verdict? { verdicts.first { $0.law == law }?.verdict }

  /// The laws that were kept.
  public var kept: [StoreLaw] {
    verdicts.compactMap { if case .kept = $0.verdict { $0.law } else { nil } }
  }

  /// The laws that were broken.
  public var broken: [StoreLaw] { verdicts.compactMap { $0.verdict == .broken ? $0.law : nil } }

  /// The laws that were not tried.
  public var skipped: [StoreLaw] {
    verdicts.compactMap { law, verdict in
      switch verdict {
      case .kept, .broken: nil
      case .skipped, .untried: law
      }
    }
  }

  /// The law to look at first, where several are broken: the most basic one. Those after it build on what it asks for, and
  /// break with it, so that their usual causes lead astray.
  var likelyRoot: StoreLaw? {
    let broken = Set(broken)
    return broken.count > 1 ? StoreLaw.allCases.first(where: broken.contains) : nil
  }

  /// How many laws were kept, broken and skipped, in one line.
  public var score: String {
    "\(store): \(kept.count) of \(verdicts.count) laws kept, \(broken.count) broken, \(skipped.count) skipped"
  }

  /// A line for each law; what was broken, each counterexample once, with what was received, the usual cause and its
  /// remedy; where several laws are broken, which is the likely root; what was not tried, and how to try it; the seed that repeats the run, and the score.
  public var description: String {
    var text = ""
    for (law, verdict) in verdicts {
      switch verdict {
      case .kept(let checks): text += "kept     \(law.rawValue) (\(checks) checks)\n"
      case .broken: text += "BROKEN   \(law.rawValue)\n"
      case .skipped(let missing):
        let names = missing.map(\.rawValue).sorted().joined(separator: ", ")
        let ways = missing.map(\.wayToDeclare).sorted().joined(separator: "; ")
        text += "skipped  \(law.rawValue): not declared: \(names); \(ways)\n"
      case .untried(let reason): text += "skipped  \(law.rawValue): \(reason)\n"
      }
    }
    for (laws, violation) in distinctViolations {
      text += violation.description(as: laws.map(\.rawValue).joined(separator: ", "))
      let causes = laws.flatMap(violation.causes)
      for (place, law) in causes.enumerated() where !causes[..<place].contains(law) {
        text += "    usual cause (\(law.rawValue)): \(law.advice.cause) \(law.advice.remedy)\n"
      }
    }
    if let root = likelyRoot {
      text += "likely root: \(root.rawValue), the most basic of the \(broken.count) that are broken; mend it first\n"
    }
    for (law, what) in leftOut { text += "not tried by \(law.rawValue): \(what)\n" }
    for (what, how) in Self.untriedByAll { text += "not tried by any law: \(what); \(how)\n" }
    return text + "seed \(seed) repeats the run\n" + score
  }

  /// The counterexamples, each with the laws of a family that break by the same: which observer receives it, as which of
  /// its events, makes no difference.
  private var distinctViolations: [(laws: [StoreLaw], violation: StoreViolation)] {
    var distinct: [(laws: [StoreLaw], violation: StoreViolation)] = []
    for violation in violations {
      let known = distinct.firstIndex {
        $0.violation.law.family == violation.law.family && $0.violation.subject == violation.subject
      }
      if let known {
        if !distinct[known].laws.contains(violation.law) { distinct[known].laws.append(violation.law) }
      } else {
        distinct.append(([violation.law], violation))
      }
    }
    return distinct
  }
}

/// A law that a store broke, and what happened until then.
public struct StoreViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: StoreLaw
  /// What is wrong, in a sentence.
  public let message: String
  /// What was done and what was received, in order, one line each.
  public let trace: [String]
  /// What was wrong in the scenario that was found, where that was made smaller and something else is wrong now.
  var foundMessage: String?
  /// The law whose usual cause fits what is wrong, where that may be another one.
  private let cause: StoreLaw?
  /// Whether the harness is at fault, and not the store.
  private let isOfHarness: Bool

  init(law: StoreLaw, message: String, trace: [String], cause: StoreLaw? = nil) {
    (self.law, self.message, self.trace, self.cause) = (law, message, trace, cause)
    isOfHarness = false
  }

  /// A fault of the harness.
  init(ofHarness message: String, law: StoreLaw) {
    (self.law, self.message) = (law, message)
    (trace, cause, isOfHarness) = ([], nil, true)
  }

  /// The law, the sentence, and the end of the trace; also the sentence before the scenario was made smaller, where that
  /// was another one.
  public var description: String { description(as: law.rawValue) }

  /// The message without the numbers of observers, controllers and events.
  fileprivate var subject: String {
    var words: [Substring] = []
    for word in message.split(separator: " ", omittingEmptySubsequences: false) {
      let isNumbered = ["observer", "controller", "event"].contains(words.last)
      words.append(isNumbered ? word.drop { $0.isNumber } : word)
    }
    return words.joined(separator: " ")
  }

  /// The laws whose usual causes fit what was found while this law was tried: order, limit, fetches and a first answer that
  /// is behind have laws of their own.
  fileprivate func causes(whileTrying law: StoreLaw) -> [StoreLaw] {
    if isOfHarness { return [] }
    let isOfRule: (StoreLaw) -> Bool = { [.requestOrder, .requestLimit, .requestFetch].contains($0) }
    guard let cause, cause == .answerWhole || isOfRule(cause) || isOfRule(law) else { return [law] }
    // How a layer lays drafts over an answer may be at fault as well, a first answer may be that to another request, and a
    // limit may let too little in.
    let isOfAnother = cause == .answerWhole && [.requestsApart, .requestChanged].contains(law)
    let isOfLimit = (law, cause) == (.requestLimit, .requestEnters)
    return law == .requestDrafts || isOfAnother || isOfLimit ? [law, cause] : [cause]
  }

  fileprivate func description(as name: String) -> String {
    let shown = trace.suffix(20)
    let left = trace.count - shown.count
    let found = foundMessage.map { $0.split(separator: "\n").joined(separator: "\n    ") }
    return "\(name): \(message)\n"
      + (found.map { "    found in a larger scenario: \($0)\n" } ?? "")
      + (left > 0 ? "    … \(left) lines before\n" : "")
      + shown.map { "    \($0)\n" }.joined()
  }
}
