import BenchmarkHarness
import DiffWorkloads
import Dispatch
import Foundation
import SectionDiff
import Synchronization
import TestScale
import Testing

/// The samples of "How measuring works" and "A suite of your own".
@Suite struct MeasuringSamples {
  @Test func anotherLibrary() throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    // sample: another-library
    struct Track: Identifiable, Equatable {
      let id: Int
      var title: String
    }
    let old = (0..<1_000).map { Track(id: $0, title: "track \($0)") }
    var new = old
    new.swapAt(10, 900)
    new[500].title = "another title"

    let ours = Contender.diff(
      "section-diff", by: Differ(), from: FlatSnapshot(old), to: FlatSnapshot(new),
      comparing: IdentifiableComparison())
    // The other library's answer is replayed, and then its time is measured.
    guard old.applying(new.difference(from: old)) == new else {
      throw VerificationFailure("stdlib", "applying its changes does not give the new list")
    }
    let theirs = Contender("stdlib") { new.difference(from: old).count }

    let harness = Harness(plan: SamplingPlan(maximumRounds: 20), clock: SystemClock())
    let table = try harness.measure([ours, theirs], against: ["stdlib"], noiseOf: "section-diff")
    if let ratio = table["section-diff"]?.ratios["stdlib"] {
      print("\(ratio.median) times as long as stdlib, between \(ratio.interval.low) and \(ratio.interval.high)")
    }
    if let share = table.noiseShare { print("By chance, a ratio differs from 1 by \(share).") }
    // end sample
    #expect(table.rows.map(\.name) == ["section-diff", "stdlib"])
    #expect(table["section-diff"]?.answer?.counts == ChangeCounts(moves: 2, updates: 1))
    #expect(lines.count == 2)
  }

  @Test func severalThreads() throws {
    func sumOnAllCores(_ numbers: [Int]) -> Int {
      let sum = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 4) { part in
        let own = stride(from: part, to: numbers.count, by: 4).reduce(0) { $0 + numbers[$1] }
        sum.withLock { $0 += own }
      }
      return sum.withLock { $0 }
    }
    // sample: several-threads
    let numbers = Array(0..<100_000)
    let verify = {
      guard sumOnAllCores(numbers) == 4_999_950_000 else { throw VerificationFailure("sum", "it leaves numbers out") }
    }
    var sum = Contender("sum", verify: verify) { sumOnAllCores(numbers) }
    // What the threads allocate is another number in every run.
    sum.countsAllocations = false
    // end sample
    let table = try Harness(plan: SamplingPlan(maximumRounds: 3), clock: SystemClock()).measure([sum])
    #expect(table["sum"]?.metrics == [:] && table["sum"]?.allocations == nil && table["sum"]?.usesThreads == true)
  }

  @Test func moreIsBetter() throws {
    final class Cache {
      private var known: Set<Int> = []
      var hits = 0
      func look(for key: Int) { if !known.insert(key).inserted { hits += 1 } }
    }
    // sample: more-is-better
    let keys = (0..<1_000).map { $0 % 100 }
    func hits() -> Int {
      let cache = Cache()
      for key in keys { cache.look(for: key) }
      return cache.hits
    }
    let cached = Contender("cache", verify: {}, counts: { ["hits": hits()] }, better: ["hits": .more]) { hits() }
    // end sample
    let table = try Harness(plan: SamplingPlan(maximumRounds: 3), clock: SystemClock()).measure([cached])
    #expect(table["cache"]?.metrics == ["hits": 900] && table["cache"]?.better == ["hits": .more])
  }

  @Test(.enabled(if: TestScale.isFull)) func advice() async throws {
    struct Track: Identifiable, Equatable {
      let id: Int
      var title: String
    }
    var lines: [String] = []
    func print(_ value: some CustomStringConvertible) { lines.append(value.description) }
    // sample: advisor
    let yesterday = (0..<1_000).map { Track(id: $0, title: "track \($0)") }
    var today = yesterday
    today.swapAt(10, 900)

    let advice = try await Advisor(favoring: .speed).advise(from: FlatSnapshot(yesterday), to: FlatSnapshot(today))
    print(advice)
    print("Use \(advice.recommended): \(advice.reason)")
    if let algorithm = DiffStrategy(advice.recommended)?.algorithm {
      let changes = try Differ(algorithm: algorithm).changeset(from: FlatSnapshot(yesterday), to: FlatSnapshot(today))
      print(changes.counts)
    }
    // end sample
    #expect(lines.count == 3)
    let table = lines[0].split(separator: "\n")
    #expect(table.filter { line in DiffStrategy.all.contains { line.hasPrefix("\($0.name) ") } }.count >= 5)
    #expect(lines[0].contains("\nRecommended: \(advice.recommended) (--favor speed"))
    #expect(lines[1].hasPrefix("Use ") && lines[1].contains(" a diff"))
    #expect(lines[2].contains("move") || advice.recommended == "myers")
  }

  @Test func wrongAnswers() async throws {
    struct Mine: DiffAlgorithm {
      let name = "mine"
      let allowsWalk = false
      func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
        var matching = Matching(for: input)
        matching.pair(old: 0, new: 0)
        return matching
      }
    }
    var lines: [String] = []
    func print(_ value: some CustomStringConvertible) { lines.append(value.description) }
    let yesterday = [1, 2, 3].map { IntElement(row: WorkloadRow(id: $0), from: ()) }
    let today = Array(yesterday.reversed())
    // sample: advisor-wrong
    let advisor = Advisor(among: [LISDiff(), Mine()])
    do {
      let advice = try await advisor.advise(from: FlatSnapshot(yesterday), to: FlatSnapshot(today))
      for answer in advice.wrong { print("\(answer.contender) is wrong: \(answer.problem)") }
    } catch let error as Advice.NothingToRecommend {
      // No answer was right: error.wrong has what is wrong with each.
      print(error)
    }
    // end sample
    #expect(lines.count == 1 && lines[0].hasPrefix("mine is wrong: it fails: "), "\(lines)")
  }

  @Test func cancelledAdvice() async throws {
    let old = FlatSnapshot((0..<100).map { IntElement(row: WorkloadRow(id: $0), from: ()) })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Advisor().advise(from: old, to: old)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: ["words", "rival"])
  func pythonOfThePage(name: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let page = try String(
      contentsOf: root.appending(path: "Sources/BenchmarkHarness/BenchmarkHarness.docc/YourOwnSuite.md"),
      encoding: .utf8)
    let program = try String(
      contentsOf: root.appending(path: "Tests/Fixtures/Runners/\(name).py"), encoding: .utf8)
    #expect(page.contains("<!-- python: \(name) -->\n```python\n\(program)```\n"))
  }
}
