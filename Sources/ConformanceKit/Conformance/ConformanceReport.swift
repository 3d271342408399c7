package import SectionDiff

/// What a trial found.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// The name of the algorithm on trial, or of the whole.
  public let algorithm: String
  /// How often each law was checked, and how often it was broken.
  package private(set) var tally = LawTally()
  /// The cases that kept every law.
  public private(set) var passed = 0
  /// The smallest failing cases; one for each case that failed, up to the first 20.
  public private(set) var failures: [ConformanceFailure] = []
  /// The cases that broke a law.
  public private(set) var failed = 0
  /// Whether all cases were tried; false when the algorithm did not come back from one.
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
  /// - Returns: Whether all laws held.
  @discardableResult
  package mutating func check(
    _ lawCase: LawCase, differs: [Differ], reusing workspace: DiffWorkspace
  ) -> Bool {
    var holds = true
    var judged = JudgedChangesets()
    for differ in differs {
      ChangesetLaws.check(
        lawCase, differ: differ, judged: &judged, reusing: workspace, &tally)
      guard !tally.violations.isEmpty else { continue }
      holds = false
      if failures.count < 20 {
        failures.append(
          ConformanceFailure(shrinking: lawCase, differ: differ, violations: tally.violations))
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

  /// Counts a law of the algorithm itself as one case.
  mutating func add(_ law: Law, broken failure: ConformanceFailure?) {
    tally.check(law, failure?.violations.map(\.message) ?? [])
    tally.removeViolations()
    if let failure {
      failed += 1
      if failures.count < 20 { failures.append(failure) }
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
    failures += other.failures.prefix(max(0, 20 - failures.count))
  }

  /// A line for each law, the failures, what is not tried, whether the rest was skipped, and the line `N passed, M failed`.
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
    return text + "\(passed) passed, \(failed) failed"
  }
}
