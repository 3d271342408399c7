import DiffWorkloads
import SectionDiff
import Testing

@testable import BenchmarkHarness

@Suite("Harness")
struct HarnessTests {
  private let clock = ManualClock()
  private var harness: Harness<ManualClock> {
    Harness(
      plan: SamplingPlan(
        minimumRounds: 2, maximumRounds: 2, nanosecondsPerContender: .max, shortestTime: 0,
        settledTime: 0),
      clock: clock, meter: nil)
  }

  @Test("ratios are given to the floors, and the noise floor is one for a clock without noise")
  func ratios() throws {
    let table = try harness.measure(
      [clock.contender("scan", taking: 10), clock.contender("diff", taking: 25)], against: ["scan"],
      noiseOf: "diff")
    #expect(table.rows.map(\.name) == ["scan", "diff"])
    #expect(table["diff"]?.median == 25)
    #expect(table["diff"]?.spread == 0)
    #expect(table["diff"]?.interval.contains(25) == true)
    #expect(table["diff"]?.ratios["scan"]?.median == 2.5)
    #expect(table["scan"]?.ratios.isEmpty == true)
    #expect(table.noise?.median == 1)
    // Of two rounds nobody knows what chance makes.
    #expect(table.noiseShare == nil)
    // Warm-ups, then out and back with the rival, in two orders.
    #expect(clock.log.prefix(3) == ["scan", "diff", "diff"])
    for round in [clock.log[3..<9], clock.log[9..<15]] {
      #expect(Array(round) == round.reversed() && round.count { $0 == "scan" } == 2)
    }
    #expect(clock.log.count == 15)
  }

  @Test("a wrong answer is refused before anything is timed")
  func refusal() throws {
    let pair = try #require(Catalogue.workload("few-moves")).pair(size: 300)
    let wrong = contender("wrong", Differ(algorithm: UnpairedDiff()), pair)
    #expect(throws: VerificationFailure.self) {
      try harness.measure([clock.contender("scan", taking: 1), wrong])
    }
    #expect(clock.log.isEmpty)
    do {
      _ = try wrong.check()
    } catch let failure as VerificationFailure {
      #expect(failure.contender == "wrong")
      #expect(failure.description.contains("a minimal answer has 3 moves"), "\(failure)")
    }
  }

  @Test("what fails while it is checked or counted is wrong, and the others are measured; what progress throws ends it")
  func failures() throws {
    struct Broken: Error, CustomStringConvertible {
      var description: String { "line 3 has no end" }
    }
    let scan = clock.contender("scan", taking: 1)
    let contenders = [
      scan, Contender("parser", verify: { throw Broken() }) { 1 },
      Contender("query", verify: {}, counts: { throw Broken() }) { 1 },
    ]
    let table = try harness.measureRight(contenders, against: ["scan"], noiseOf: "parser")
    #expect(table.rows.map(\.name) == ["scan", "parser", "query"])
    #expect(table.rows.map(\.wrong) == [nil, "it fails: line 3 has no end", "it fails: line 3 has no end"])
    #expect(table["scan"]?.median == 1)
    #expect(throws: Broken.self) {
      try harness.measureRight([scan], showsFirst: true) { if case .ran = $0 { throw Broken() } }
    }
    let cancelled = Contender("cancelled", verify: { throw CancellationError() }) { 1 }
    #expect(throws: CancellationError.self) { try harness.measureRight([scan, cancelled]) }
  }

  @Test("an answer that does not lead to the new snapshot is refused, with the first place where it does not")
  func misleading() throws {
    let old = FlatSnapshot([1, 2, 3, 4])
    let new = FlatSnapshot([1, 3, 3, 4])
    // The diff takes 2 for 3 and finds nothing to change; the check does not.
    let diff = try Differ().diff(from: old, to: new, comparing: ConfusedComparison())
    #expect(diff.changeset.isEmpty)
    do {
      try Contender.verify(diff, of: "confused", comparing: ValueComparison())
      Issue.record("passed")
    } catch {
      #expect("\(error)" == "the answer of confused is wrong: applying its changes does not give the item at [0, 1], 3")
    }
    try Contender.verify(diff, of: "confused", comparing: ConfusedComparison())
  }

  @Test("every strategy passes on every kind of workload", arguments: Catalogue.all.map(\.name))
  func strategies(name: String) throws {
    let workload = try #require(Catalogue.workload(name))
    let pair = workload.pair(size: 400)
    for algorithm in DiffStrategy.all.map(\.algorithm) {
      let promise = AnswerExpectation.Promise(of: algorithm)
      let contender = contender(
        algorithm.name, Differ(algorithm: algorithm), pair, promise, hasUniqueIDs: workload.hasUniqueIDs)
      let answer = try #require(try contender.check())
      #expect(answer.receipt.strategy == algorithm.name)
      #expect(try contender.run() == answer.counts.total)
    }
  }

  private func contender(
    _ name: String, _ differ: Differ, _ pair: WorkloadPair, _ promise: AnswerExpectation.Promise = .minimal,
    hasUniqueIDs: Bool = true
  ) -> Contender {
    .diff(
      name, by: differ, from: pair.old.snapshot(of: IntElement.self, from: ()),
      to: pair.new.snapshot(of: IntElement.self, from: ()), comparing: IdentifiableComparison(),
      expecting: AnswerExpectation(
        pair.expectedCounts(hasUniqueIDs: hasUniqueIDs), hasUniqueIDs: hasUniqueIDs, promise: promise))
  }
}

/// Pairs nothing and infers no moves: a right answer that is far longer than a minimal one.
private struct UnpairedDiff: DiffAlgorithm {
  let name = "unpaired"
  let allowsWalk = false
  let infersMoves = false

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    Matching(for: input)
  }
}

/// Takes 2 for 3.
private struct ConfusedComparison: ItemComparison {
  private func value(_ item: Int) -> Int { item == 3 ? 2 : item }
  func haveSameIdentity(_ a: Int, _ b: Int) -> Bool { value(a) == value(b) }
  func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
  func identityHash(of item: Int, seed: Int) -> Int { value(item) &+ seed }
  func describeIdentity(of item: Int) -> String { "\(item)" }
}
