import SectionDiff
import TestScale
import Testing

@testable import ConformanceKit

/// Whatever the kit is asked for, each of its laws looks at something, and at the end of its trial.
@Suite("The least options")
struct LeastOptionsTests {
  /// Fewer than none.
  static let none = StoreTrialEffort(changes: .min, writers: .min, observers: .min, changesPerWriter: .min)

  private func trial(_ algorithm: any DiffAlgorithm, timeLimit: Duration = .seconds(60)) -> ConformanceReport {
    AlgorithmConformance(of: algorithm, timeLimit: timeLimit).run(
      sequenceLength: .min, worldStride: .max, randomCases: .min, maximumFailures: .min, announcing: false)
  }

  @Test("of algorithms let every law look at something", arguments: [TrialAlgorithm.firstCome, .clumsy])
  func algorithms(algorithm: TrialAlgorithm) {
    let report = trial(algorithm)
    #expect(report.failed == 0, "\(report)")
    #expect(report.isComplete)
    for law in Law.allCases { #expect(report.tally.checks(of: law) > 0, "\(law)") }
  }

  @Test("of algorithms let each be caught by its law, and say that the rest was skipped")
  func brokenAlgorithms() {
    for (algorithm, law) in TrialAlgorithm.broken {
      let report = trial(algorithm)
      let broken = report.failures.flatMap { $0.violations.map(\.law) }
      #expect(broken.contains(law), "\(algorithm.name): \(report)")
      // The law of budgets is the last one.
      #expect(report.isComplete == (law == .budget), "\(algorithm.name): \(report)")
    }
    let endless = EndlessDiff()
    defer { endless.free() }
    #expect(trial(endless, timeLimit: .milliseconds(200)).failures.first?.violations.first?.law == .ending)
  }

  @Test("of stores let each be caught by its law")
  func brokenStores() async {
    for broken in TestScale.share(of: BrokenStore.all.filter { !$0.needsMore }, every: 7) {
      for seed: UInt64 in 1...2 {
        let report = await broken.report(effort: Self.none, seed: seed)
        #expect(report.broken == [broken.law], "\(broken.testDescription), seed \(seed)\n\(report)")
      }
    }
  }

  @Test("of stores have a broken store for each law")
  func complete() {
    #expect(Set(BrokenStore.all.filter { !$0.needsMore }.map(\.law)) == Set(StoreLaw.allCases))
  }

  @Test("of stores accuse no right one", arguments: [RightStore(keeping: .list), RightStore(keeping: .bag)])
  func rightStores(right: RightStore) async {
    let report = await right.report(effort: Self.none)
    #expect(report.isConforming, "\(report)")
    for (law, verdict) in report.verdicts {
      if case .kept(let checks) = verdict { #expect(checks > 0, "\(law)") }
    }
  }

  @Test("show a store that drops all updates, however few changes", arguments: [-1, 0, 1, 9, 10, 11])
  func droppedUpdates(changes: Int) async {
    let effort = StoreTrialEffort(changes: changes, writers: 2, observers: 2, changesPerWriter: 2)
    for law in [StoreLaw.changesFold, .orderFolds] {
      let broken = BrokenStore(flaw: .updatesIgnored, law: law)
      let report = await broken.report(effort: effort)
      #expect(report.broken == [law], "\(report)")
    }
  }

  @Test("do not let a store conform by no law")
  func noLaw() async {
    let report = await StoreConformance.check([], announcing: false) { TrialHarness() }
    #expect(!report.isConforming)
  }

  @Test("of failures are one", arguments: [Int.min, 0, 1])
  func failures(most: Int) {
    let report = AlgorithmConformance(of: TrialAlgorithm.outOfRange).run(
      sequenceLength: 2, worldStride: 50_000, randomCases: 0, maximumFailures: most, announcing: false)
    #expect(report.failed == 1, "\(report)")
    #expect(!report.isComplete)
  }

  // MARK: The most options

  @Test("are not too many for a trial to end with the first failure")
  func mostOfAlgorithms() {
    let report = AlgorithmConformance(of: TrialAlgorithm.outOfRange).run(
      sequenceLength: 3, worldStride: 1, randomCases: 100_000_000, maximumFailures: 1, announcing: false)
    #expect(report.failed == 1)
  }

  @Test("out of bounds are refused for algorithms, and nothing is tried")
  func refusedForAlgorithms() throws {
    func report(
      sequenceLength: Int = 0, randomCases: Int = 0, timeLimit: Duration = .seconds(60)
    ) -> ConformanceReport {
      AlgorithmConformance(of: TrialAlgorithm.firstCome, timeLimit: timeLimit).run(
        sequenceLength: sequenceLength, worldStride: .max, randomCases: randomCases, announcing: false)
    }
    for (report, message) in [
      (report(sequenceLength: 9), "sequenceLength is 9, and may be 8 at most"),
      (report(randomCases: .max), "randomCases is 9223372036854775807, and may be 100000000 at most"),
      (report(timeLimit: .zero), "timeLimit is 0.0 seconds, and must be 0.1 seconds at least"),
      (report(timeLimit: .seconds(-1)), "timeLimit is -1.0 seconds, and must be 0.1 seconds at least"),
    ] {
      let failure = try #require(report.failures.first, "\(report)")
      #expect(failure.description.contains("first-come, not tried: \(message)\n"), "\(report)")
      #expect(report.failed == 1 && report.passed == 0 && !report.isComplete)
      for law in Law.allCases { #expect(report.tally.checks(of: law) == 0) }
    }
  }

  @Test("out of bounds are refused for stores, and no law is tried")
  func refusedForStores() async {
    func report(
      changes: Int = 1, writers: Int = 2, observers: Int = 1, changesPerWriter: Int = 2,
      patience: Duration = .seconds(60)
    ) async -> StoreConformanceReport {
      let effort = StoreTrialEffort(
        changes: changes, writers: writers, observers: observers, changesPerWriter: changesPerWriter)
      return await StoreConformance.check(
        [.lateEvents, .convergence], patience: patience, effort: effort, announcing: false
      ) { TrialHarness() }
    }
    for (report, message) in [
      (await report(changes: .max), "effort.changes is 9223372036854775807, and may be 999 at most"),
      (await report(writers: 90), "effort.writers is 90, and may be 89 at most"),
      (await report(observers: 101), "effort.observers is 101, and may be 100 at most"),
      (await report(changesPerWriter: 1_000), "effort.changesPerWriter is 1000, and may be 999 at most"),
      (
        await report(writers: 89, changesPerWriter: 999),
        "effort.writers · effort.changesPerWriter is 88911, and may be 2000 at most"
      ),
      (await report(patience: .zero), "patience is 0.0 seconds, and must be 0.1 seconds at least"),
    ] {
      #expect(!report.isConforming, "\(report)")
      #expect(report.violations.map(\.message) == ["the options are wrong, so no law was tried: \(message)"])
      #expect(report.kept.isEmpty && report.verdicts.count == 2)
    }
  }

  @Test("wait as long as they may, and accuse no right store")
  func longestPatience() async {
    let report = await StoreConformance.check(
      [.answerFirst, .changesFold], patience: .seconds(Int64.max), effort: Self.none, announcing: false
    ) { TrialHarness() }
    #expect(report.kept == [.answerFirst, .changesFold], "\(report)")
  }

  @Test(
    "accuse no right store, even one whose records have no more numbers and versions than is said",
    arguments: [
      StoreTrialEffort(changes: 999, writers: 2, observers: 1, changesPerWriter: 2),
      StoreTrialEffort(changes: 1, writers: 89, observers: 1, changesPerWriter: 2),
      StoreTrialEffort(changes: 1, writers: 2, observers: 1, changesPerWriter: 999),
      StoreTrialEffort(changes: 1, writers: 2, observers: 100, changesPerWriter: 2),
    ])
  func mostOfStores(effort: StoreTrialEffort) async {
    let laws = StoreLaw.laws(of: [.ordering, .cancellation, .concurrency])
    let report = await StoreConformance.check(laws, patience: .seconds(600), effort: effort, announcing: false) {
      Bounded()
    }
    #expect(report.isConforming, "\(report)")
  }
}

/// Makes records of the numbers and versions that `StoreHarness` names, and others for none.
private struct Bounded: StoreHarness {
  let base = TrialHarness()
  let capabilities: Set<StoreCapability> = [.inserts, .updates, .deletes, .refills, .order, .placements, .writes]
  let everything = TrialStore.Request.all

  func makeStore(holding records: [Card]) async throws -> TrialStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card { Card(number % 100_000, version % 1_000) }
}
