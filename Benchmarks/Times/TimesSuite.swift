import Benchmark
import DiffWorkloads
import SectionDiff
import Subjects

/// The catalogue as benchmarks that are timed: one for each workload, kind of element and strategy, at the size that the
/// catalogue gives. Times are for reading; nothing compares them.
@main
struct TimesSuite: BenchmarkRunnerHooks {
  static func registerBenchmarks() {
    let configuration = Benchmark.Configuration(
      metrics: [.wallClock], warmupIterations: 1, maxDuration: .milliseconds(500), maxIterations: 1_000)
    for workload in Catalogue.tuning {
      for elements in Elements.measured(with: workload) {
        for strategy in Strategy.all {
          let name = "\(workload.plainName).\(elements.rawValue).\(strategy.name)"
          func register<Element: WorkloadElement>(
            _ type: Element.Type, _ pool: @escaping (WorkloadPair) -> Element.Pool
          ) {
            Benchmark(
              name, configuration: configuration,
              closure: { (_: Benchmark, sides: Sides<Element>) throws in
                Benchmark.blackHole(try strategy.differ.changeset(from: sides.old, to: sides.new).changeCount)
              },
              setup: {
                let pair = workload.pair()
                let pool = pool(pair)
                return Sides(old: pair.old.snapshot(of: type, from: pool), new: pair.new.snapshot(of: type, from: pool))
              })
          }
          switch elements {
          case .int: register(IntElement.self) { _ in () }
          case .string: register(StringElement.self) { _ in [:] }
          case .stringShared: register(StringElement.self, StringElement.sharedPool)
          case .record: register(RecordElement.self) { _ in () }
          case .object: register(ObjectElement.self) { _ in () }
          case .recordObject: register(RecordObjectElement.self) { _ in () }
          case .colliding: register(CollidingElement.self) { _ in () }
          }
        }
      }
    }
  }
}

/// Both snapshots of a workload.
private struct Sides<Element: WorkloadElement> {
  let old: Snapshot<Int, Element, NoHeader>
  let new: Snapshot<Int, Element, NoHeader>
}
