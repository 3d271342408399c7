package import BenchmarkHarness

/// What is compared of two sides, figure by figure, and why the rest is not.
///
/// Every gate and every report reads it, and adds nothing of its own: what is not compared is always named, and passes only
/// where it is new, or was accepted, or an option says so.
package struct ComparisonPlan: Hashable, Sendable {
  /// Where a figure stands.
  package enum Standing: String, Sendable {
    /// On both sides: it is compared.
    case both
    /// Gone from head.
    case baseOnly = "base only"
    /// New in head.
    case headOnly = "head only"
    /// Of another input in head.
    case otherInput = "other input"
    /// Of another host, toolchain or allocator.
    case otherPlace = "other place"
    /// With another meaning.
    case otherConfiguration = "other configuration"
    /// Of a wrong answer, of which nothing else is known.
    case wrong
    /// Not counted on one side, where nothing has its meter.
    case noMeter = "no meter"
    /// There are two of that name.
    case twice
    /// It could not be measured.
    case failed
    /// A limit of time did not reach it.
    case leftOut = "left out"
    /// A kind of element that has not its turn.
    case notInTurn = "not in turn"

    /// Whether it could hide what is worse, so that nothing passes because of it.
    func isGap(allowingOtherHost isAllowed: Bool) -> Bool {
      switch self {
      case .both, .headOnly, .wrong, .noMeter, .leftOut, .notInTurn: false
      case .otherPlace: !isAllowed
      case .baseOnly, .otherInput, .otherConfiguration, .twice, .failed: true
      }
    }
  }

  /// One figure of one contender on one input.
  package struct Figure: Finding, CustomStringConvertible {
    /// Of which contender; without a name of all on this input.
    package var key: DiffKey
    /// What is counted; `nil` for all of the contender.
    package var kind: CountKind?
    /// Where it stands.
    package var standing: Standing
    /// Why, where that is not said by it.
    package var reason: String
    /// Which of two is better.
    package var better: Better
    /// How much it was, and is, of a count that is compared.
    package var base: Int
    package var head: Int
    /// Whether it says how much was done, and so grows with the input, rather than what came out.
    var isCost = false
    /// Why it is accepted that it is worse, or not compared.
    package var accepted: String?

    package var metric: String? { kind == .wrong ? nil : kind?.rawValue }
    package var figures: (base: Double, head: Double) { (Double(base), Double(head)) }
    package var isChangeForTheWorse: Bool { better.isWorse(head, than: base) }

    /// Makes a figure of a contender, or of all on an input.
    package init(
      key: DiffKey, kind: CountKind? = nil, standing: Standing, _ reason: String = "", better: Better = .fewer,
      base: Int = 0, head: Int = 0
    ) {
      (self.key, self.kind, self.standing, self.reason) = (key, kind, standing, reason)
      (self.better, self.base, self.head) = (better, base, head)
    }

    /// All of it in one line.
    package var description: String { "\(key) \(problem)" }

    /// Why it is not compared.
    package var problem: String {
      let name = kind.map { "has \($0.rawValue)" } ?? "is"
      return switch standing {
      case .both: "\(name) on both sides"
      case .baseOnly: "\(name) in the base only"
      case .headOnly: "\(name) in head only"
      case .otherInput: "is another input in head: \(reason)"
      case .otherPlace, .otherConfiguration: kind.map { "\($0.rawValue): \(reason)" } ?? reason
      case .wrong: "has a wrong answer: \(reason)"
      case .noMeter: "\(name) on one side only, and nothing else has on the other"
      case .twice: "occurs twice"
      case .failed: reason
      case .leftOut: "was left out: \((kind?.rawValue).map { "no time for \($0)" } ?? "no time")"
      case .notInTurn: "has not its turn"
      }
    }
  }

  /// An answer of head that is wrong.
  package struct WrongAnswer: Hashable, Sendable {
    package var key: DiffKey
    package var problem: String

    /// Makes one.
    package init(key: DiffKey, problem: String) { (self.key, self.problem) = (key, problem) }
  }

  /// All figures, in the order of the base; then what is new.
  package private(set) var figures: [Figure] = []
  /// What stands on both sides, and is right, with the floors.
  package private(set) var base: BenchmarkRun
  package private(set) var head: BenchmarkRun
  /// What is wrong in head, whatever it was in the base.
  package private(set) var wrong: [WrongAnswer] = []
  /// What differs between the places of two runs and bears on times, memory and instructions; `nil` where nothing does.
  package let otherPlace: String?
  private let allowsOtherHost: Bool

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - lost: What could not be measured, or is only in one of the lists of two programs.
  ///   - isPaired: Whether both sides were measured together, on this machine.
  ///   - allowsOtherHost: Whether figures that depend on the machine may be left out where there are two.
  ///   - kinds: What decides besides counts: time.
  package init(
    base: BenchmarkRun, head: BenchmarkRun, lost: [Figure] = [], isPaired: Bool = false, allowsOtherHost: Bool = false,
    besides kinds: [CountKind] = []
  ) {
    (self.base, self.head, self.allowsOtherHost) = (base, head, allowsOtherHost)
    let (before, after) = (Rows(base), Rows(head))
    otherPlace = isPaired ? nil : Self.difference(base.environment, head.environment)
    // What is gone may be there with other random numbers.
    var strangers: [DiffKey: [DiffKey]] = [:]
    for key in after.keys.reversed() where before.rows[key] == nil { strangers[key.unseeded, default: []].append(key) }
    var comparable: Set<DiffKey> = []
    var met: Set<DiffKey> = []
    for key in before.keys {
      guard let (workload, row) = before.rows[key] else { continue }
      if row.wrong == nil, before.twice.contains(key) || after.twice.contains(key) {
        note(key, .twice)
        continue
      }
      guard let (otherWorkload, other) = after.rows[key] else {
        if let stranger = strangers[key.unseeded]?.popLast() {
          met.insert(stranger)
          note(key, .otherInput, "its seed was \(key.seed), and is \(stranger.seed)")
        } else {
          note(key, .baseOnly)
        }
        continue
      }
      if let problem = other.wrong ?? row.wrong {
        note(key, .wrong, problem)
        let (before, after) = (row.wrong == nil ? 0 : 1, other.wrong == nil ? 0 : 1)
        figures.append(Figure(key: key, kind: .wrong, standing: .both, base: before, head: after))
        continue
      }
      let (sizes, others) = ([workload.old, workload.new], [otherWorkload.old, otherWorkload.new])
      if sizes != others {
        let texts = [sizes, others].map { $0.map(String.init).joined(separator: " to ") }
        note(key, .otherInput, "it had \(texts[0]) items, and has \(texts[1])")
        continue
      }
      comparable.insert(key)
      add(key, row, other, before, after)
      for kind in kinds { note(key, otherPlace == nil ? .both : .otherPlace, otherPlace ?? "", kind) }
    }
    for key in after.keys {
      guard let (_, row) = after.rows[key] else { continue }
      if let problem = row.wrong { wrong.append(WrongAnswer(key: key, problem: problem)) }
      if before.rows[key] != nil { continue }
      // Without a base there is nothing to compare, but what is new must be right as well.
      if let problem = row.wrong {
        note(key, .wrong, problem)
        figures.append(Figure(key: key, kind: .wrong, standing: .both, head: 1))
      } else if !met.contains(key) {
        note(key, .headOnly)
      }
    }
    figures += lost
    self.base.keep(comparable)
    self.head.keep(comparable)
  }

  /// Adds where something stands.
  private mutating func note(_ key: DiffKey, _ standing: Standing, _ reason: String = "", _ kind: CountKind? = nil) {
    figures.append(Figure(key: key, kind: kind, standing: standing, reason))
  }

  /// Adds the counts of what is right on both sides.
  private mutating func add(
    _ key: DiffKey, _ row: Measured, _ other: Measured, _ before: Rows, _ after: Rows
  ) {
    let kinds = CountKind.kinds(of: row)
    for kind in kinds + CountKind.kinds(of: other).filter({ !kinds.contains($0) }) {
      var figure = Figure(key: key, kind: kind, standing: .both, better: other.better[kind.rawValue] ?? .fewer)
      figure.isCost = kind.isCost(in: other)
      switch (kind.value(in: row), kind.value(in: other)) {
      case (nil, nil): continue
      case (.some, nil):
        // In the same place what was counted can be counted.
        figure.standing =
          otherPlace != nil && kind.isMetered(in: row) && !after.meters.contains(kind) ? .noMeter : .baseOnly
      case (nil, .some):
        figure.standing = kind.isMetered(in: other) && !before.meters.contains(kind) ? .noMeter : .headOnly
      case (let value?, let otherValue?):
        (figure.base, figure.head) = (value, otherValue)
        let better = row.better[kind.rawValue] ?? .fewer
        if better != figure.better {
          figure.standing = .otherConfiguration
          figure.reason = "\(better) of it were better in the base, and \(figure.better) are in head"
        } else if kind.isMetered(in: row) != kind.isMetered(in: other) {
          figure.standing = .otherConfiguration
          figure.reason = "it is the runner's own count on one side only"
        } else if kind.isMetered(in: row), let otherPlace {
          (figure.standing, figure.reason) = (.otherPlace, otherPlace)
        }
      }
      figures.append(figure)
    }
  }

  /// That of two runs with nothing in them.
  package static var nothing: ComparisonPlan {
    let run = BenchmarkRun(environment: .nowhere, workloads: [])
    return ComparisonPlan(base: run, head: run, isPaired: true)
  }

  /// What differs between two environments and bears on times, memory and instructions.
  private static func difference(_ base: RunEnvironment, _ head: RunEnvironment) -> String? {
    let parts = [
      ("hosts", base.host, head.host), ("toolchains", base.toolchain, head.toolchain),
      ("allocators", base.allocator, head.allocator),
    ]
    return parts.lazy.compactMap { name, before, after in
      if before != after { return "the \(name) differ: \(before) and \(after)" }
      return before == RunEnvironment.unknown ? "the \(name) are unknown" : nil
    }.first
  }

  /// What is not compared, could hide what is worse, and nobody has accepted.
  package var gaps: [Figure] {
    figures.filter { $0.accepted == nil && $0.standing.isGap(allowingOtherHost: allowsOtherHost) }
  }

  /// Regressed where an answer is wrong; cannot tell where there are gaps, or nothing is compared.
  package var verdict: Verdict {
    if !wrong.isEmpty { return .regressed }
    return gaps.isEmpty && figures.contains { $0.standing == .both } ? .pass : .cannotTell
  }

  /// Adds what turned out to be wrong in head after it was counted.
  package mutating func add(_ wrong: [WrongAnswer]) { self.wrong += wrong }

  /// Adds what a gate did not reach.
  package mutating func leaveOut(_ figures: [Figure]) { self.figures += figures }

  /// Marks what is accepted, by a reason for each gap.
  mutating func accept(_ reason: (Figure) -> String?) {
    for index in figures.indices where figures[index].standing.isGap(allowingOtherHost: allowsOtherHost) {
      figures[index].accepted = reason(figures[index])
    }
  }

  /// The judged rows of a run.
  private struct Rows {
    var keys: [DiffKey] = []
    var rows: [DiffKey: (workload: WorkloadRun, row: Measured)] = [:]
    var twice: Set<DiffKey> = []
    /// What is counted of any of them.
    var meters: Set<CountKind> = []

    init(_ run: BenchmarkRun) {
      for (key, workload, row) in run.diffs where row.isJudged {
        if row.wrong == nil, row.allocations != nil { meters.formUnion([.allocations, .bytes]) }
        if rows[key] != nil {
          twice.insert(key)
          // One that is wrong is never hidden by another.
          if row.wrong == nil { continue }
        } else {
          keys.append(key)
        }
        rows[key] = (workload, row)
      }
    }
  }
}

extension DiffKey {
  /// The same with any seed.
  fileprivate var unseeded: DiffKey {
    var key = self
    key.seed = 0
    return key
  }
}

extension BenchmarkRun {
  /// Takes out what is judged and not one of these; of equal keys the first stays.
  fileprivate mutating func keep(_ keys: Set<DiffKey>) {
    var left = keys
    for index in workloads.indices {
      let workload = workloads[index]
      workloads[index].table.rows.removeAll { $0.isJudged && left.remove(workload.key(of: $0.name)) == nil }
    }
    workloads.removeAll { workload in !workload.table.rows.contains(where: \.isJudged) }
  }
}
