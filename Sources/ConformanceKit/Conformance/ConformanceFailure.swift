package import SectionDiff

/// A case that broke a law, made as small as it gets.
///
/// Those of ``Law/budget`` and ``Law/ending`` stay as they were found: two lists of tokens that the algorithm was given.
/// Options that were refused are a failure that breaks no law.
public struct ConformanceFailure: Sendable, CustomStringConvertible {
  /// The laws that the smallest case breaks.
  public let violations: [LawViolation]
  /// The smallest case.
  package let smallest: LawCase
  /// The name of the algorithm.
  private let algorithm: String
  /// The strategy, policy and scope at work, or what the algorithm was tried under.
  public let setting: String

  /// The setting, the laws and the case, one line each.
  public var description: String {
    "\(setting)\n" + (violations.isEmpty ? "" : "  case: \("\(smallest)".shortened(to: 400))\n")
      + violations.map { "  \("\($0)".shortened(to: 1_000))\n" }.joined()
  }

  /// Whether another failure says the same: the same algorithm breaks the same laws on the same smallest case.
  func isLike(_ other: ConformanceFailure) -> Bool {
    algorithm == other.algorithm && smallest == other.smallest && violations.map(\.law) == other.violations.map(\.law)
  }

  /// Reports a case as it is.
  init(_ violations: [LawViolation], of found: LawCase, algorithm: String, setting: String) {
    self.violations = violations
    self.algorithm = algorithm
    smallest = found
    self.setting = "\(algorithm), \(setting)"
  }

  /// Shrinks a case that breaks laws, as long as it breaks the first of them.
  package init(shrinking found: LawCase, differ: Differ, violations: [LawViolation]) {
    func broken(by lawCase: LawCase) -> [LawViolation] {
      var tally = LawTally()
      ChangesetLaws.check(lawCase, differ: differ, counting: &tally)
      return tally.violations
    }
    let law = violations.first?.law
    let smallest = CaseShrinker.smallest(found) { lawCase in broken(by: lawCase).contains { $0.law == law } }
    let remaining = broken(by: smallest)
    self.smallest = smallest
    // An algorithm whose answers vary may not fail again.
    self.violations = remaining.isEmpty ? violations : remaining
    algorithm = differ.algorithm.name
    setting = "\(algorithm), \(differ.duplicates.rawValue), \(differ.scope.rawValue)"
  }
}

extension String {
  /// The text on one line, cut off where it is longer than so many characters.
  func shortened(to limit: Int) -> String {
    let line = String(map { $0.isNewline ? " " : $0 })
    return line.count > limit ? "\(line.prefix(limit))…" : line
  }
}
