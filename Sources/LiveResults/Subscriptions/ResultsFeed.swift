import SectionDiff
import StoreInterface

/// What a controller has published, shared with its subscribers: the present snapshot, and the last steps that led to it.
///
/// A subscriber is a revision it has seen. What it missed since is composed when it asks, in its own task, so a slow one
/// costs the others nothing and holds no queue: the steps kept are as many as the history allows, and a subscriber that
/// is further behind gets the difference of the two snapshots.
///
/// Of the caller's code only the hash and the equality of keys run while the lock is held. No deinitialiser runs under the
/// lock.
final class ResultsFeed<
  Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
>: Sendable where Shown.ID: Sendable {
  typealias Results = Snapshot<Key, Shown, Header>
  typealias Changes = Changeset<Key, Shown, Header>
  typealias Update = ResultsUpdate<Key, Shown, Header>
  typealias State = ResultsState<Key, Shown, Header>

  /// What was shown at a moment, by reference: everything here is compiled for types that it does not know, and copying a
  /// snapshot would look each of them up.
  struct Moment: Sendable {
    /// The update that led to it: its revision and its results are those of the moment.
    let update: Update.Content
    /// Rises with each moment.
    let number: Int
  }

  private final class HeldState: Sendable {
    let state: State
    init(_ state: State) { self.state = state }
  }

  private struct Published: Sendable {
    var now: Moment
    var history: StepHistory
    var refreshes = RefreshLog<Shown.ID>()
    var state = HeldState(.idle)
    var isLoaded = false
    var stateNumber = 0
    var hasEnded = false
    var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWaker = 0

    mutating func setState(_ state: HeldState, isLoaded: Bool) {
      self.state = state
      self.isLoaded = isLoaded
      stateNumber += 1
    }
  }

  // Closures give what they read to variables: for each result of another type `withLock` would look that up.
  private let published: Locked<Published>
  private let loaded = HeldState(.loaded)
  let comparison: ShownComparison<Shown>

  init(snapshot: Results, historyLimit: Int, comparison: ShownComparison<Shown>) {
    let none = Changes.difference(from: Results(), to: Results(), comparing: comparison)
    let update = Update.Content(revision: 0, kind: .initial, before: Results(), after: snapshot, changeset: none)
    published = Locked(Published(now: Moment(update: update, number: 0), history: StepHistory(limit: historyLimit)))
    self.comparison = comparison
  }

  /// What is published now.
  var now: Moment { published.withLock { $0.now } }

  /// What is published now.
  var current: (revision: Int, snapshot: Results) {
    let update = now.update
    return (update.revision, update.after)
  }

  /// The present state, and a number that rises with every change of it.
  var state: (number: Int, state: State) { published.withLock { ($0.stateNumber, $0.state.state) } }

  /// The present state with its number, and the revision at the same moment.
  var status: (number: Int, state: State, revision: Int) {
    published.withLock { ($0.stateNumber, $0.state.state, $0.now.update.revision) }
  }

  /// Whether nothing more will come.
  var hasEnded: Bool { published.withLock { $0.hasEnded } }

  /// Publishes a step from the present snapshot.
  ///
  /// - Parameters:
  ///   - update: What changed, and the results now; it is given the next revision.
  ///   - refreshed: The items that were looked at again, and are reported though they may be equal.
  ///   - isLoaded: Whether the store has answered with it: then the state is `loaded` from the same moment on.
  func publish(_ update: Update, refreshed: some Collection<Shown.ID>, isLoaded: Bool) {
    var content = update.content
    let refreshed = refreshed.isEmpty ? [] : content.changeset.updatedKeys(among: refreshed)
    // No one else publishes: this is the next revision, and what is empty now stays so.
    var revision = 0
    var hasRefreshes = false
    published.withLock { published in
      revision = published.now.update.revision + 1
      hasRefreshes = !published.refreshes.isEmpty
    }
    let deleted = hasRefreshes ? content.changeset.deletedKeys : []
    if content.revision != revision {
      content = Update.Content(
        revision: revision, kind: .change, before: content.before, after: content.after, changeset: content.changeset)
    }
    let hasNews = !refreshed.isEmpty || !deleted.isEmpty
    // What is given up goes when the lock is open again.
    var former: (moment: Moment?, state: HeldState?, steps: [StepHistory.Step]) = (nil, nil, [])
    var wakers: [AsyncStream<Void>.Continuation] = []
    published.withLock { published in
      if isLoaded, !published.isLoaded {
        former.state = published.state
        published.setState(loaded, isLoaded: true)
      }
      former.steps = published.history.append(
        StepHistory.Step(
          content: content, moment: published.now.number, changeCount: content.changeCount,
          itemCount: content.before.itemCount))
      former.moment = published.now
      published.now = Moment(update: content, number: published.now.number + 1)
      if hasNews { published.refreshes.add(refreshed, gone: deleted, revision: revision, shown: content.after) }
      wakers = Array(published.wakers.values)
    }
    for waker in wakers { waker.yield() }
    withExtendedLifetime(former) {}
  }

  /// Swaps in a snapshot that looks the same, without notifying anyone.
  func replaceSilently(with snapshot: Results) {
    _ = published.withLock { published in
      let before = published.now
      let update = before.update
      published.now = Moment(
        update: Update.Content(
          revision: update.revision, kind: update.kind, before: update.before, after: snapshot,
          changeset: update.changeset),
        number: before.number + 1)
      return before
    }
  }

  func setState(_ state: State) {
    let held = HeldState(state)
    let isLoaded = state.isLoaded
    let (wakers, _) = published.withLock { published in
      let before = published.state
      published.setState(held, isLoaded: isLoaded)
      return (Array(published.wakers.values), before)
    }
    for waker in wakers { waker.yield() }
  }

  /// Sets the state unless the answer is there already.
  func setLoaded() {
    if published.withLock({ !$0.isLoaded }) { setState(.loaded) }
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
  /// What there is for a subscriber that has seen a moment, and the moment that it leads to; `nil` when it is up to date.
  func update(since seen: Moment) -> (update: Update, now: Moment)? {
    guard let missed = missed(since: seen.update.revision) else { return nil }
    let now = missed.now.update
    // Most often it is the last step, as it was published.
    if missed.steps.count == 1, missed.steps[0].moment == seen.number, missed.steps[0].content === now {
      return (Update(now), missed.now)
    }
    let before = seen.update.after
    let changeset =
      composed(missed.steps)
      ?? .difference(
        from: before, to: now.after, comparing: comparison,
        refreshing: missed.refreshes.keys(since: seen.update.revision))
    return (
      Update(revision: now.revision, kind: .change, before: before, after: now.after, changeset: changeset), missed.now
    )
  }

  /// The first update of a subscriber that joins late: what changed since a revision that it knows, or a reset.
  func catchUp(since revision: Int) -> (update: Update, now: Moment) {
    guard let missed = missed(since: revision), let first = missed.steps.first?.content as? Update.Content,
      let changeset = composed(missed.steps)
    else { return everything(as: .reset) }
    let now = missed.now.update
    return (
      Update(revision: now.revision, kind: .change, before: first.before, after: now.after, changeset: changeset),
      missed.now
    )
  }

  /// All there is, as inserts.
  func everything(as kind: Update.Kind) -> (update: Update, now: Moment) {
    let now = now
    let update = Update(
      revision: now.update.revision, kind: kind, before: Results(), after: now.update.after,
      changeset: .difference(from: Results(), to: now.update.after, comparing: comparison))
    return (update, now)
  }

  private struct Missed {
    var now: Moment
    var steps: [StepHistory.Step] = []
    var refreshes = RefreshLog<Shown.ID>()
  }

  /// What there is now, the steps since a revision, where they are kept, and what was refreshed; `nil` where the revision is
  /// the present one.
  private func missed(since revision: Int) -> Missed? {
    var missed: Missed?
    published.withLock { published in
      if published.now.update.revision == revision { return }
      missed = Missed(
        now: published.now, steps: published.history.steps(after: revision), refreshes: published.refreshes)
    }
    return missed
  }

  /// One changeset that does what several steps do; `nil` of none, and when they are more than the difference of the
  /// snapshots would cost.
  private func composed(_ steps: [StepHistory.Step]) -> Changes? {
    guard let first = steps.first else { return nil }
    if steps.count == 1 { return (first.content as? Update.Content)?.changeset }
    let named = steps.reduce(0) { $0 + $1.changeCount }
    if !StepHistory.isWorthComposing(named, of: first.itemCount) { return nil }
    return steps.compactMap { ($0.content as? Update.Content)?.changeset }.composed(comparing: comparison)
  }
}
