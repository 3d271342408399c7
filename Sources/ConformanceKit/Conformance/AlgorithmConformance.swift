public import SectionDiff

/// Proves an algorithm right, or shows the smallest input on which it is not.
///
/// It runs every law over all pairs of short sequences (repeats included), over a share of all small two-level worlds,
/// and over seeded random cases, in both scopes and under every duplicate policy. For example, in a test of your own:
///
///     let report = AlgorithmConformance(of: FirstCome()).run(randomCases: 2_000, seed: 1)
///     #expect(report.failures.isEmpty, "\(report)")
public struct AlgorithmConformance: Sendable {
  private let algorithm: any DiffAlgorithm
  private let promises: AlgorithmPromises
  private let budget: DiffBudget

  /// Puts an algorithm on trial.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm.
  ///   - promises: How small its answers must be; by default, what it says of itself.
  ///   - budget: The budget it works under; when it runs out, only minimality is waived.
  public init(
    of algorithm: any DiffAlgorithm, promises: AlgorithmPromises? = nil, budget: DiffBudget = .standard
  ) {
    self.algorithm = algorithm
    self.promises = promises ?? AlgorithmPromises(of: algorithm)
    self.budget = budget
  }

  /// Runs all laws.
  ///
  /// - Parameters:
  ///   - sequenceLength: Sequences on 3 letters up to this length are paired with each other; 5 is all that the
  ///     engine itself is tried with, 132,496 pairs.
  ///   - worldStride: Of the 328,832 pairs of small worlds every so manieth is tried, with contents changed for none,
  ///     one or all of the kept items in turn; 1 tries them all.
  ///   - randomCases: How many random cases.
  ///   - seed: What the random cases depend on.
  ///   - maximumFailures: After so many failures the trial ends.
  /// - Returns: How often each law was checked, and the smallest failing cases.
  public func run(
    sequenceLength: Int = 4, worldStride: Int = 97, randomCases: Int = 2_000, seed: UInt64 = 1,
    maximumFailures: Int = 5
  ) -> ConformanceReport {
    var report = ConformanceReport(algorithm: algorithm.name)
    func isEnough() -> Bool { report.failures.count >= maximumFailures }

    let sequences = SmallSequences.all(letters: 3, length: sequenceLength).map(World.init(flat:))
    for old in sequences {
      for new in sequences where !isEnough() { check(LawCase(from: old, to: new), setting: 0, &report) }
    }
    let newWorlds = SmallWorlds.newWorlds
    let oldWorlds = SmallWorlds.oldWorlds
    let changes = SmallWorlds.ContentChange.allCases
    for (turn, pair) in stride(from: 0, to: oldWorlds.count * newWorlds.count, by: max(1, worldStride))
      .enumerated()
    where !isEnough() {
      let old = oldWorlds[pair / newWorlds.count]
      let new = newWorlds[pair % newWorlds.count]
      let changed = SmallWorlds.changing(changes[turn % changes.count], in: new, from: old)
      check(LawCase(from: old, to: changed, then: new), setting: 4 * (turn / 3 % 2), &report)
    }
    let cases = RandomCases(seed: seed)
    for number in 0..<randomCases where !isEnough() { check(cases[number], setting: number, &report) }
    return report
  }

  /// The differ of a setting: all policies in both scopes, in turn.
  private func differ(setting: Int) -> Differ {
    let policies = DuplicatePolicy.allCases
    let scopes = IdentityScope.allCases
    return Differ(
      algorithm: algorithm, duplicates: policies[setting % policies.count],
      scope: scopes[setting / policies.count % scopes.count], budget: budget)
  }

  private func check(_ lawCase: LawCase, setting: Int, _ report: inout ConformanceReport) {
    let differ = differ(setting: setting)
    report.check(lawCase, differ: differ, promises: promises)
  }
}
