import StoreBuilding
import StoreInterface
import Testing

@testable import ConformanceKit

@Suite("What the report of a store says is to blame")
struct StoreAdviceTests {
  /// The laws whose usual causes a report names.
  private func causes(in report: StoreConformanceReport) -> [String] {
    report.description.matches(of: /usual cause \((\w+)\)/).map { String($0.1) }
  }

  @Test(
    "is what was found, whichever law found it",
    arguments: [
      (StoreLaw.requestBelongs, Flaw.rankIgnored, ["requestOrder"]),
      (.requestBelongs, .limitExceeded, ["requestLimit"]),
      (.requestsApart, .limitOffByOne, ["requestLimit"]),
      (.requestLimit, .limitNotRefilled, ["requestLimit", "requestEnters"]),
      (.requestBelongs, .requestIgnored, ["requestBelongs"]),
      (.requestDrafts, .draftsUnlimited, ["requestDrafts", "requestLimit"]),
      (.requestDrafts, .fetchIgnoresRequest, ["requestDrafts", "requestFetch"]),
    ])
  func advice(law: StoreLaw, flaw: Flaw, expected: [String]) async {
    let report = await StoreConformance.check([law], announcing: false) { TrialHarness(flaw: flaw) }
    #expect(report.broken == [law])
    #expect(causes(in: report) == expected, "\(report)")
  }

  @Test(
    "is the most basic law, where several are broken",
    arguments: [
      ([StoreLaw.convergence, .noLostChange, .changesFold], Flaw.everySeventhLost, "changesFold"),
      ([.requestBelongs, .fetchAgrees, .answerWhole], .answerLacksLast, "answerWhole"),
    ])
  func root(laws: [StoreLaw], flaw: Flaw, expected: String) async {
    let report = await StoreConformance.check(laws, announcing: false) { TrialHarness(flaw: flaw) }
    #expect(report.broken.count > 1)
    let line =
      "\nlikely root: \(expected), the most basic of the \(report.broken.count) that are broken; mend it first\n"
    #expect(report.description.contains(line), "\(report)")
    let one = await StoreConformance.check([.strictBatch], announcing: false) { TrialHarness(flaw: .strictnessIgnored) }
    #expect(one.broken.count == 1 && !one.description.contains("likely root"), "\(one)")
  }

  @Test(
    "of a fetch that ignores what it is asked for is the law of fetches, and no other one",
    arguments: [Flaw.fetchIgnoresLimit, .fetchIgnoresRequest, .fetchUnordered])
  func fetches(flaw: Flaw) async {
    let laws: [StoreLaw] = [
      .requestBelongs, .requestEnters, .requestOrder, .requestLimit, .requestsApart, .requestChanged, .requestFetch,
    ]
    let report = await StoreConformance.check(laws, announcing: false) { TrialHarness(flaw: flaw) }
    #expect(report.broken == [.requestFetch], "\(report)")
    #expect(report.kept.count == laws.count - 1)
    #expect(causes(in: report) == ["requestFetch"])
  }

  @Test(
    "is the harness, where its records are not as they must be",
    arguments: [
      (BadRecords.versionless, "record(0, version: 1) is equal to record(0, version: 0), and is to have other content"),
      (.restless, "record(0, version: 1) has another identity than record(0, version: 0), and is to have the same"),
      (.colliding, "record(100, version: 0) has the identity of record(0, version: 0), and is to have its own"),
      (.wrapping, "record(0, version: 4) is equal to record(0, version: 0), and is to have other content"),
      (.unsteady, "record(0, version: 0) is not equal to itself when it is made again"),
    ])
  func harness(records: BadRecords, problem: String) async {
    let laws: [StoreLaw] = [.noLostChange, .convergence, .placements]
    let report = await StoreConformance.check(laws, announcing: false) { BadHarness(records: records) }
    #expect(report.violations.map(\.message) == ["the harness is wrong, so no law was tried: \(problem)"])
    #expect(report.broken == [.noLostChange])
    #expect(report.verdict(on: .convergence) == .untried(reason: "not tried, because the harness is wrong"))
    #expect(causes(in: report).isEmpty)
    #expect(!report.isConforming)
  }

  @Test("is the limit, where a record is lacking and there are more than the limit lets in")
  func lacking() {
    let request = RecordRequest<Card>(sortedBy: [.ascending(\.id)], limit: 2)
    let meaning = RequestMeaning(meaning: request, names: RecordNumbers(0..<8) { Card($0, $1) }, inOrder: true) {
      _ in nil
    }
    func cause(numbers: [Int]) -> StoreLaw? {
      meaning.problem(of: .items([Card(1)]), over: numbers.map { Card($0) }.byID)?.cause
    }
    #expect(cause(numbers: [1]) == nil)
    #expect(cause(numbers: [1, 2]) == .requestEnters)
    #expect(cause(numbers: [1, 2, 3]) == .requestLimit)
  }

