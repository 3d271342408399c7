import ArgumentParser
import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Subjects

/// A workload of one size and one kind of element.
struct InputChoice {
  let workload: Workload
  let size: Int
  let seed: UInt64
  let elements: ElementKind

  /// Checks, counts and times all contenders.
  func measure(with plan: MeasuringPlan) throws -> WorkloadRun { try made { try $0.measure(with: plan) } }

  /// What a benchmark run says of this input.
  func measured(in run: BenchmarkRun) throws -> WorkloadRun {
    let found = run.workloads.first {
      $0.name == workload.name && $0.size == size && $0.seed == seed && $0.elements == elementsName
    }
    guard let found else {
      throw ValidationError(
        "the file lacks \(workload.name) at \(size), \(elementsName), seed \(seed); measure again")
    }
    return found
  }

  /// This workload at all sizes that a benchmark run has of it, in its order; as it is where there is none.
  func atAnySize(in run: BenchmarkRun) -> [InputChoice] {
    let found = run.workloads.filter {
      $0.name == workload.name && $0.seed == seed && $0.elements == elementsName
    }
    if found.isEmpty { return [self] }
    return found.map { InputChoice(workload: workload, size: $0.size, seed: seed, elements: elements) }
  }

  /// Checks the answers of all strategies and counts their changes; times nothing.
  func counts() throws -> [String: ChangeCounts] { try made { try $0.counts() } }

  /// Runs one contender so many times, and nothing else.
  func runAlone(_ name: String, times: Int) throws {
    try made { input in
      guard let contender = input.everything.first(where: { $0.name == name }) else {
        let names = input.everything.map(\.name).joined(separator: ", ")
        throw ValidationError("nothing is called \(name); there are \(names)")
      }
      var checksum = 0
      for _ in 0..<times { checksum &+= try contender.run() }
      print("\(name) ran \(times) times; checksum \(checksum)")
    }
  }

  /// Whether the workload has elements of its own, whatever was requested.
  private var collides: Bool { workload.name == "colliding-hashes" }

  private var elementsName: String { collides ? "colliding" : elements.rawValue }

  /// Hands the input over with both sides made.
  private func made<Result>(_ body: (RunnerInput) throws -> Result) throws -> Result {
    let pair = workload.pair(size: size, seed: seed)
    let name = elementsName
    if collides { return try body(RunnerInput(self, pair, of: CollidingElement.self, from: (), kind: name)) }
    switch elements {
    case .int: return try body(RunnerInput(self, pair, of: IntElement.self, from: (), kind: name))
    case .string: return try body(RunnerInput(self, pair, of: StringElement.self, from: [:], kind: name))
    case .stringShared:
      let pool = StringElement.sharedPool(pair)
      return try body(RunnerInput(self, pair, of: StringElement.self, from: pool, kind: name))
    case .record: return try body(RunnerInput(self, pair, of: RecordElement.self, from: (), kind: name))
    case .object: return try body(RunnerInput(self, pair, of: ObjectElement.self, from: (), kind: name))
    case .recordObject:
      return try body(RunnerInput(self, pair, of: RecordObjectElement.self, from: (), kind: name))
    }
  }
}
