import Foundation
import StoreBuilding
import StoreInterface
import TestScale
import Testing

@testable import ConformanceKit

@Suite("The trial of stores")
struct StoreConformanceTests {
  @Test("catches every broken store by the right law, and accuses no right one")
  func score() async {
    var caught = 0
    var table = ""
    let tried = TestScale.share(of: BrokenStore.all, every: 13)
    for broken in tried {
      let report = await broken.report()
      #expect(report.broken == [broken.law], "\(broken.testDescription)\n\(report)")
      for violation in report.violations {
        #expect(!violation.trace.isEmpty, "\(broken.testDescription): no trace")
        // Once a store hangs the clock runs, so closing it may be too late, too: that names no one.
        let isClosing = broken.hangs && violation.message.hasSuffix("never came to an end: closing the store")
        for part in broken.namedParts where !isClosing && !part.isNamed(in: violation.message) {
          Issue.record("\(broken.testDescription): no \(part) in: \(violation.message)")
        }
        // Five records at most, each with the event that named it last.
        #expect(violation.message.count < 800, "\(broken.testDescription): \(violation.message)")
        table += "\(broken.testDescription): \(violation.message)\n"
      }
      caught += report.broken == [broken.law] ? 1 : 0
    }
    if ProcessInfo.processInfo.environment["SECTION_DIFF_TABLE"] != nil { print(table) }
    var accused = 0
    let rights = TestScale.share(of: RightStore.all, every: 7)
    for right in rights {
      let report = await right.report()
      #expect(report.isConforming, "\(right.testDescription)\n\(report)")
      accused += report.isConforming ? 0 : 1
    }
    print(
      "The store suite: caught \(caught) of \(tried.count) broken stores, accused \(accused) of "
        + "\(rights.count) right ones")
  }

  @Test(
    "catches every broken store of requests by a message that names observer and record",
    .enabled(if: TestScale.isFull),
    arguments: [
      Flaw.requestIgnored, .leavingUntold, .leavingUpdated, .enteringUntold, .limitExceeded, .limitNotRefilled,
      .limitSplit,
    ])
  func names(flaw: Flaw) async throws {
    let broken = try #require(BrokenStore.all.first { $0.flaw == flaw })
    let violation = try #require(await broken.report().violations.first)
    #expect(violation.message.contains(/observer \d, of request \d+/), "\(violation)")
    #expect(violation.message.contains(/event \d+/), "\(violation)")
    #expect(violation.message.contains(/record \d|limit is \d/), "\(violation)")
  }

  @Test("shows a smallest scenario of requests")
  func smallest() async throws {
    let broken = BrokenStore(flaw: .requestIgnored, law: .requestBelongs)
    let violation = try #require(await broken.report().violations.first)
    // The store, the request, its answer, one change, the event of it.
    #expect(violation.trace.count <= 6, "\(violation)")
  }

