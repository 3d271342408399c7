@testable import ConformanceKit
@testable import LiveResults
@testable import SectionDiff

/// What subscribers receive.
@available(LiveSystems, *)
extension ControllerRun {
  /// A subscriber, and where it is.
  struct Subscriber {
    var reader: ResultsReader<Int, SmallRow, String>
    /// What its updates are checked by, one after another: among others by the list-view model.
    var checker: UpdateChecker<Int, SmallRow, String>?
    var seen: (revision: Int, snapshot: Results)?
    /// The revision that it resumed from, and how many before the present one that was.
    var since: (revision: Int, back: Int)?
  }

  mutating func subscribe(back: Int?) {
    guard let back else { return subscribers.append(Subscriber(reader: controller.reader())) }
    let since = revision - back
    subscribers.append(Subscriber(reader: controller.reader(since: since), since: (since, back)))
  }

  /// Everyone takes what there is.
  mutating func pullAll() -> String? {
    for number in subscribers.indices {
      if let problem = pull(number) { return problem }
    }
    return nil
  }

  mutating func pull(_ number: Int) -> String? {
    let subscriber = subscribers[number]
    guard let update = subscribers[number].reader.next() else {
      // It is up to date, whether it has received so or not.
      let seen = subscriber.seen?.snapshot ?? subscriber.since.flatMap { known[$0.revision] }
      return seen == announced ? nil : "subscriber \(number) did not receive\n\(announced)"
    }
    subscribers[number].seen = (update.revision, update.after)
    if let problem = problem(with: update, for: subscriber) { return "subscriber \(number): \(problem)" }
    var checker = subscriber.checker ?? checker(since: subscriber.since?.revision)
    defer { subscribers[number].checker = checker }
    return checker.check(update).first.map { "subscriber \(number): \($0)" }
  }

  private func checker(since revision: Int?) -> UpdateChecker<Int, SmallRow, String> {
    let start = revision.map { revision in
      UpdateChecker<Int, SmallRow, String>.Start.resuming(
        afterRevision: revision, showing: known[revision] ?? Results())
    }
    return UpdateChecker(start: start ?? .initial, revisions: .rising, permitsRefreshes: true)
  }

  private func problem(with update: ResultsUpdate<Int, SmallRow, String>, for subscriber: Subscriber) -> String? {
    if update.revision != revision { return "the revision is \(update.revision), not \(revision)" }
    if update.after != announced { return "the update leads to\n\(update.after)instead of\n\(announced)" }
    var since = -1
    switch (update.kind, subscriber.seen, subscriber.since) {
    case (.change, let seen?, _): since = seen.revision
    case (.change, nil, let revision?):
      if known[revision.revision] == nil { return "it resumes from a revision that never existed" }
      since = revision.revision
    case (.initial, nil, nil): break
    case (.reset, nil, let revision?):
      if revision.back == 0 { return "it knew the present revision, and was reset" }
      if known[revision.revision] != nil, self.revision - revision.revision <= Self.historyLimit, revision.back > 0 {
        return "it was reset, though the history reaches back to \(revision.revision)"
      }
    default: return "an update of the kind \(update.kind) came at the wrong time"
    }
    return problem(with: update, mayRefresh: update.kind == .change && lastRefresh >= since)
  }

  /// Whether as much is reported as the difference comes to; the checker sees whether it is right.
  private func problem(with update: ResultsUpdate<Int, SmallRow, String>, mayRefresh: Bool) -> String? {
    do {
      let wanted = try Differ(algorithm: LISDiff()).changeset(from: update.before, to: announced).counts
      var counts = update.changeset.counts
      // What was looked at again is reported though it is equal.
      if mayRefresh, counts.updates > wanted.updates { counts.updates = wanted.updates }
      return counts == wanted ? nil : "received was \(update.changeset.counts) instead of \(wanted)"
    } catch {
      return "there is no difference: \(error)"
    }
  }
}
