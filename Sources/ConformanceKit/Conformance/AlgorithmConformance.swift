public import SectionDiff
import StoreInterface

/// Proves an algorithm right, or shows the smallest input on which it is not.
///
/// It runs every law over all pairs of short sequences (repeats included), over a share of all small two-level worlds,
/// and over seeded random cases, in both scopes and under every duplicate policy. Then it tries what the algorithm
/// spends and whether it stops. For example, in a test of your own:
///
///     let report = AlgorithmConformance(of: FirstCome()).run(randomCases: 2_000, seed: 1)
///     #expect(report.failures.isEmpty, "\(report)")
@available(LiveSystems, *)
public struct AlgorithmConformance: Sendable {
  private let algorithm: any DiffAlgorithm
  private let budget: DiffBudget
  private let timeLimit: TimeLimit

  /// Puts an algorithm on trial.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm; it is held to what it says that it promises.
  ///   - budget: The budget it works under; when it runs out, only minimality is waived. A few cases are tried without
  ///     one, and some of many items with another one.
  ///   - timeLimit: What one call of the algorithm may take. The inputs are small, but for those of ``Law/budget``, and
  ///     those come with a small budget. An algorithm that takes longer breaks ``Law/ending``. At least 0.1 seconds.
  public init(of algorithm: any DiffAlgorithm, budget: DiffBudget = .standard, timeLimit: Duration = .seconds(10)) {
    self.init(of: algorithm, budget: budget, timeLimit: TimeLimit(timeLimit))
  }

  init(of algorithm: any DiffAlgorithm, budget: DiffBudget = .standard, timeLimit: TimeLimit) {
    self.algorithm = algorithm
    self.budget = budget
    self.timeLimit = timeLimit
  }

  /// Runs all laws.
  ///
  /// A few cases, in which each law has something to look at, are tried whatever the numbers are. Options that are out of
  /// bounds are refused: nothing is tried, and the report has a failure that says so.
  ///
  /// - Parameters:
  ///   - sequenceLength: Sequences on 3 letters up to this length are paired with each other; 5 is all that the
  ///     engine itself is tried with, 132,496 pairs. At most 8, 96,845,281 pairs.
  ///   - worldStride: Of the 328,832 pairs of small worlds every so manieth is tried, with contents changed for none,
  ///     one or all of the kept items in turn; 1 tries them all.
  ///   - randomCases: How many random cases, at most 100,000,000.
  ///   - seed: What the random cases depend on.
  ///   - maximumFailures: After so many cases that failed the trial ends; at least 1.
  ///   - announcing: Whether standard error names the case at work if the process ends by a trap, and the one that the
  ///     process before ended in. Nothing else is printed.
  /// - Returns: How often each law was checked, and the smallest failing cases.
  public func run(
    sequenceLength: Int = 4, worldStride: Int = 97, randomCases: Int = 2_000, seed: UInt64 = 1,
    maximumFailures: Int = 5, announcing: Bool = true
  ) -> ConformanceReport {
    let problem = OptionBounds.problem(
      of: ["sequenceLength": (sequenceLength, 8), "randomCases": (randomCases, 100_000_000)],
      waiting: ("timeLimit", timeLimit.duration))
    if let problem {
      var report = ConformanceReport(algorithm: algorithm.name)
      report.refuse(problem)
      return report
    }
    let work = WatchedWork()
    if announcing { RunningCase.printInterrupted(of: algorithm.name) }
    let running = RunningCase(of: algorithm.name, isAnnounced: announcing)
    defer { running.end() }
    let trial = AlgorithmTrial(
      algorithm: WatchedAlgorithm(base: algorithm, work: work), budget: budget,
      maximumFailures: max(1, maximumFailures), running: running)
    let hung = timeLimit.run(work) {
      trial.tryAll(
        sequenceLength: sequenceLength, worldStride: worldStride, randomCases: randomCases, seed: seed)
    }
    var report = trial.report
    report.seed = seed
    guard let hung else {
      report.add(.ending, broken: nil)
      return report
    }
    let message =
      "\(algorithm.name) did not answer within \(timeLimit.duration). Nothing can stop it: it continues on a thread of "
      + "its own, until it returns or the process ends"
    report.add(
      .ending,
      broken: ConformanceFailure(
        [LawViolation(law: .ending, message: message)],
        of: LawCase(from: World(flat: hung.old.map(Int.init)), to: World(flat: hung.new.map(Int.init))),
        algorithm: algorithm.name, setting: "the tokens that it was given"))
    report.skipRest()
    return report
  }
}

/// The work of a trial, whose report can be read while it continues.
private struct AlgorithmTrial: Sendable {
  let algorithm: WatchedAlgorithm
  let budget: DiffBudget
  let maximumFailures: Int
  /// Says what is tried, should the process end in it.
  let running: RunningCase
  private let found: Locked<ConformanceReport>