  @Test("shows a smallest batch on a smallest store")
  func smallestBatch() async throws {
    let broken = BrokenStore(flaw: .outcomeOfOperations, law: .foldTable)
    let violation = try #require(await broken.report().violations.first)
    #expect(
      violation.message
        == "the batch [insert record 20, version 0; delete record 20]: record 20: the outcome says inserted in version 0, "
        + "and should say nothing; event 2 of observer 1 named it last: [insert record 20, version 0; delete record 20]"
    )
    #expect(violation.trace.contains("make a store of []"), "\(violation)")
  }

  /// What a trial says that compares twice, from 9 down.
  ///
  /// - Parameters:
  ///   - first: For which numbers the first comparison does not hold.
  ///   - second: The same for the second one.
  private func violation(
    first: Set<Int>, second: Set<Int>, way: @escaping @Sendable (Int) -> String = { _ in "" }
  ) async throws -> StoreViolation {
    let trial = StoreTrial(
      of: TrialHarness(), law: .changesFold, watchdog: Watchdog(patience: .seconds(60), clock: ContinuousClock()),
      effort: .standard, seed: 1)
    // Not within `#expect`, where all lines have one number.
    func compare(_ trial: StoreTrial<TrialHarness>, _ number: Int) throws {
      try trial.expect(!first.contains(number), "the first comparison of \(number)", way: way(number))
      try trial.expect(!second.contains(number), "the second comparison of \(number)")
    }
    await #expect(throws: TrialStop.self) {
      try await trial.tryScenarios([9], smaller: { $0 > 0 ? [0, $0 - 1] : [] }, compare)
    }
    #expect(trial.violations.count == 1)
    return try #require(trial.violations.first)
  }

  @Test("makes a scenario smaller while the same comparison fails in the same way, and says what failed at first")
  func sameKind() async throws {
    let other = try await violation(first: [7, 8, 9], second: Set(0...6))
    #expect(other.message == "the first comparison of 7")
    #expect(
      other.description
        == "changesFold: the first comparison of 7\n    found in a larger scenario: the first comparison of 9\n")
    let way = try await violation(first: Set(0...9), second: []) { $0 > 5 ? "late" : "early" }
    #expect(way.message == "the first comparison of 6")
    let found = try await violation(first: [9], second: [])
    #expect(found.description == "changesFold: the first comparison of 9\n")
  }

  @Test("shows another failure of a smaller scenario only where none shows the same, and what failed at first")
  func otherKind() async throws {
    let other = try await violation(first: [9], second: [4, 5, 6, 7, 8])
    #expect(
      other.description
        == "changesFold: the second comparison of 4\n    found in a larger scenario: the first comparison of 9\n")
  }

  @Test(
    "shows as few writers, changes and observers as show it",
    arguments: [(Flaw.eventsSwapped, StoreLaw.noLostChange), (.queueDropsOldest, .stalledObserver)])
  func fewestWriters(flaw: Flaw, law: StoreLaw) async throws {
    let violation = try #require(await BrokenStore(flaw: flaw, law: law).report().violations.first)
    // Of four, with 25 changes each; how few show it depends on which task is faster.
    #expect(
      violation.trace.contains { $0.contains(/^(a writer|[23] writers) at work/) }, "\(violation)")
    #expect(violation.trace.count < 30, "\(violation)")
  }

  @Test("changes requests through a results controller, too")
  func controllers() async throws {
    // The smallest scenario that breaks the law keeps the last observation, which is the controller's.
    let broken = BrokenStore(flaw: .requestStale, law: .requestChanged)
    let violation = try #require(await broken.report().violations.first)
    #expect(violation.message.contains(/^controller \d+, of request \d+, after event \d+/), "\(violation)")
    #expect(violation.diagram.contains(/participant controller\d+ as controller \d+/), "\(violation)")
  }

  @Test("skips the rest of a family after a hang, and says so")
  func hangs() async {
    let hang = Hang()
    defer { hang.end() }
    let laws = StoreLaw.laws(of: [.firstEvent])
    let report = await StoreConformance.check(laws, patience: .seconds(1), clock: hang.clock, announcing: false) {
      TrialHarness(flaw: .neverAnswers, hang: hang)
    }
    #expect(report.broken == [.answerFirst])
    #expect(report.verdict(on: .answerWhole) == .untried(reason: "not tried after the hang of answerFirst"))
    #expect(report.description.contains("skipped  answerWhole: not tried after the hang of answerFirst\n"))
  }

  @Test("shows a counterexample once for all laws that it breaks")
  func equalCounterexamples() {
    var report = StoreConformanceReport(store: "Shelf", seed: 7)
    for law in [StoreLaw.answerWhole, .fetchAgrees] {
      report.add(
        law, checks: 1, violations: [StoreViolation(law: law, message: "record 3 is missing", trace: ["fetch"])])
    }
    let parts = report.description.components(separatedBy: "record 3 is missing")
    #expect(parts.count == 2)
    #expect(parts[0].hasSuffix("answerWhole, fetchAgrees: "))
    #expect(report.description.hasSuffix("seed 7 repeats the run\nShelf: 0 of 2 laws kept, 2 broken, 0 skipped"))
  }

  @Test("says how a law that was not tried can be")
  func untried() async {
    let report = await StoreConformance.check([.requestLimit, .requestBelongs], announcing: false) { Unlimited() }
    #expect(
      report.verdict(on: .requestLimit)
        == .untried(
          reason: "none of the first 70 requests of the harness has a limit that is smaller than the number of its "
            + "records: see `request(_:)`"))
    #expect(report.kept == [.requestBelongs])
    #expect(report.skipped == [.requestLimit])
  }

  @Test("says what requests lack that are declared, but for everything")
  func requestsForEverything() async {
    let laws: [StoreLaw] = [.requestBelongs, .requestsApart, .requestOrder]
    let report = await StoreConformance.check(laws, announcing: false) { Unasked() }
    #expect(report.broken == laws, "\(report)")
    let message = "the harness declares the capability “requests” but does not implement it"
    #expect(report.violations.allSatisfy { $0.message.contains(message) }, "\(report)")
  }

  @Test("tells requests apart only where there are two with different answers")
  func sameRequests() async {
    let laws: [StoreLaw] = [.requestsApart, .requestChanged]
    let report = await StoreConformance.check(laws, announcing: false) { Unlimited() }
    for law in laws {
      #expect(
        report.verdict(on: law)
          == .untried(
            reason: "no two of the first 70 requests of the harness have different answers: see `request(_:)`"))
    }
    let two = await StoreConformance.check(laws, announcing: false) { Unlimited(hasEverything: true) }
    #expect(two.kept == laws, "\(two)")
  }

  @Test("shows a counterexample once, whichever observer receives it")
  func similarCounterexamples() {
    var report = StoreConformanceReport(store: "Shelf", seed: 7)
    for (number, law) in [StoreLaw.requestBelongs, .requestEnters, .changesFold].enumerated() {
      report.add(
        law, checks: 1,
        violations: [
          StoreViolation(
            law: law, message: "observer \(number) lacks record 3 after event \(number + 4), delete",
            trace: ["step \(number)"])
        ])
    }
    let parts = report.description.components(separatedBy: "lacks record 3")
    #expect(parts.count == 3, "\(report)")
    #expect(parts[0].hasSuffix("requestBelongs, requestEnters: observer 0 "))
    #expect(parts[1].hasSuffix("changesFold: observer 2 "))
  }

  @Test("changes only records that are there, however small a scenario becomes")
  func possibleChanges() async throws {
    let report = await StoreConformance.check([.placements], announcing: false) { Strict(flaw: .updatesLosePlace) }
    let violation = try #require(report.violations.first)
    #expect(violation.message.contains("after “"), "\(violation)")
    #expect(violation.trace.count <= 8, "\(violation)")
  }

  @Test("inserts no record twice, however many changes")
  func manyChanges() async {
    let effort = StoreTrialEffort(changes: 400, writers: 2, observers: 2, changesPerWriter: 2)
    let report = await StoreConformance.check([.lateEvents], effort: effort, announcing: false) { Strict() }
    #expect(report.kept == [.lateEvents], "\(report)")
  }

  @Test("tries the layers of stores that are told what their requests mean")
  func layersOfStrangers() async {
    let right = await StoreConformance.check([.requestDrafts], announcing: false) { Strange() }
    #expect(right.kept == [.requestDrafts], "\(right)")
    let wrong = await StoreConformance.check([.requestDrafts], announcing: false) { Strange(flaw: .draftsOutside) }
    #expect(wrong.broken == [.requestDrafts], "\(wrong)")
  }

  @Test("leaves the drafts of a `DraftStore` aside that cannot know what requests mean")
  func layersWithoutRule() async {
    let report = await StoreConformance.check([.requestDrafts], announcing: false) { Strange(hasLayer: false) }
    #expect(
      report.verdict(on: .requestDrafts)
        == .untried(
          reason: "a `DraftStore` knows only what `MatchingRequest`s ask for: see `makeDraft(over:)`"))
  }

  /// Chosen are seeds by which it was accused once.
  @Test(
    "accuses no store that shows a write before it is accepted, and puts it right late",
    arguments: [7, 9, 14, 16] as [UInt64])
  func late(seed: UInt64) async {
    let report = await StoreConformance.check([.requestFetch], seed: seed, announcing: false) {
      LateLayerHarness(turns: 50)
    }
    #expect(report.isConforming, "\(report)")
  }

  /// An answer in sections with a limit may be one to what the store held before, too: nothing said that it was not the last.
  @Test(
    "accuses no store that says each event late", arguments: [TrialStore.Keeping.list, .sections],
    1...3 as ClosedRange<UInt64>)
  func deliversLate(keeping: TrialStore.Keeping, seed: UInt64) async {
    let report = await StoreConformance.check([.requestLimit, .requestFetch], seed: seed, announcing: false) {
      TrialHarness(keeping, oddity: .deliversLate)
    }
    #expect(report.isConforming, "\(report)")
  }

  @Test("tries a `DraftStore` only by requests whose answers are not divided into sections, and says so")
  func layersInSections() async {
    let some = await StoreConformance.check([.requestDrafts], announcing: false) { Divided() }
    #expect(some.kept == [.requestDrafts], "\(some)")
    let left = "requests that divide their answers into sections; a `DraftStore` places drafts by order alone"
    #expect(some.description.contains("\nnot tried by requestDrafts: \(left)\n"))
    let all = await StoreConformance.check([.requestDrafts], announcing: false) { Divided(dividesAll: true) }
    #expect(all.verdict(on: .requestDrafts) == .untried(reason: "the harness has only \(left)"))
  }

  @Test("has each law on the page about mending a store", arguments: StoreLaw.allCases)
  func page(law: StoreLaw) throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/ConformanceKit/ConformanceKit.docc/MendingAStore.md")
    let words = try String(contentsOf: page, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    let expected = "### \(law.rawValue) \(law.advice.cause) \(law.advice.remedy)".split(separator: " ")
    #expect(words.contains(expected), "\(law)")
  }

  @Test("draws a failure as a sequence diagram")
  func diagram() {
    let violation = StoreViolation(
      law: .requestEnters, message: "record 3 stays; it left",
      trace: ["make a store of [3]", "observer 1 receives replace [3]", "update 3v1"])
    #expect(
      violation.diagram == """
        sequenceDiagram
          participant trial
          participant store
          participant observer1 as observer 1
          trial->>store: make a store of [3]
          store->>observer1: replace [3]
          trial->>store: update 3v1
          Note over store: requestEnters: record 3 stays, it left

        """)
  }

  @Test("finds the laws of some families, in the order of all laws")
  func families() {
    #expect(StoreLaw.laws(of: [.cancellation]) == [.cancellationEnds, .othersGoOn, .lateEvents, .release])
    #expect(StoreLaw.laws(of: Set(StoreLaw.Family.allCases)) == StoreLaw.allCases)
  }

  @Test("has a broken store for each law, and uses each flaw")
  func complete() {
    #expect(Set(BrokenStore.all.map(\.law)) == Set(StoreLaw.allCases))
    #expect(Set(BrokenStore.all.map(\.flaw)) == Set(Flaw.allCases))
    #expect(Set(RightStore.all.compactMap(\.oddity)) == Set(Oddity.allCases))
  }

  @Test("tries every law on some right store, and keeps it in more than no comparison", .enabled(if: TestScale.isFull))
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

  @Test("keeps the laws with other changes too", .enabled(if: TestScale.isFull), arguments: 2...4)
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
    #expect(report.score == "TrialStore: 7 of \(StoreLaw.allCases.count) laws kept, 0 broken, 34 skipped")
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
    let message = "observer 1: event 1, changes [insert record 0, version 0]: changes came before the first answer"
    #expect(violation.message == message)
    #expect(violation.trace.prefix(2) == ["make a store of [0]", "observer 1 receives changes [insert 0]"])
    #expect(violation.description.hasPrefix("answerFirst: \(message)\n    make a store of [0]"))
  }
}

