import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Subjects

/// Both sides of a workload in memory, and what runs on them.
struct RunnerInput {
  private let choice: InputChoice
  private let elements: String
  private let oldCount: Int
  private let newCount: Int
  private let floors: [Contender]
  private let strategies: [(strategy: Strategy, contender: Contender)]
  private let stages: Contender
  private let verifyStages: () throws -> Void
  /// What a list view calls: as the strategies do, but without a receipt.
  private let changeset: Contender
  private let snapshots: Contender
  private let standard: Contender
  private let standardCost: (SystemClock) -> StandardDifference.Cost

  /// Makes the elements of both sides. Generic code of the library is compiled here, in another package, as it is for
  /// its users.
  init<Element: WorkloadElement>(
    _ choice: InputChoice, _ pair: WorkloadPair, of type: Element.Type, from pool: Element.Pool,
    kind elements: String
  ) {
    let old = pair.old.snapshot(of: type, from: pool)
    let new = pair.new.snapshot(of: type, from: pool)
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    let comparison = IdentifiableComparison<Element>()
    let isUnique = choice.workload.hasUniqueIDs
    let counts = pair.expectedCounts(hasUniqueIDs: isUnique)
    self.choice = choice
    self.elements = elements
    oldCount = oldItems.count
    newCount = newItems.count
    floors = [
      Contender(Floors.scanName) { Floors.scan(oldItems, newItems, comparing: comparison) },
      Contender(Floors.dictionaryName) { Floors.dictionary(oldItems, newItems) },
    ]
    strategies = Strategy.all.map { strategy in
      let expected = AnswerExpectation(counts, hasUniqueIDs: isUnique, promise: strategy.promise)
      return (
        strategy,
        .diff(
          strategy.name, by: strategy.differ, from: old, to: new,
          comparing: comparison, expecting: expected)
      )
    }
    stages = .stages("\(Strategy.standard.name)-stages", by: Strategy.standard.differ, from: old, to: new)
    let name = stages.name
    verifyStages = { try Contender.verifyStages(name, by: Strategy.standard.differ, from: old, to: new) }
    changeset = Contender("changeset") {
      try Strategy.standard.differ.changeset(from: old, to: new).changeCount
    }
    // Made when it is run first, which is not timed.
    var sides: [[SnapshotSection<Int, Element, NoHeader>]] = []
    snapshots = Contender("snapshots") {
      if sides.isEmpty {
        sides = [old, new].map { side in
          side.sections.map { SnapshotSection($0.key, header: $0.header, items: Array($0.items)) }
        }
      }
      return sides.reduce(0) { $0 + Snapshot(sections: $1).itemCount }
    }
    standard = StandardDifference.contender(from: oldItems, to: newItems, comparing: comparison)
    standardCost = { clock in
      StandardDifference.cost(from: oldItems, to: newItems, comparing: comparison, clock: clock)
    }
  }

  /// All that can run alone.
  var everything: [Contender] { floors + strategies.map(\.contender) + [stages, changeset, snapshots, standard] }

  /// The changes of each strategy, by its name.
  func counts() throws -> [String: ChangeCounts] {
    var counts: [String: ChangeCounts] = [:]
    for (strategy, contender) in strategies { counts[strategy.name] = try contender.check()?.counts }
    return counts
  }

  /// Checks, counts and times.
  func measure(with plan: MeasuringPlan) throws -> WorkloadRun {
    let harness = plan.harness
    var chosen = strategies.filter { plan.strategies.contains($0.strategy) }.map {
      $0.contender.slowed(by: plan.slowDown, clock: harness.clock)
    }
    if plan.isBrief { return record(try harness.measure(chosen), standard: nil) }
    // For the reader, as the floors are: no strategy, so that nothing judges it.
    if plan.strategies.contains(where: { $0.name == Strategy.standard.name }) {
      try verifyStages()
      chosen.append(stages)
    }
    if plan.measuresLists { chosen += [changeset, snapshots] }
    let cost = standardCost(harness.clock)
    // Where it is quick it takes part in the rounds, and ratios to it are paired; else it was timed once.
    let table = try harness.measure(
      floors + (cost.isRepeatable ? [standard] : []) + chosen,
      against: [Floors.scanName, Floors.dictionaryName] + (cost.isRepeatable ? [Floors.standardName] : []),
      noiseOf: chosen.first?.name)
    return record(table, standard: table[Floors.standardName]?.median ?? cost.nanoseconds)
  }

  private func record(_ table: MeasuredTable, standard: Double?) -> WorkloadRun {
    WorkloadRun(
      name: choice.workload.name, size: choice.size, seed: choice.seed, elements: elements, old: oldCount,
      new: newCount, table: table, standardNanoseconds: standard)
  }
}
