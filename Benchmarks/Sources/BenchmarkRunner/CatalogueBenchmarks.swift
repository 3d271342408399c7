import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Subjects

/// The workloads of the catalogue with each kind of element, as entries of a suite.
///
/// Generic code of the library is compiled here, in another package, as it is for its users.
enum CatalogueBenchmarks {
  /// The entries of a workload, the default kind first.
  static func entries(of workload: Workload, isDefault: Bool, measuringLists: Bool) -> [Benchmark] {
    func entry<Element: WorkloadElement>(
      _ kind: String, of type: Element.Type, from pool: @escaping (WorkloadPair) -> Element.Pool
    ) -> Benchmark {
      Benchmark(
        workload.name, workload.reason, elements: kind, size: workload.defaultSize, sizes: sizes(of: workload),
        largestSize: workload.largestSize, seed: workload.defaultSeed, isDefault: isDefault
      ) { size, seed in
        let pair = workload.pair(size: size, seed: seed)
        return input(workload, pair, of: type, from: pool(pair), measuringLists: measuringLists)
      }
    }
    // Its elements are of a kind of their own.
    if workload.name == "colliding-hashes" { return [entry("colliding", of: CollidingElement.self) { _ in }] }
    return [
      entry("int", of: IntElement.self) { _ in },
      entry("string", of: StringElement.self) { _ in [:] },
      entry("string-shared", of: StringElement.self, from: StringElement.sharedPool),
      entry("record", of: RecordElement.self) { _ in },
      entry("object", of: ObjectElement.self) { _ in },
      entry("record-object", of: RecordObjectElement.self) { _ in },
    ]
  }

  /// Six go further than the others, to where thresholds of parallel and of large inputs lie.
  private static func sizes(of workload: Workload) -> [Int] {
    Catalogue.quick.contains { $0.name == workload.name } ? [1_000, 10_000, 100_000] : PartBenchmarks.sizes
  }

  private static func input<Element: WorkloadElement>(
    _ workload: Workload, _ pair: WorkloadPair, of type: Element.Type, from pool: Element.Pool, measuringLists: Bool
  ) -> BenchmarkInput {
    let old = pair.old.snapshot(of: type, from: pool)
    let new = pair.new.snapshot(of: type, from: pool)
    let counts = pair.expectedCounts(hasUniqueIDs: workload.hasUniqueIDs)
    func expected(_ algorithm: any DiffAlgorithm) -> AnswerExpectation? {
      AnswerExpectation(counts, hasUniqueIDs: workload.hasUniqueIDs, promise: AnswerExpectation.Promise(of: algorithm))
    }
    var input: BenchmarkInput
    if let old = old as? Texts, let new = new as? Texts,
      Plant.active == .stringIDsSlower
    {
      input = .diffs(from: old, to: new, comparing: SlowIDs(), expecting: expected)
    } else {
      let algorithms = DiffStrategy.all.map { strategy -> any DiffAlgorithm in
        if strategy == .standard, let planted = PlantedDiff(Plant.active) { return planted }
        return strategy.algorithm
      }
      input = .diffs(from: old, to: new, by: algorithms, expecting: expected)
    }
    // For the reader: no gate judges what has no counts.
    input.contenders.append(stages(from: old, to: new))
    if measuringLists { input.contenders += lists(from: old, to: new) }
    return input
  }

  private typealias Texts = Snapshot<Int, StringElement, NoHeader>

  /// The default strategy with the stages that a list view needs; its first run, which is not timed, checks them.
  private static func stages<Element: WorkloadElement>(
    from old: Snapshot<Int, Element, NoHeader>, to new: Snapshot<Int, Element, NoHeader>
  ) -> Contender {
    let (name, differ) = ("\(Strategy.standard.name)-stages", Strategy.standard.differ)
    let stages = Contender.stages(name, by: differ, from: old, to: new)
    var isChecked = false
    return Contender(name) {
      if !isChecked {
        try Contender.verifyStages(name, by: differ, from: old, to: new)
        isChecked = true
      }
      return try stages.run()
    }
  }

  /// What a list view calls, without a receipt; and what it takes to make the snapshots of both sides.
  private static func lists<Element: WorkloadElement>(
    from old: Snapshot<Int, Element, NoHeader>, to new: Snapshot<Int, Element, NoHeader>
  ) -> [Contender] {
    let differ = Strategy.standard.differ
    // Made when it is run first, which is not timed.
    var sides: [[SnapshotSection<Int, Element, NoHeader>]] = []
    return [
      Contender("changeset") { try differ.changeset(from: old, to: new).changeCount },
      Contender("snapshots") {
        if sides.isEmpty {
          sides = [old, new].map { side in
            side.sections.map { SnapshotSection($0.key, header: $0.header, items: Array($0.items)) }
          }
        }
        return sides.reduce(0) { $0 + Snapshot(sections: $1).itemCount }
      },
    ]
  }
}
