package import SectionDiff

/// What a trial found.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// The name of the algorithm on trial, or of the whole.
  public let algorithm: String
  /// What the random cases depended on; the same seed repeats the run.
  var seed: UInt64?
  /// How often each law was checked, and how often it was broken.
  package private(set) var tally = LawTally()
  /// The cases that kept every law.
  public private(set) var passed = 0
  /// The smallest failing cases, each once, up to the first 20: other cases that failed come to the same ones.
  public private(set) var failures: [ConformanceFailure] = []
  /// The cases that broke a law.
  public private(set) var failed = 0
  /// How many of them were made smaller.
  private var shrunk = 0
  /// Whether all cases were tried; false when the algorithm did not come back from one, and when so many failed that the
  /// trial ended.
  public private(set) var isComplete = true

  /// Makes an empty report.
  package init(algorithm: String) { self.algorithm = algorithm }

  /// Checks a case under some differs, counts it as one, and shrinks it where it fails.
  ///
  /// - Returns: Whether all laws held.
  @discardableResult
  package mutating func check(_ lawCase: LawCase, differs: [Differ]) -> Bool {
    let workspace = DiffWorkspace()
    return check(lawCase, differs: differs, reusing: workspace)
  }

  /// The same in a workspace that other cases have used: each diff is repeated there, and must not show it.
  ///
  /// - Parameter slowLaws: Which of them are checked.
  /// - Returns: Whether all laws held.
  @discardableResult
  mutating func check(
    _ lawCase: LawCase, differs: [Differ], reusing workspace: DiffWorkspace, slowLaws: SlowLaws = .all
  ) -> Bool {
    var holds = true
    var judged = JudgedChangesets()
    for differ in differs {
      ChangesetLaws.check(
        lawCase, differ: differ, judged: &judged, reusing: workspace, slowLaws: slowLaws, &tally)
      guard !tally.violations.isEmpty else { continue }
      holds = false
      if failures.count < Self.failureLimit, shrunk < 2 * Self.failureLimit {
        shrunk += 1
        note([ConformanceFailure(shrinking: lawCase, differ: differ, violations: tally.violations)])
      }
      tally.removeViolations()
    }
    if holds { passed += 1 } else { failed += 1 }
    return holds
  }

  /// Checks a case under one differ.
  @discardableResult
  package mutating func check(_ lawCase: LawCase, differ: Differ) -> Bool {
    check(lawCase, differs: [differ])
  }

  /// Checks an input of many items, and shows one of fewer items where that fails, too.
  ///
  /// - Parameter begin: Is told what is tried before it is.
  mutating func check(_ input: BudgetTrial.Input, differ: Differ, announcing begin: (String) -> Void) {
    func check(_ count: Int, counting tally: inout LawTally) -> [LawViolation] {
      begin("\(input.name(count: count)), a budget of \(differ.budget.workUnits) units")
      var judged = JudgedChangesets()
      ChangesetLaws.check(
        input.lawCase(count: count), differ: differ, judged: &judged, reusing: DiffWorkspace(), slowLaws: [], &tally)
      defer { tally.removeViolations() }
      return tally.violations
    }
    let found = check(BudgetTrial.manyCount, counting: &tally)
    guard let law = found.first?.law else { return passed += 1 }
    failed += 1
    let (count, violations) = CaseShrinker.smallest(
      BudgetTrial.manyCount, showing: found, steps: { count in [2, 4, 8, 16].map { count - count / $0 } },
      problem: { count in
        var tally = LawTally()
        let violations = check(count, counting: &tally)
        return violations.contains { $0.law == law } ? violations : nil
      })
    note([
      ConformanceFailure(
        violations, of: input.lawCase(count: count), algorithm: differ.algorithm.name,
        setting: "\(input.name(count: count)), a budget of \(differ.budget.workUnits) units")
    ])
  }

  /// Says that nothing was tried, because an option is out of bounds.
  mutating func refuse(_ problem: String) {
    failed += 1
    isComplete = false
    note([
      ConformanceFailure(
        [], of: LawCase(from: World(), to: World()), algorithm: algorithm, setting: "not tried: \(problem)")
    ])
  }

  /// Counts a law of the algorithm itself as one case.
  mutating func add(_ law: Law, broken failure: ConformanceFailure?) {
    tally.check(law, failure?.violations.map(\.message) ?? [])
    tally.removeViolations()
    if let failure {
      failed += 1
      note([failure])
    } else {
      passed += 1
    }
  }

  /// Says that the rest was skipped.
  mutating func skipRest() { isComplete = false }

  /// Adds what another trial found.
  package mutating func add(_ other: ConformanceReport) {
    tally.add(other.tally)
    passed += other.passed
    failed += other.failed
    isComplete = isComplete && other.isComplete
    note(other.failures)
  }

  /// So many failing cases are kept. Twice as many are made smaller, which takes long: most may come to the same one.
  private static var failureLimit: Int { 20 }

  private mutating func note(_ found: [ConformanceFailure]) {
    for failure in found where failures.count < Self.failureLimit && !failures.contains(where: failure.isLike) {
      failures.append(failure)
    }
  }

  /// How many laws the algorithm kept, and how many cases, in one line.
  public var score: String {
    let tried = Law.allCases.filter { tally.checks(of: $0) > 0 }
    let broken = tried.count { tally.failures(of: $0) > 0 }
    return "\(algorithm): \(tried.count - broken) of \(tried.count) laws kept, \(broken) broken; "
      + "\(passed) cases passed, \(failed) failed"
  }

  /// A line for each law, the failures, whether the rest was skipped, what is not tried, the seed, and the score.
  public var description: String {
    var text = ""
    for law in Law.allCases where tally.checks(of: law) > 0 {
      let failures = tally.failures(of: law)
      text +=
        "\(law.rawValue): \(tally.checks(of: law)) checks" + (failures > 0 ? ", \(failures) broken\n" : "\n")
    }
    for failure in failures { text += "\(failure)" }
    if !isComplete { text += "the rest was skipped\n" }
    text += "not tried by any law: speed, and memory; time it on inputs of your own, by BenchmarkHarness for example\n"
    if let seed { text += "seed \(seed) repeats the run\n" }
    return text + score
  }
}
