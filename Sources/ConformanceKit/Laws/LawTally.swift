/// How often each law was checked, and what broke it.
package struct LawTally: Sendable {
  private var checks = [Int](repeating: 0, count: Law.allCases.count)
  private var failures = [Int](repeating: 0, count: Law.allCases.count)
  /// What was broken since the last ``removeViolations()``.
  package private(set) var violations: [LawViolation] = []

  /// Makes an empty tally.
  package init() {}

  /// How often a law was checked.
  package func checks(of law: Law) -> Int { checks[law.ordinal] }

  /// How often a law was found broken; each check counts once.
  package func failures(of law: Law) -> Int { failures[law.ordinal] }

  /// Counts one check, and a failure where it returns sentences.
  mutating func check(_ law: Law, _ problems: [String]) {
    checks[law.ordinal] += 1
    guard !problems.isEmpty else { return }
    failures[law.ordinal] += 1
    violations += problems.map { LawViolation(law: law, message: $0) }
  }

  /// Counts one check of a law that states an equation.
  mutating func check(_ law: Law, _ holds: Bool, _ message: @autoclosure () -> String) {
    check(law, holds ? [] : [message()])
  }

  /// Forgets the violations, not the counts.
  package mutating func removeViolations() { violations.removeAll(keepingCapacity: true) }

  /// Adds the counts and violations of another tally.
  package mutating func add(_ other: LawTally) {
    for law in Law.allCases {
      checks[law.ordinal] += other.checks[law.ordinal]
      failures[law.ordinal] += other.failures[law.ordinal]
    }
    violations += other.violations
  }
}
