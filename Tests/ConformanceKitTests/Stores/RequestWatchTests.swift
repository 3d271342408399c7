import StoreBuilding
import StoreInterface
import Testing

@testable import ConformanceKit

@Suite("What observers of requests hold")
struct RequestWatchTests {
  /// What is wrong after each event with a limited request for records in even versions, highest number first.
  private func problems(
    limit: Int, stored: [Card], drafts: [Int: Card?], isOrdered: Bool = true, events: [StoreEvent<Card>]
  ) async throws -> (problems: [String?], lags: [String?]) {
    let names = RecordNumbers(0..<8) { Card($0, $1) }
    let request = RecordRequest<Card>(
      where: { $0.version % 2 == 0 }, sortedBy: isOrdered ? [.descending(\.id)] : [], limit: limit)
    let meaning = RequestMeaning(meaning: request, names: names, inOrder: isOrdered) { _ in nil }
    let ledger = RequestLedger(stored.byID)
    let (stream, continuation) = StoreEvents<Card>.makeStream()
    let observer = StoreObserver(
      "observer 1", of: AnyStoreEvents(stream), pausingAfterAnswer: false, names: names
    ) { _ in }
    let watch = RequestWatch(observer, of: 1, meaning: meaning, ledger: ledger)
    ledger.draft(drafts)
    var (problems, lags): ([String?], [String?]) = ([], [])
    for (place, event) in events.enumerated() {
      continuation.yield(event)
      let state = try await observer.wait { $0.events.count > place }
      problems.append(watch.problem(in: state)?.message)
      lags.append(watch.lag(of: state))
    }
    return (problems, lags)
  }

  @Test("may be short of what the store below has not given yet, but is no answer of now then")
  func short() async throws {
    let (problems, lags) = try await problems(
      limit: 1, stored: [Card(4), Card(3)], drafts: [4: Card(4, 1)],
      events: [.replace(.items([Card(4)])), .changes([.delete(4)]), .changes([.insert(Card(3))])])
    #expect(problems == [nil, nil, nil])
    #expect(lags[1] == "it lacks record 3, version 0, which belongs to the request: it holds 0 of 1 records")
    #expect(lags[2] == nil)
  }

  @Test(
    "may not be short of what the store below has given",
    arguments: [
      ([Card](), false), ([Card(2)], false), ([Card(3)], true), ([Card(3), Card(2)], true),
      ([Card(2), Card(3)], false),
      ([Card(3), Card(4, 1)], false), ([Card(3), Card(2), Card(1)], false),
    ])
  func given(shown: [Card], isRight: Bool) async throws {
    let (problems, _) = try await problems(
      limit: 2, stored: [Card(4), Card(3), Card(2), Card(1)], drafts: [4: Card(4, 1)],
      events: [.replace(.items(shown))])
    #expect((problems == [nil]) == isRight, "\(problems)")
  }

  @Test(
    "is judged by any answer of the store below where the order leaves it open",
    arguments: [([Card](), false), ([Card(2)], true), ([Card(3)], true), ([Card(3), Card(2)], true)])
  func ties(shown: [Card], isRight: Bool) async throws {
    let (problems, _) = try await problems(
      limit: 2, stored: [Card(4), Card(3), Card(2)], drafts: [4: nil], isOrdered: false,
      events: [.replace(.items(shown))])
    #expect((problems == [nil]) == isRight, "\(problems)")
  }

  @Test("is never short without drafts")
  func undrafted() async throws {
    let (problems, _) = try await problems(
      limit: 1, stored: [Card(4), Card(3)], drafts: [:], events: [.replace(.items([]))])
    #expect(
      problems == [
        "observer 1, of request 1, after event 1, replace []: it lacks record 3, version 0, which belongs to the "
          + "request: it holds 0 of 1 records"
      ])
  }

  /// The first of those in even versions, highest number first.
  private static let firstEven = 135

  @Test(
    "is no fault of a store whose answers to layers of drafts come late, however late",
    arguments: [0, 1, 10, 40, 80, 500, 3_000])
  func late(turns: Int) async throws {
    let scenario = RequestScenario(
      observations: [.init(request: Self.firstEven)], start: [3: 0, 4: 0], steps: [.draft([.put(4, version: 1)])],
      isDrafted: true)
    let trial = StoreTrial(
      of: LateHarness(turns: turns), law: .requestDrafts,
      watchdog: Watchdog(patience: .seconds(60), clock: ContinuousClock()), effort: .standard, seed: 1)
    try await trial.run(scenario)
    #expect(trial.violations.isEmpty && trial.checks > 0, "\(trial.violations)")
  }

  @Test("is no fault of such a store in any scenario", arguments: [0, 30, 200])
  func lateInAll(turns: Int) async throws {
    let report = await StoreConformance.check([.requestDrafts], announcing: false) { LateHarness(turns: turns) }
    #expect(report.kept == [.requestDrafts], "\(report)")
  }
}
