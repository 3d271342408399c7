import ConformanceKit
import StoreInterface
import Testing

@Suite("The trial of stores")
struct StoreConformanceTests {
  @Test("catches every broken store by the right law, and accuses no right one")
  func score() async {
    var caught = 0
    for broken in BrokenStore.all {
      let report = await broken.report()
      #expect(report.broken == [broken.law], "\(broken.testDescription)\n\(report)")
      #expect(report.violations.allSatisfy { !$0.trace.isEmpty }, "\(broken.testDescription): no trace")
      caught += report.broken == [broken.law] ? 1 : 0
    }
    var accused = 0
    for right in RightStore.all {
      let report = await right.report()
      #expect(report.isConforming, "\(right.testDescription)\n\(report)")
      accused += report.isConforming ? 0 : 1
    }
    print(
      "The store suite: caught \(caught) of \(BrokenStore.all.count) broken stores, accused \(accused) of "
        + "\(RightStore.all.count) right ones")
  }

  @Test("finds the laws of some families, in the order of all laws")
  func families() {
    #expect(StoreLaw.laws(of: [.cancellation]) == [.cancellationEnds, .othersGoOn, .release])
    #expect(StoreLaw.laws(of: Set(StoreLaw.Family.allCases)) == StoreLaw.allCases)
  }

  @Test("has a broken store for each law, and uses each flaw")
  func complete() {
    #expect(Set(BrokenStore.all.map(\.law)) == Set(StoreLaw.allCases))
    #expect(Set(BrokenStore.all.map(\.flaw)) == Set(Flaw.allCases))
    #expect(Set(RightStore.all.compactMap(\.oddity)) == Set(Oddity.allCases))
  }

  @Test("tries every law on some right store, and keeps it in more than no comparison")
  func everyLawIsTried() async {
    var tried: Set<StoreLaw> = []
    for keeping in [TrialStore.Keeping.list, .sections, .constant] {
      let report = await RightStore(keeping: keeping).report()
      tried.formUnion(report.kept)
      for (law, verdict) in report.verdicts {
        if case .kept(let checks) = verdict { #expect(checks > 0, "\(law)") }
      }
    }
    #expect(tried == Set(StoreLaw.allCases))
  }

  @Test("keeps the laws with other changes too", arguments: 2...4)
  func seeds(seed: UInt64) async {
    let effort = StoreTrialEffort(changes: 90, writers: 8, observers: 2, changesPerWriter: 12)
    for keeping in [TrialStore.Keeping.list, .sorted] {
      let report = await RightStore(keeping: keeping).report(effort: effort, seed: seed)
      #expect(report.isConforming, "\(report)")
    }
  }

  @Test("skips what is not declared, and says so")
  func skips() async {
    let report = await StoreConformance.check { TrialHarness(.constant) }
    #expect(report.isConforming)
    #expect(
      report.kept
        == [.answerFirst, .answerWhole, .fetchAgrees, .answerCompletes, .cancellationEnds, .failureFirst, .fetchThrows])
    #expect(report.verdict(on: .foldTable) == .skipped(missing: [.inserts, .updates, .deletes, .writes]))
    #expect(report.skipped.count == StoreLaw.allCases.count - report.kept.count)
    #expect(report.description.contains("skipped  foldTable: not declared: deletes, inserts, updates, writes"))
    #expect(report.score == "TrialStore: 7 of \(StoreLaw.allCases.count) laws kept, 0 broken, 25 skipped")
  }

  @Test("says what a declared capability lacks")
  func promisesTooMuch() async {
    let report = await StoreConformance.check([.changesFold, .strictBatch, .sections]) { Boaster() }
    #expect(report.broken == [.changesFold, .strictBatch, .sections])
    let messages = report.violations.map(\.message).joined(separator: "\n")
    #expect(messages.contains("the harness declares the capability “inserts” but does not implement it"))
    #expect(messages.contains("the harness declares the capability “writes” but does not implement it"))
    #expect(messages.contains("a fetch gives no sections"))
  }

  @Test("reports a harness that cannot be made")
  func noHarness() async {
    struct NoDisk: Error {}
    @Sendable func make() throws -> TrialHarness { throw NoDisk() }
    let report = await StoreConformance.check([.answerFirst]) { try make() }
    #expect(report.broken == [.answerFirst])
    #expect(report.violations.first?.message == "no harness: NoDisk()")
  }

  @Test("shows what was done and received")
  func trace() async throws {
    let broken = BrokenStore(flaw: .changesFirst, law: .answerFirst)
    let violation = try #require(await broken.report().violations.first)
    #expect(violation.message == "changes come before the first answer")
    #expect(violation.trace.prefix(2) == ["make a store of []", "observer 1 receives changes []"])
    #expect(
      violation.description.hasPrefix("answerFirst: changes come before the first answer\n    make a store of []"))
  }
}

/// Declares more than it has.
private struct Boaster: StoreHarness {
  let capabilities: Set<StoreCapability> = [.inserts, .sections, .writes]
  let everything = Frozen.Request()

  func makeStore(holding records: [Card]) async throws -> Frozen { Frozen(records: records) }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }
}

/// A store that never changes.
private struct Frozen: DataStore {
  typealias Item = Card

  struct Request: Sendable {}
  let records: [Card]

  func events(for request: Request) -> StoreEvents<Card> { StoreEvents(just: .replace(.items(records))) }
}