  init(algorithm: WatchedAlgorithm, budget: DiffBudget, maximumFailures: Int, running: RunningCase) {
    self.algorithm = algorithm
    self.running = running
    self.budget = budget
    self.maximumFailures = maximumFailures
    found = Locked(ConformanceReport(algorithm: algorithm.name))
  }

  /// What was found so far.
  var report: ConformanceReport { found.withLock { $0 } }

  private var isOver: Bool {
    algorithm.work.isGivenUp || found.withLock { $0.failed >= maximumFailures }
  }

  func tryAll(sequenceLength: Int, worldStride: Int, randomCases: Int, seed: UInt64) {
    let sequences = SmallSequences.all(letters: 3, length: max(0, sequenceLength)).map(World.init(flat:))
    tryEach(sequences) { old in tryEach(sequences) { new in check(LawCase(from: old, to: new), setting: 0) } }
    let newWorlds = SmallWorlds.newWorlds
    let oldWorlds = SmallWorlds.oldWorlds
    let changes = SmallWorlds.ContentChange.allCases
    tryEach(stride(from: 0, to: oldWorlds.count * newWorlds.count, by: max(1, worldStride)).enumerated()) {
      turn, pair in
      let old = oldWorlds[pair / newWorlds.count]
      let new = newWorlds[pair % newWorlds.count]
      let changed = SmallWorlds.changing(changes[turn % changes.count], in: new, from: old)
      check(LawCase(from: old, to: changed, then: new), setting: 4 * (turn / 3 % 2))
    }
    let cases = RandomCases(seed: seed)
    tryEach(0..<max(0, randomCases)) { check(cases[$0], setting: $0) }
    // Nothing is waived here.
    tryEach(Self.always) { lawCase in tryEach(0..<8) { check(lawCase, setting: $0, budget: .unlimited) } }
    tryEach(BudgetTrial.Input.allCases) { input in
      tryEach([BudgetTrial.generousUnits, BudgetTrial.tightUnits]) { check(input, units: $0) }
    }
    guard !isOver else { return found.withLock { $0.skipRest() } }
    add { $0.add(.budget, broken: BudgetTrial(algorithm: algorithm).failure(announcing: running.begin)) }
  }

  /// Tries one after another until the trial is over.
  private func tryEach<Cases: Sequence>(_ cases: Cases, _ body: (Cases.Element) -> Void) {
    for element in cases {
      if isOver { return }
      body(element)
    }
  }

  /// Cases that are tried whatever the options: rows that change places, some that could stay, repeats, and sections that
  /// come, go, move and change.
  private static let always: [LawCase] = [
    LawCase(from: World(flat: [0, 1, 2]), to: World(flat: [2, 1, 0]), then: World(flat: [1, 3])),
    LawCase(from: World(flat: [0, 1, 2, 3]), to: World(flat: [4, 1, 2, 0]), then: World(flat: [0, 1, 2, 3])),
    LawCase(from: World(flat: [0, 1, 0, 2]), to: World(flat: [2, 0, 1, 1, 0, 0]), then: World(flat: [1, 1, 2])),
    LawCase(
      from: World(sections: [
        .init(key: 0, rows: [.init(id: 0), .init(id: 1), .init(id: 2)]), .init(key: 1, rows: [.init(id: 3)]),
        .init(key: 2, rows: [.init(id: 4)]),
      ]),
      to: World(sections: [
        .init(key: 2, header: 1, rows: [.init(id: 1, content: 1), .init(id: 4, content: 1)]),
        .init(key: 0, rows: [.init(id: 5), .init(id: 2), .init(id: 0)]), .init(key: 3, rows: [.init(id: 6)]),
      ]),
      then: World(sections: [.init(key: 0, rows: [.init(id: 4), .init(id: 0)]), .init(key: 1)])),
  ]

  /// Checks one case, in one of 8 settings: all policies in both scopes, in turn.
  private func check(_ lawCase: LawCase, setting: Int, budget: DiffBudget? = nil) {
    let policies = DuplicatePolicy.allCases
    let scopes = IdentityScope.allCases
    let differ = Differ(
      algorithm: algorithm, duplicates: policies[setting % policies.count],
      scope: scopes[setting / policies.count % scopes.count], budget: budget ?? self.budget)
    running.begin("\(lawCase), \(differ.duplicates.rawValue), \(differ.scope.rawValue)")
    add { $0.check(lawCase, differ: differ) }
  }

  /// Checks an input of many items under a budget that no algorithm takes long to spend.
  private func check(_ input: BudgetTrial.Input, units: Int) {
    let differ = Differ(algorithm: algorithm, budget: DiffBudget(workUnits: units))
    add { $0.check(input, differ: differ, announcing: running.begin) }
  }

  /// Adds what was found, unless the trial was given up: what an algorithm answers then is no one's fault.
  private func add(_ tried: (inout ConformanceReport) -> Void) {
    var report = ConformanceReport(algorithm: algorithm.name)
    tried(&report)
    if !algorithm.work.isGivenUp { found.withLock { $0.add(report) } }
  }
}
