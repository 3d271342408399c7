import BenchmarkHarness

/// What this package has besides diffs, as workloads of the suite: what is done with changes, live results, stores, formats.
enum PartBenchmarks {
  /// Two powers of four, so that growth shows; times and instructions are taken at the middle one.
  static let sizes = [1_000, 4_000, 16_000]

  /// All of them.
  ///
  /// - Parameter areDefault: Whether they run where no workload is named.
  static func all(areDefault: Bool) -> [Benchmark] {
    let benchmarks = ChangesetParts.benchmarks + LiveParts.benchmarks + StoreParts.benchmarks + [FormatParts.benchmark]
    return (Plant.active == .workloadAdded ? benchmarks + [added] : benchmarks).map { benchmark in
      Benchmark(
        benchmark.name, benchmark.reason, elements: benchmark.elements, size: benchmark.size, sizes: benchmark.sizes,
        seed: benchmark.seed, isDefault: areDefault
      ) { size, seed in
        try benchmark.input(size: size, seed: seed)
      }
    }
  }

  private static var added: Benchmark {
    Benchmark("added", elements: "row", size: sizes[1], sizes: sizes) { size, _ in
      BenchmarkInput(items: size, [Contender("sum", verify: {}) { (0..<size).reduce(0, &+) }])
    }
  }

  /// The input of a part, with what is planted into the list of contenders.
  static func input(items: Int, _ contenders: [Contender]) -> BenchmarkInput {
    let contenders = contenders.map(failingByItself)
    return switch Plant.active {
    case .contendersInAnotherOrder: BenchmarkInput(items: items, contenders.reversed())
    case .contenderAdded:
      BenchmarkInput(items: items, contenders + [Contender("added", verify: {}) { (0..<items).reduce(0, &+) }])
    default: BenchmarkInput(items: items, contenders)
    }
  }

  /// The same contender; an error while it is verified counts as a wrong answer, so that the others are still measured.
  private static func failingByItself(_ contender: Contender) -> Contender {
    let verify = {
      do {
        _ = try contender.check()
      } catch let failure as VerificationFailure {
        throw failure
      } catch {
        throw VerificationFailure(contender.name, "\(error)")
      }
    }
    var result = Contender(
      contender.name, verify: verify, counts: contender.counts ?? { [:] }, run: contender.run)
    result.countsAllocations = contender.countsAllocations
    return result
  }

  /// A contender that other threads take part in.
  static func threaded(_ contender: Contender) -> Contender {
    var contender = contender
    contender.countsAllocations = false
    return contender
  }

  /// Throws where an answer is not as it must be.
  static func check(_ isRight: Bool, _ contender: String, _ problem: @autoclosure () -> String) throws {
    if !isRight { throw VerificationFailure(contender, problem()) }
  }
}

/// A value that is made when it is needed first: by the run that no gate looks at.
final class Lazily<Value> {
  private let make: () throws -> Value
  private var made: Value?

  init(_ make: @escaping () throws -> Value) { self.make = make }

  /// The value.
  var value: Value {
    get throws {
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
