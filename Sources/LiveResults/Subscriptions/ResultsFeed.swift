import SectionDiff
import StoreInterface

/// What a controller has published, shared with its subscribers: the present snapshot, and the last steps that led to it.
///
/// A subscriber is a revision it has seen. What it missed since is composed when it asks, in its own task, so a slow one
/// costs the others nothing and holds no queue: the steps kept are as many as the history allows, and a subscriber that
/// is further behind gets the difference of the two snapshots.
///
/// Of the caller's code only the hash and the equality of keys run while the lock is held, and no end of an item's life.
final class ResultsFeed<
  Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
>: Sendable where Shown.ID: Sendable {
  typealias Results = Snapshot<Key, Shown, Header>
  typealias Changes = Changeset<Key, Shown, Header>
  typealias Update = ResultsUpdate<Key, Shown, Header>
  typealias State = ResultsState<Key, Shown, Header>
  typealias Step = FeedStep<Key, Shown, Header>

  private struct Published: Sendable {
    var revision = 0
    var snapshot: Results
    var history: StepHistory
    var refreshes = RefreshLog<Shown.ID>()
    var state: State = .idle
    var stateNumber = 0
    var hasEnded = false
    var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWaker = 0

    mutating func setState(_ state: State) {
      self.state = state
      stateNumber += 1
    }
  }

  private let published: Locked<Published>
  let comparison: ShownComparison<Shown>

  init(snapshot: Results, historyLimit: Int, comparison: ShownComparison<Shown>) {
    published = Locked(Published(snapshot: snapshot, history: StepHistory(limit: historyLimit)))
    self.comparison = comparison
  }

  /// What is published now.
  var current: (revision: Int, snapshot: Results) { published.withLock { ($0.revision, $0.snapshot) } }

  /// The present state, and a number that rises with every change of it.
  var state: (number: Int, state: State) { published.withLock { ($0.stateNumber, $0.state) } }

  /// The present state with its number, and the revision at the same moment.
  var status: (number: Int, state: State, revision: Int) {
    published.withLock { ($0.stateNumber, $0.state, $0.revision) }
  }

  /// Whether nothing more will come.
  var hasEnded: Bool { published.withLock { $0.hasEnded } }

  /// Publishes a step from the present snapshot.
  ///
  /// - Parameters:
  ///   - changeset: What changed.
  ///   - after: The results now.
  ///   - refreshed: The items that were looked at again, and are reported though they may be equal.
  ///   - isLoaded: Whether the store has answered with it: then the state is `loaded` from the same moment on.
  func publish(_ changeset: Changes, to after: Results, refreshed: some Collection<Shown.ID>, isLoaded: Bool) {
    let refreshed = changeset.updatedKeys(among: refreshed)
    // No one else writes, so what is empty now stays so.
    let deleted = published.withLock { $0.refreshes.isEmpty } ? [] : changeset.deletedKeys
    let (wakers, _, _) = published.withLock { published in
      published.revision += 1
      let state = published.state
      if isLoaded, !state.isLoaded { published.setState(.loaded) }
      // The step keeps what was shown before.
      let step = Step(before: published.snapshot, changeset: changeset)
      let gone = published.history.append(
        StepHistory.Step(content: step, changeCount: changeset.changeCount, itemCount: published.snapshot.itemCount))
      published.snapshot = after
      published.refreshes.add(refreshed, gone: deleted, revision: published.revision, shown: after)
      return (Array(published.wakers.values), gone, state)
    }
    for waker in wakers { waker.yield() }
  }

  /// Lets the snapshot represent one that looks the same; no one is reported.
  func refine(_ snapshot: Results) {
    _ = published.withLock { published in
      let before = published.snapshot
      published.snapshot = snapshot
      return before
    }
  }

  func setState(_ state: State) {
    let (wakers, _) = published.withLock { published in
      let before = published.state
      published.setState(state)
      return (Array(published.wakers.values), before)
    }
    for waker in wakers { waker.yield() }
  }

  /// Sets the state unless the answer is there already.
  func setLoaded() {
    if published.withLock({ !$0.state.isLoaded }) { setState(.loaded) }
  }

  /// Ends all subscriptions once they have received what is there.
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
}

// MARK: - What a subscriber missed

extension ResultsFeed {
  /// What there is for a subscriber that has seen a revision, with the snapshot it saw then; `nil` when it is up to date.
  func update(since revision: Int, seen: Results) -> Update? {
    guard let (now, after, steps, refreshes) = missed(since: revision) else { return nil }
    let changeset =
      composed(steps)
      ?? .difference(from: seen, to: after, comparing: comparison, refreshing: refreshes.keys(since: revision))
    return Update(revision: now, kind: .change, before: seen, after: after, changeset: changeset)
  }

  /// The first update of a subscriber that joins late: what changed since a revision that it knows, or a reset.
  func catchUp(since revision: Int) -> Update {
    guard let (now, after, steps, _) = missed(since: revision), let first = steps.first?.content as? Step,
      let changeset = composed(steps)
    else { return everything(as: .reset) }
    return Update(revision: now, kind: .change, before: first.before, after: after, changeset: changeset)
  }

  /// All there is, as inserts.
  func everything(as kind: Update.Kind) -> Update {
    let (revision, snapshot) = current
    return Update(
      revision: revision, kind: kind, before: Results(), after: snapshot,
      changeset: .difference(from: Results(), to: snapshot, comparing: comparison))
  }

  /// What there is now, the steps since a revision, where they are kept, and what was refreshed; `nil` where the revision is
  /// the present one.
  private func missed(since revision: Int) -> (Int, Results, [StepHistory.Step], RefreshLog<Shown.ID>)? {
    published.withLock { published in
      if published.revision == revision { return nil }
      let steps = published.history.steps(after: revision)
      return (published.revision, published.snapshot, steps, published.refreshes)
    }
  }

  /// One changeset that does what several steps do; `nil` of none, and when they are more than the difference of the
  /// snapshots would cost.
  private func composed(_ steps: [StepHistory.Step]) -> Changes? {
    guard let first = steps.first else { return nil }
    if steps.count == 1 { return (first.content as? Step)?.changeset }
    let named = steps.reduce(0) { $0 + $1.changeCount }
    if !StepHistory.isWorthComposing(named, of: first.itemCount) { return nil }
    return steps.compactMap { ($0.content as? Step)?.changeset }.composed(comparing: comparison)
  }
}