  @Test("is shown with the rule of each request that the kit has made")
  func rules() async throws {
    let report = await StoreConformance.check([.requestFetch], announcing: false) { Faulty(fault: .forgetful) }
    let violation = try #require(report.violations.first)
    let observing = violation.trace.filter { $0.hasPrefix("observe request") }
    #expect(!observing.isEmpty)
    for line in observing {
      #expect(
        line.contains(
          /^observe request \d+ \((all records|.* % \d .= \d), (by .*|in no order)\): (all|\d at most) of \[/),
        "\(line)")
    }
  }

  @Test("is shown with the beginning of each request that the harness has made")
  func ownRequests() async throws {
    let report = await StoreConformance.check([.requestBelongs], announcing: false) {
      TrialHarness(flaw: .requestIgnored)
    }
    let violation = try #require(report.violations.first)
    let observing = violation.trace.filter { $0.hasPrefix("observe request") }
    #expect(!observing.isEmpty)
    for line in observing {
      #expect(
        line.contains(/^observe request (\d+) \(Request\(number: Optional\(\1\), .{0,80}…\): (all|\d at most) of \[/),
        "\(line)")
    }
  }

  @Test(
    "is that the first answer is behind, where it is the first event that lacks records",
    arguments: [
      (StoreLaw.requestBelongs, ["answerWhole"]), (.requestEnters, ["answerWhole"]), (.requestLimit, ["answerWhole"]),
      (.requestsApart, ["requestsApart", "answerWhole"]), (.requestDrafts, ["requestDrafts", "answerWhole"]),
    ])
  func firstAnswer(law: StoreLaw, expected: [String]) async {
    let report = await StoreConformance.check([law], announcing: false) { Faulty(fault: .premature) }
    #expect(causes(in: report) == expected, "\(report)")
    #expect(report.violations.first?.message.contains("event 1, replace (no sections, no records)") == true)
  }

  @Test("is shown with as few rounds of what was to be seen as one as show it")
  func rounds() async throws {
    let violation = try #require(
      await BrokenStore(flaw: .batchesInSteps, law: .atomicity).report().violations.first)
    #expect(violation.trace.count { $0.hasPrefix("as one: ") } <= 3, "\(violation)")
  }
}

/// Ways to make records that laws cannot go by.
enum BadRecords: Sendable {
  case versionless, restless, colliding, wrapping, unsteady
}

private struct BadHarness: StoreHarness {
  let records: BadRecords
  let base = TrialHarness()
  let made = Locked(0)
  var capabilities: Set<StoreCapability> { base.capabilities }
  let everything = TrialStore.Request.all

  func makeStore(holding records: [Card]) async throws -> TrialStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card {
    switch records {
    case .versionless: Card(number)
    case .restless: Card(number + 200_000 * version, version)
    case .colliding: Card(number % 100, version)
    case .wrapping: Card(number, version % 4)
    case .unsteady:
      made.withLock { made in
        made += 1
        return Card(number, made)
      }
    }
  }
}

/// A store that is wrong in one way.
private struct Faulty: StoreHarness {
  enum Fault: Sendable {
    /// Its observers receive an answer without records at first.
    case premature
    /// Its fetches find nothing.
    case forgetful
  }

  struct Store: WritableDataStore {
    let base: LateStore
    let fault: Fault

    func events(for request: RecordRequest<Card>) -> StoreEvents<Card> {
      let events = base.events(for: request)
      guard fault == .premature else { return events }
      let isFirst = Locked(true)
      return StoreEvents(wakes: events.wakes, end: events.end) {
        let isFirst = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        return isFirst ? .event(.replace(.sections([]))) : events.pull()
      }
    }

    func fetch(_ request: RecordRequest<Card>) async throws(StoreError) -> StoreContents<Card> {
      fault == .forgetful ? .items([]) : try await base.fetch(request)
    }

    @discardableResult
    func commit(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
      try await base.commit(batch)
    }
  }

  let fault: Fault
  let base = LateHarness()
  var capabilities: Set<StoreCapability> { base.capabilities }
  let everything = RecordRequest<Card>.all

  func makeStore(holding records: [Card]) async throws -> Store {
    Store(base: try await base.makeStore(holding: records), fault: fault)
  }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }
}
