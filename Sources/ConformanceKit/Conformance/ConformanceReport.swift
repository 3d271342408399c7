public import SectionDiff

/// What a trial found.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// The name of the algorithm on trial, or of the whole.
  public let algorithm: String
  /// How often each law was checked, and how often it was broken.
  public private(set) var tally = LawTally()
  /// The cases that kept every law.
  public private(set) var passed = 0
  /// The smallest failing cases; one for each case that failed, up to the first 20.
  public private(set) var failures: [ConformanceFailure] = []
  /// The cases that broke a law.
  public private(set) var failed = 0

  /// Makes an empty report.
  public init(algorithm: String) { self.algorithm = algorithm }

  /// Checks a case under some differs, counts it as one, and shrinks it where it fails.
  ///
  /// - Returns: Whether all laws held.
  @discardableResult
  public mutating func check(
    _ lawCase: LawCase, differs: [(differ: Differ, promises: AlgorithmPromises)]
  ) -> Bool {
    var workspace = DiffWorkspace()
    return check(lawCase, differs: differs, reusing: &workspace)
  }

  /// The same in a workspace that other cases have used: each diff is repeated there, and must not show it.
  ///
  /// - Returns: Whether all laws held.
  @discardableResult
  public mutating func check(
    _ lawCase: LawCase, differs: [(differ: Differ, promises: AlgorithmPromises)],
    reusing workspace: inout DiffWorkspace
  ) -> Bool {
    var holds = true
    var judged = JudgedChangesets()
    for (differ, promises) in differs {
      ChangesetLaws.check(
        lawCase, differ: differ, promises: promises, judged: &judged, reusing: &workspace,
        &tally)
      guard !tally.violations.isEmpty else { continue }
      holds = false
      if failures.count < 20 {
        failures.append(
          ConformanceFailure(
            shrinking: lawCase, differ: differ, promises: promises, violations: tally.violations))
      }
      tally.removeViolations()
    }
    if holds { passed += 1 } else { failed += 1 }
    return holds
  }

  /// Checks a case under one differ.
  @discardableResult
  public mutating func check(_ lawCase: LawCase, differ: Differ, promises: AlgorithmPromises) -> Bool {
    check(lawCase, differs: [(differ, promises)])
  }

  /// Adds what another trial found.
  public mutating func add(_ other: ConformanceReport) {
    tally.add(other.tally)
    passed += other.passed
    failed += other.failed
    failures += other.failures.prefix(max(0, 20 - failures.count))
  }

  /// A line for each law, the failures, and the line `N passed, M failed`.
  public var description: String {
    var text = ""
    for law in Law.allCases where tally.checks(of: law) > 0 {
      let failures = tally.failures(of: law)
      text +=
        "\(law.rawValue): \(tally.checks(of: law)) checks" + (failures > 0 ? ", \(failures) broken\n" : "\n")
    }
    for failure in failures { text += "\(failure)" }
    return text + "\(passed) passed, \(failed) failed"
  }
}