/// A store whose requests have no limit.
private struct Unlimited: StoreHarness {
  /// Whether every second request is for everything.
  var hasEverything = false
  let base = TrialHarness()
  var capabilities: Set<StoreCapability> { base.capabilities }
  let everything = TrialStore.Request.all

  func makeStore(holding records: [Card]) async throws -> TrialStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }

  func request(_ number: Int) -> TrialStore.Request {
    hasEverything && number % 2 == 1 ? everything : TrialStore.Request(number: 0)
  }
}

/// Says that there are requests, and implements none.
private struct Unasked: StoreHarness {
  let base = TrialHarness()
  let capabilities: Set<StoreCapability> = [.inserts, .updates, .order, .requests]
  let everything = TrialStore.Request.all

  func makeStore(holding records: [Card]) async throws -> TrialStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }
}

/// Refuses to insert a record that is there, and to change one that is not.
private struct Strict: StoreHarness {
  var flaw: Flaw?
  var base: TrialHarness { TrialHarness(flaw: flaw) }
  var capabilities: Set<StoreCapability> { base.capabilities }
  let everything = TrialStore.Request.all

  func makeStore(holding records: [Card]) async throws -> TrialStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }

  func change(_ change: StoreChange<Card>, in store: TrialStore) async throws {
    if case .insert(let card, _) = change, try await store.fetch(.all).items.contains(where: { $0.id == card.id }) {
      throw StoreError(.refused, "the record is there already")
    }
    try await store.write(StoreBatch([change], isStrict: true))
  }
}

