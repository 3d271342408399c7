/// Which strategy to use on an input, what was measured of all, and why.
///
/// Printed it is what `section-diff advise` prints.
@available(LiveSystems, *)
public struct Advice: Sendable {
  /// What was measured, in words.
  package struct Subject: Sendable {
    /// What it is, for people.
    package var title: String
    /// What it is, for programs: names and values as JSON.
    package var members: [(name: String, json: String)]
    /// The kind of element.
    package var elements: String
    /// The number of old items.
    package var oldCount: Int
    /// The number of new items.
    package var newCount: Int
    /// What a comparison is, for the line that explains the floor `scan`.
    package var comparison: String
    /// What the dictionary holds, for the line that explains the floor `dict`.
    package var dictionary: String
    /// How answers were verified.
    package var verified: String
    /// How the program comes to run on jemalloc, for the line that says that allocations were not counted.
    package var onJemalloc = "scripts/with-jemalloc section-diff advise …"

    /// Describes what is measured.
    package init(
      title: String, members: [(name: String, json: String)], elements: String, oldCount: Int, newCount: Int,
      comparison: String, dictionary: String, verified: String
    ) {
      self.title = title
      self.members = members
      self.elements = elements
      self.oldCount = oldCount
      self.newCount = newCount
      self.comparison = comparison
      self.dictionary = dictionary
      self.verified = verified
    }
  }

  /// What was measured.
  package var subject: Subject
  /// The floors: scan, dict, stdlib.
  package var floors: [FloorFigures]
  /// The strategies.
  package var rows: [StrategyFigures]
  /// The wrong answers: whose each is, and what is wrong with it. What is wrong was not timed, and is never recommended.
  ///
  /// A diff that fails is one: its problem is `it fails: ` and the error.
  public let wrong: [VerificationFailure]
  /// One strategy against itself.
  package var noise: PairedRatio?
  /// Which one that was.
  package var noiseName: String
  /// What gave out memory, where it was counted.
  package var allocator: String?
  /// Whether it is counted on jemalloc: not where the runner is no suite of the harness.
  private(set) var countsOnJemalloc = true
  /// Whether a runner measured it: as many rounds as that takes, whatever is to be decided.
  package var isRecorded = false
  /// What the recommendation is based on.
  public let preference: Advisor.Preference
  /// What to use.
  package var recommendation: Recommendation

  /// The strategy to use, by its name.
  public var recommended: String { recommendation.strategy }
  /// Why, in one sentence.
  public var reason: String { recommendation.reason }
  /// What would change the choice, a sentence each.
  public var alternatives: [String] { recommendation.otherwise }
  /// The strategies of which any may be the fastest, for all that the times say; empty where they say enough.
  public var undecided: [String] { recommendation.undecided }

  /// Nothing that could be recommended: no contender at all, or none with a right answer.
  public struct NothingToRecommend: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose answer is wrong, and what is wrong with it; empty where there was no contender.
    public let wrong: [VerificationFailure]

