import ConformanceKit
import LiveResults
import Testing

@testable import SectionDiff

private typealias State = Snapshot<String, Card, NoHeader>
private typealias Update = ResultsUpdate<String, Card, NoHeader>

private func state(_ sections: (String, [Card])...) -> State {
  State(sections: sections.map { SnapshotSection($0.0, items: $0.1) })
}

/// A subscriber's updates, right unless they are bent.
private func update(_ revision: Int, _ before: State, _ after: State, _ kind: Update.Kind = .change) throws -> Update {
  Update(
    revision: revision, kind: kind, before: before, after: after,
    changeset: try Differ().changeset(from: before, to: after))
}

@Suite("The checker of updates")
struct UpdateCheckerTests {
  private let a = state(("x", [Card(1), Card(2)]), ("y", [Card(3)]))
  private let b = state(("x", [Card(2), Card(1, 1)]), ("y", [Card(4), Card(3)]))
  private let c = state(("y", [Card(4), Card(2)]))

  private func laws(
    _ updates: [Update], checker: UpdateChecker<String, Card, NoHeader> = UpdateChecker()
  ) -> [UpdateLaw] {
    var checker = checker
    for update in updates { checker.check(update) }
    #expect(checker.checked == updates.count)
    return checker.violations.map(\.law)
  }

  @Test("accepts a right sequence")
  func right() throws {
    let updates = try [update(4, State(), a, .initial), update(5, a, b), update(6, b, c), update(7, c, a)]
    #expect(laws(updates) == [])
    #expect(laws(try [update(0, State(), State(), .initial), update(1, State(), a)]) == [])
  }

  @Test("accepts jumps of a slow subscriber, and only of one")
  func jumps() throws {
    let updates = try [update(1, State(), a, .initial), update(4, a, b)]
    #expect(laws(updates) == [.revision])
    #expect(laws(updates, checker: UpdateChecker(revisions: .rising)) == [])
    let falling = try [update(4, State(), a, .initial), update(4, a, b)]
    #expect(laws(falling, checker: UpdateChecker(revisions: .rising)) == [.revision])
  }

  @Test("accepts a subscriber that resumes, or is reset")
  func resumes() throws {
    let resuming = UpdateChecker<String, Card, NoHeader>(start: .resuming(afterRevision: 3, showing: a))
    #expect(laws(try [update(6, a, c), update(7, c, b)], checker: resuming) == [])
    #expect(laws(try [update(6, State(), c, .reset), update(7, c, b)], checker: resuming) == [])
    #expect(laws(try [update(6, b, c)], checker: resuming) == [.start])
    #expect(laws(try [update(3, a, c)], checker: resuming) == [.revision])
    #expect(laws(try [update(6, a, c, .reset)], checker: resuming) == [.start])
    #expect(laws(try [update(6, State(), c, .initial)], checker: resuming) == [.start])
  }

  @Test("names each broken law")
  func broken() throws {
    let first = try update(1, State(), a, .initial)
    #expect(laws([try update(1, a, b)]) == [.start])
    #expect(laws([try update(1, a, b, .initial)]) == [.start])
    #expect(laws([first, try update(2, State(), a, .initial)]) == [.start, .chain])
    #expect(laws([first, try update(2, b, c)]) == [.chain])
    #expect(laws([first, try update(2, a, a)]) == [.silence])
    // Changes that belong to other snapshots.
    let other = try Differ().changeset(from: a, to: c)
    let wrong = laws([first, Update(revision: 2, kind: .change, before: a, after: b, changeset: other)])
    #expect(wrong.contains(.coordinates))
    #expect(wrong.contains(.apply))
    #expect(wrong.contains(.inverse))
    // Changes that forget one of the contents.
    let forgetful = try Differ().changeset(from: a, to: state(("x", [Card(2), Card(1)]), ("y", [Card(4), Card(3)])))
    #expect(
      laws([first, Update(revision: 2, kind: .change, before: a, after: b, changeset: forgetful)])
        == [.coordinates, .apply, .inverse])
  }

  @Test("names the laws of stages and of paths, which no changeset of the engine breaks")
  func bent() throws {
    let first = try update(1, State(), a, .initial)
    let right = try Differ().changeset(from: a, to: b)
    // The places of one changeset with the contents of another.
    let stale = state(("x", [Card(2), Card(1)]), ("y", [Card(5), Card(3)]))
    let bent = Changeset(identity: right.identity, payload: .snapshots(old: a, new: stale), rules: right.rules)
    let wrong = laws([first, Update(revision: 2, kind: .change, before: a, after: b, changeset: bent)])
    #expect(wrong.contains(.stages))
    // The same changes, but not in order.
    let turned = state(("x", [Card(3), Card(2), Card(1)]), ("y", []))
    let straight = try Differ().changeset(from: a, to: turned)
    var list = straight.identity
    list.moved.reverse()
    let reversed = Changeset(identity: list, payload: straight.payload, rules: straight.rules)
    let lost = laws([first, Update(revision: 2, kind: .change, before: a, after: turned, changeset: reversed)])
    #expect(list.moved.count > 1)
    #expect(lost.contains(.paths), "\(lost)")
  }

  @Test("accepts a refresh only where one is expected")
  func refresh() throws {
    let changes = try Differ().changeset(from: a, to: a)
      .refreshing([ItemPath(section: 0, item: 1)], in: a)
    let updates = [
      try update(1, State(), a, .initial), Update(revision: 2, kind: .change, before: a, after: a, changeset: changes),
    ]
    #expect(laws(updates) == [.coordinates])
    #expect(laws(updates, checker: UpdateChecker(permitsRefreshes: true)) == [])
  }

  @Test("sits between a subscription and the test")
  func recorder() async throws {
    let (stream, continuation) = AsyncStream<Update>.makeStream()
    let recorder = UpdateRecorder(stream)
    continuation.yield(try update(1, State(), a, .initial))
    continuation.yield(try update(2, a, b))
    let received = try await recorder.wait { $0.last?.revision == 2 }
    #expect(received.count == 2)
    #expect(recorder.latest == b)
    #expect(recorder.violations == [])
    continuation.yield(try update(4, a, c))
    try await recorder.wait(forCount: 3)
    #expect(recorder.violations.map(\.law) == [.revision, .chain])
    #expect(
      recorder.violations.first?.description == "revision 4, revision: the revision rises by more than one: 4 after 2")
    continuation.finish()
    try await recorder.waitForEnd()
    #expect(recorder.hasEnded)
  }

  @Test("lets a stalled recorder jump")
  func stalled() async throws {
    let (stream, continuation) = AsyncStream<Update>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let recorder = UpdateRecorder(stream, pausingAfter: 1)
    continuation.yield(try update(1, State(), a, .initial))
    try await recorder.wait(forCount: 1)
    continuation.yield(try update(2, a, b))
    continuation.yield(try update(3, a, c))
    recorder.resume()
    #expect(try await recorder.wait(forCount: 2).map(\.revision) == [1, 3])
    #expect(recorder.violations == [])
  }
}
