import DiffWorkloads
import SectionDiff
import Synchronization
import TestScale
import Testing

@testable import BenchmarkHarness

/// What an advisor throws, and how soon it ends.
@Suite("Advisor") struct AdvisorTests {
  private let old = FlatSnapshot((0..<40).map { IntElement(row: WorkloadRow(id: $0), from: ()) })
  private var new: FlatSnapshot<IntElement> {
    FlatSnapshot((0..<40).reversed().map { IntElement(row: WorkloadRow(id: $0), from: ()) })
  }

  @Test(
    "where no answer is right it says so of each; a diff that fails is wrong, and the others are measured",
    .enabled(if: TestScale.isFull))
  func wrong() async throws {
    let odd = TracedDiff(name: "odd", log: Log(), isWrong: true)
    let advice = try await Advisor(among: [odd, LISDiff()]).advise(from: old, to: new)
    #expect(advice.recommended == "lis" && advice.wrong.map(\.contender) == ["odd"])
    #expect(advice.wrong.first?.problem.hasPrefix("it fails: ") == true, "\(advice.wrong)")
    let nothing = await #expect(throws: Advice.NothingToRecommend.self) {
      try await Advisor(among: [odd]).advise(from: old, to: new)
    }
    #expect(nothing?.wrong == advice.wrong)
    let none = await #expect(throws: Advice.NothingToRecommend.self) {
      try await Advisor(among: []).advise(from: old, to: new)
    }
    #expect(none?.wrong == [] && none?.description == "nothing was measured; give at least one contender")
  }

  @Test("without jemalloc it says how a program gets it, and names no script of this package")
  func jemalloc() async throws {
    guard AllocationMeter() == nil else { return }
    let text = try await Advisor(among: [LISDiff()]).advise(from: old, to: new).description
    let hint = "run this program with it preloaded, on Linux: LD_PRELOAD=libjemalloc.so.2 …"
    #expect(text.contains("\nAllocations and bytes need jemalloc: \(hint)\n") && !text.contains("scripts/"), "\(text)")
  }

  // 1: the check of the first; 2: its counts; 3: the run before the rounds; 4: the check of the second; 40: the rounds.
  @Test("a cancelled task ends in the middle of the diff that runs, whichever it is", arguments: [1, 2, 3, 4, 40])
  func cancellation(at number: Int) async {
    let log = Log()
    let algorithms = ["first", "second", "third"].map { TracedDiff(name: $0, log: log, cancelsAt: number) }
    let (old, new) = (old, new)
    let task = Task { try await Advisor(among: algorithms).advise(from: old, to: new) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.begun.count == number && log.ended == Array(log.begun.dropLast()))
    if number <= 4 { #expect(!log.begun.contains("third")) }
  }

  @Test("so does the run that shows what the standard library's difference costs; nothing runs after it")
  func standard() async throws {
    let old = Array(0..<700)
    let new = Array(700..<1_400)
    let all = CancellingComparison(at: .max)
    let cost = StandardDifference.cost(from: old, to: new, comparing: all, clock: SystemClock())
    let whole = all.calls
    // A run on prefixes, which are all here, and then as much again.
    try #require(cost.nanoseconds != nil && whole > 400_000)
    let log = Log()
    let comparison = CancellingComparison(at: whole - whole / 4)
    let task = Task {
      try await Advisor(among: [TracedDiff(name: "first", log: log)])
        .advise(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: comparison)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.begun.isEmpty)
    // The clock is looked at once in so many.
    #expect(comparison.calls <= whole - whole / 4 + 5_000)
  }
}

/// Which algorithms have begun and ended, in order.
private final class Log: Sendable {
  private let names = Mutex((begun: [String](), ended: [String]()))
  var begun: [String] { names.withLock { $0.begun } }
  var ended: [String] { names.withLock { $0.ended } }

  /// Whether it is the one of this number.
  func begin(_ name: String, _ number: Int?) -> Bool {
    names.withLock { names in
      names.begun.append(name)
      return names.begun.count == number
    }
  }

  func end(_ name: String) { names.withLock { $0.ended.append(name) } }
}

/// An algorithm that takes many units, and may cancel its task as it begins.
private struct TracedDiff: DiffAlgorithm {
  let name: String
  let log: Log
  var cancelsAt: Int?
  var isWrong = false
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    if log.begin(name, cancelsAt) { withUnsafeCurrentTask { $0?.cancel() } }
    var matching = Matching(for: input)
    if isWrong { matching.pair(old: 0, new: 0) }
    for _ in 0..<8 { _ = try run.spend(1 << 14) }
    log.end(name)
    return matching
  }
}

/// A comparison that counts its calls, and cancels its task at one of them.
private struct CancellingComparison: ItemComparison, Sendable {
  private final class Counter: Sendable {
    let number = Atomic(0)
  }

  private let counter = Counter()
  private let limit: Int
  var calls: Int { counter.number.load(ordering: .relaxed) }

  init(at limit: Int) { self.limit = limit }

  func haveSameIdentity(_ a: Int, _ b: Int) -> Bool {
    if counter.number.add(1, ordering: .relaxed).newValue == limit { withUnsafeCurrentTask { $0?.cancel() } }
    return a == b
  }

  func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
  func identityHash(of item: Int, seed: Int) -> Int { item &+ seed }
  func describeIdentity(of item: Int) -> String { "\(item)" }
}