    /// What is wrong with each, in one line.
    public var description: String {
      wrong.isEmpty
        ? "nothing was measured; give at least one contender" : wrong.map(\.description).joined(separator: "; ")
    }
  }

  /// How often more rounds are taken where the rounds before do not decide: each time four times as many.
  static let mostExtensions = 2

  /// Measures contenders on an input.
  ///
  /// Where chance hides which is the fastest, those that may be are timed again in four times as many rounds, and so on;
  /// then it says that it cannot tell.
  ///
  /// - Parameters:
  ///   - rivals: what another program measured on the same input, whose answers have been verified.
  ///   - progress: called with what is being done, and the share that is done.
  package init<Clock: NanosecondClock>(
    on input: BenchmarkInput, _ subject: Subject, preferring preference: Advisor.Preference,
    with harness: Harness<Clock>,
    beside rivals: [Measured] = [], progress: (_ what: String, _ share: Double) throws -> Void = { _, _ in }
  ) throws {
    let named = input.contenders.first?.name ?? ""
    var beside = input.floors
    var cost: StandardDifference.Cost?
    if let standard = input.standard {
      try progress("timing the standard library's difference", 0)
      let found = standard.cost(harness.clock)
      if found.isRepeatable { beside.append(standard.contender) }
      cost = found
    }
    var quickest = FirstAnswer(among: input.contenders.map(\.name))
    func shown(_ step: Harness<Clock>.Step, _ what: String) throws {
      switch step {
      case .checking(let name): try progress("checking the answer of \(name)" + quickest.text, 0)
      case .ran(let name, let nanoseconds): quickest.add(name, nanoseconds)
      case .timing(let share): try progress(what + quickest.text, share)
      }
    }
    var table = try harness.measureRight(
      beside + input.contenders, against: beside.map(\.name), noiseOf: named, showsFirst: true
    ) { try shown($0, "timing") }
    let first = input.contenders.first { table[$0.name]?.wrong == nil }?.name ?? named
    table.rows += rivals
    let foreign = Set(rivals.map(\.name))
    try self.init(
      table, cost, subject, preferring: preference, first: first, foreign: foreign,
      allocator: harness.meter?.allocatorName)
    var plan = harness.plan
    // More rounds of one alone, or of what another program timed, tell nothing.
    for _ in 0..<Self.mostExtensions where undecided.count(where: { !foreign.contains($0) }) > 1 {
      plan.maximumRounds *= 4
      plan.nanosecondsPerContender *= 4
      let names = Set(undecided + [first])
      // Their answers have been checked, and counted.
      let again = input.contenders.filter { names.contains($0.name) }.map { Contender($0.name, run: $0.run) }
      let more = Harness(plan: plan, clock: harness.clock, meter: nil, bootstrap: harness.bootstrap)
      // They are in the first answer, which is no longer shown.
      quickest = FirstAnswer(among: [])
      let what = "more rounds: \(undecided.joined(separator: ", ")) are too close"
      var timed = try more.measure(again, noiseOf: first) { try shown($0, what) }
      for index in timed.rows.indices { timed.rows[index].answer = table[timed.rows[index].name]?.answer }
      for index in rows.indices {
        guard let row = timed[rows[index].name] else { continue }
        rows[index].retime(row, in: timed, before: table, first: first, foreign: foreign)
      }
      noise = timed.noise ?? noise
      recommendation =
        Recommendation(among: rows, preferring: preference, noise: timed.noiseShare) ?? recommendation
    }
  }

  /// Advice on what a runner measured.
  package init(
    _ run: WorkloadRun, by environment: RunEnvironment, _ subject: Subject, preferring preference: Advisor.Preference
  ) throws {
    let first = run.table.rows.first { $0.isJudged && $0.wrong == nil }?.name ?? ""
    let cost: StandardDifference.Cost? =
      run.table[Floors.standardName] == nil ? run.standardNanoseconds.map { .measured($0) } : nil
    try self.init(
      run.table, cost, subject, preferring: preference, first: first, foreign: [],
      allocator: run.table.rows.contains { $0.allocations != nil } ? environment.allocator : nil)
    isRecorded = true
    countsOnJemalloc = environment.allocator == RunEnvironment.systemAllocator
  }

  private init(
    _ table: MeasuredTable, _ standard: StandardDifference.Cost?, _ subject: Subject,
    preferring preference: Advisor.Preference, first: String, foreign: Set<String>, allocator: String?
  ) throws {
    func floor(_ row: Measured) -> FloorFigures {
      switch row.name {
      case Floors.scanName: FloorFigures(row, meaning: subject.comparison)
      case Floors.dictionaryName: FloorFigures(row, meaning: subject.dictionary)
      case Floors.standardName: FloorFigures(row, meaning: "new.difference(from: old)")
      default: FloorFigures(row, meaning: "measured beside them, and no candidate")
      }
    }
    floors = table.rows.filter { !$0.isJudged }.map(floor)
    if let standard, table[Floors.standardName] == nil {
      let scan = table[Floors.scanName]?.median
      floors.append(FloorFigures(standard: standard, scan: scan, dict: table[Floors.dictionaryName]?.median))
    }
    let standardTime = floors.first { $0.name == Floors.standardName }?.nanoseconds
    rows = table.rows.compactMap {
      StrategyFigures($0, in: table, first: first, foreign: foreign, standard: standardTime)
    }
    let own = MeasuredTable(rows: table.rows.filter { !foreign.contains($0.name) }, noise: table.noise)
    wrong = table.rows.compactMap { row in row.wrong.map { VerificationFailure(row.name, $0) } }
    guard
      let recommendation = Recommendation(among: rows, preferring: preference, noise: own.noiseShare)
    else { throw NothingToRecommend(wrong: wrong) }
    noise = table.noise
    noiseName = first
    self.subject = subject
    self.allocator = allocator
    self.preference = preference
    self.recommendation = recommendation
  }
}

/// What is known before the rounds are done: the quickest in one run each.
private struct FirstAnswer {
  /// As many as fit in a line of progress.
  private static let most = 3

  private let names: Set<String>
  private var times: [(name: String, nanoseconds: Int)] = []

  /// Takes no figures but those of the contenders.
  init(among names: [String]) { self.names = Set(names) }

  mutating func add(_ name: String, _ nanoseconds: Int) {
    if names.contains(name) { times.append((name, nanoseconds)) }
  }

  /// For example `; so far lis 137 ms, adaptive 139 ms`; nothing before there is a figure.
  var text: String {
    let quickest = times.sorted { $0.nanoseconds < $1.nanoseconds }.prefix(Self.most)
    let parts = quickest.map { "\($0.name) \(Figures.time(Double($0.nanoseconds)))" }
    return parts.isEmpty ? "" : "; so far " + parts.joined(separator: ", ")
  }
}
