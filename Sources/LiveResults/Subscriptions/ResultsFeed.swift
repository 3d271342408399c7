import SectionDiff
import StoreInterface

/// What a controller has published, shared with its subscribers: the present snapshot, and the last steps that led to it.
///
/// A subscriber is a revision it has seen. What it missed since is composed when it asks, in its own task, so a slow one
/// costs the others nothing and holds no queue: the steps kept are as many as the history allows, and a subscriber that
/// is further behind gets the difference of the two snapshots.
final class ResultsFeed<
  Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
>: Sendable {
  typealias Results = Snapshot<Key, Shown, Header>
  typealias Changes = Changeset<Key, Shown, Header>
  typealias Update = ResultsUpdate<Key, Shown, Header>
  typealias State = ResultsState<Key, Shown, Header>

  private struct Published: Sendable {
    var revision = 0
    var snapshot: Results
    /// The steps to the present revision, oldest first.
    var history: [Step] = []
    var state: State = .idle
    var stateNumber = 0
    var hasEnded = false
    var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWaker = 0
  }

  /// A step from the revision before to this one.
  struct Step: Sendable {
    let revision: Int
    let before: Results
    let changeset: Changes
  }

  private let published: Locked<Published>
  private let historyLimit: Int
  let comparison: ShownComparison<Shown>

  init(snapshot: Results, historyLimit: Int, comparison: ShownComparison<Shown>) {
    published = Locked(Published(snapshot: snapshot))
    self.historyLimit = max(1, historyLimit)
    self.comparison = comparison
  }

  /// What is published now.
  var current: (revision: Int, snapshot: Results) { published.withLock { ($0.revision, $0.snapshot) } }

  /// The present state, and a number that rises with every change of it.
  var state: (number: Int, state: State) { published.withLock { ($0.stateNumber, $0.state) } }

  /// Whether nothing more will come.
  var hasEnded: Bool { published.withLock { $0.hasEnded } }

  /// Publishes a step from the present snapshot.
  func publish(_ changeset: Changes, to after: Results) {
    let wakers = published.withLock { published in
      published.revision += 1
      if published.history.count >= historyLimit {
        published.history.removeFirst(published.history.count - historyLimit + 1)
      }
      published.history.append(
        Step(revision: published.revision, before: published.snapshot, changeset: changeset))
      published.snapshot = after
      return Array(published.wakers.values)
    }
    for waker in wakers { waker.yield() }
  }

  /// Lets the snapshot stand for one that looks the same; nobody is told.
  func refine(_ snapshot: Results) { published.withLock { $0.snapshot = snapshot } }

  func setState(_ state: State) {
    let wakers = published.withLock { published in
      published.state = state
      published.stateNumber += 1
      return Array(published.wakers.values)
    }
    for waker in wakers { waker.yield() }
  }

  /// Sets the state unless the answer is there already.
  func setLoaded() {
    if !state.state.isLoaded { setState(.loaded) }
  }

  /// Ends all subscriptions once they have heard what is there.
  func end() {
    let wakers = published.withLock { published in
      published.hasEnded = true
      defer { published.wakers = [:] }
      return Array(published.wakers.values)
    }
    for waker in wakers { waker.finish() }
  }

  /// How many subscriptions there are.
  var subscriptionCount: Int { published.withLock { $0.wakers.count } }

  /// How many steps are kept.
  var historyCount: Int { published.withLock { $0.history.count } }

  /// A stream that yields when there may be something new, until the subscriber stops.
  func wakes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = published.withLock { published -> Int? in
      if published.hasEnded { return nil }
      published.nextWaker += 1
      published.wakers[published.nextWaker] = continuation
      return published.nextWaker
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.published.withLock { published in _ = published.wakers.removeValue(forKey: number) }
    }
    return stream
  }

  /// What there is for a subscriber that has seen a revision, with the snapshot it saw then; `nil` when it is up to date.
  func update(since revision: Int, seen: Results) -> Update? {
    let (now, after, missed) = published.withLock { published -> (Int, Results, [Step]?) in
      (published.revision, published.snapshot, Self.steps(since: revision, in: published))
    }
    if now == revision { return nil }
    let changeset = missed.flatMap(composed) ?? difference(from: seen, to: after)
    return Update(revision: now, kind: .change, before: seen, after: after, changeset: changeset)
  }

  /// The first update of a subscriber that joins late: since a revision that it knows, or a reset.
  ///
  /// - Returns: `nil` when it is up to date.
  func catchUp(since revision: Int) -> Update? {
    let (now, after, missed) = published.withLock { published -> (Int, Results, [Step]?) in
      (published.revision, published.snapshot, Self.steps(since: revision, in: published))
    }
    if now == revision { return nil }
    guard let missed, let first = missed.first, let changeset = composed(missed) else {
      return everything(as: .reset)
    }
    return Update(revision: now, kind: .change, before: first.before, after: after, changeset: changeset)
  }

  /// All there is, as inserts.
  func everything(as kind: Update.Kind) -> Update {
    let (revision, snapshot) = current
    return Update(
      revision: revision, kind: kind, before: Results(), after: snapshot,
      changeset: difference(from: Results(), to: snapshot))
  }

  private static func steps(since revision: Int, in published: Published) -> [Step]? {
    let missed = published.revision - revision
    guard missed >= 0, missed <= published.history.count else { return nil }
    return Array(published.history.suffix(missed))
  }

  /// One changeset that does what several steps do; `nil` when they are more than the difference of the snapshots would
  /// cost.
  private func composed(_ steps: [Step]) -> Changes? {
    guard let first = steps.first else { return nil }
    let named = steps.reduce(0) { $0 + $1.changeset.changeCount }
    if steps.count > 1, named > max(1024, first.before.itemCount / 4) { return nil }
    return steps.map(\.changeset).composed(comparing: comparison)
  }

  private func difference(from before: Results, to after: Results) -> Changes {
    .difference(from: before, to: after, comparing: comparison)
  }
}
