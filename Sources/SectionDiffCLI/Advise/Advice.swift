internal import BenchmarkHarness

/// What `advise` found out, ready to be printed.
struct Advice {
  /// What was measured, for people.
  var title: String
  /// What was measured, for programs.
  var members: [(name: String, json: String)]
  /// The kind of element.
  var elements: String
  /// The number of old items.
  var oldCount: Int
  /// The number of new items.
  var newCount: Int
  /// The floors: scan, dict, stdlib.
  var floors: [FloorFigures]
  /// The strategies.
  var rows: [StrategyFigures]
  /// The fewest and the most rounds that a strategy was timed in.
  var rounds: ClosedRange<Int>
  /// One strategy against itself.
  var noise: PairedRatio?
  /// Which one that was.
  var noiseName: String
  /// What gave out memory, where it was counted.
  var allocator: String?
  /// What the recommendation is based on.
  var preference: Preference
  /// What to use.
  var recommendation: Recommendation

  /// Measures the strategies on an input.
  ///
  /// - Parameter progress: called with what is being done, and the share that is done.
  /// - Throws: that an answer is wrong, which is a defect of this package.
  init<Clock: NanosecondClock>(
    on input: MeasuredInput, preferring preference: Preference, with harness: Harness<Clock>,
    progress: (_ what: String, _ share: Double) -> Void = { _, _ in }
  ) throws(Failure) {
    let first = Strategy.standard.name
    noiseName = first
    progress("timing the standard library's difference", 0)
    let standard = input.standard()
    var contenders = input.contenders
    var against = [Floors.scanName, Floors.dictionaryName, first]
    if standard.isRepeatable {
      contenders.append(input.standardContender)
      against.append(Floors.standardName)
    }
    let table: MeasuredTable
    do {
      table = try harness.measure(
        contenders, against: against, noiseOf: first
      ) { step in
        switch step {
        case .checking(let name): progress("checking the answer of \(name)", 0)
        case .timing(let share): progress("timing", share)
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error); please report this")
    }
    let floors = Self.floors(table, standard, of: input)
    let rows = table.rows.compactMap {
      StrategyFigures($0, in: table, first: first, standard: floors.last?.nanoseconds)
    }
    guard
      let recommendation = Recommendation(among: rows, preferring: preference, noise: table.noiseShare)
    else { throw Failure("no strategy was measured; please report this") }
    let rounds = table.rows.filter { $0.answer != nil }.map(\.series.rounds.count)
    title = input.title
    members = input.members
    elements = input.elements
    oldCount = input.oldCount
    newCount = input.newCount
    self.floors = floors
    self.rows = rows
    self.rounds = (rounds.min() ?? 0)...(rounds.max() ?? 0)
    noise = table.noise
    allocator = harness.meter?.allocatorName
    self.preference = preference
    self.recommendation = recommendation
  }

  /// The rows of the floors; that of the standard library is never left out.
  private static func floors(
    _ table: MeasuredTable, _ standard: StandardDifference.Cost, of input: MeasuredInput
  ) -> [FloorFigures] {
    let scan = table[Floors.scanName].map { FloorFigures($0, meaning: input.comparison) }
    let dict = table[Floors.dictionaryName].map { FloorFigures($0, meaning: input.dictionary) }
    let last =
      table[Floors.standardName].map { FloorFigures($0, meaning: "new.difference(from: old)") }
      ?? FloorFigures(standard: standard, scan: scan?.nanoseconds, dict: dict?.nanoseconds)
    return [scan, dict, last].compactMap { $0 }
  }
}