/// A store whose requests do not say what they ask for.
private struct StrangeStore: WritableDataStore {
  struct Request: Sendable { var number: Int? }
  let base: TrialStore

  func events(for request: Request) -> TrialEvents { base.events(for: .init(number: request.number)) }

  func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Card> {
    try await base.fetch(.init(number: request.number))
  }

  @discardableResult
  func commit(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> { try await base.commit(batch) }
}

/// A layer over it that is told what they mean.
private struct StrangeDraft: StoreDraft {
  let base: TrialDraft

  func events(for request: StrangeStore.Request) -> TrialEvents { base.events(for: .init(number: request.number)) }

  func fetch(_ request: StrangeStore.Request) async throws(StoreError) -> StoreContents<Card> {
    try await base.fetch(.init(number: request.number))
  }

  func edit(_ batch: StoreBatch<Card>) async throws { try await base.edit(batch) }

  func commitEdits() async throws { try await base.commitEdits() }

  func discardEdits() async throws { try await base.discardEdits() }
}

private struct Strange: StoreHarness {
  var flaw: Flaw?
  var hasLayer = true
  var capabilities: Set<StoreCapability> { TrialHarness().capabilities }
  let everything = StrangeStore.Request()

  func makeStore(holding records: [Card]) async throws -> StrangeStore {
    StrangeStore(base: TrialStore(records, flaw: flaw))
  }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }

  func request(_ number: Int) -> StrangeStore.Request { StrangeStore.Request(number: number) }

  func meaning(of request: StrangeStore.Request) -> RecordRequest<Card>? {
    request.number.map { .generated($0, numberOf: \.id, versionOf: \.version) } ?? .all
  }

  func makeDraft(over store: StrangeStore) async throws -> any StoreDraft<Card, StrangeStore.Request> {
    if hasLayer { return StrangeDraft(base: TrialDraft(store: store.base)) }
    return DraftStore(store, matches: nil)
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
