import SectionDiff

/// Where one subscriber is: what it has seen of a feed, or what it says that it knows.
struct FeedCursor<Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable>: Sendable
where Shown.ID: Sendable {
  typealias Results = Snapshot<Key, Shown, Header>
  typealias Update = ResultsUpdate<Key, Shown, Header>

  private enum Place: Sendable {
    case start
    case revision(Int)
    case seen(revision: Int, snapshot: Results)
  }

  private var place: Place

  /// A subscriber that is done.
  init() { place = .start }

  /// A subscriber of a feed: a new one, or one that resumes from a revision.
  init(since revision: Int?, in feed: ResultsFeed<Key, Shown, Header>) {
    let current = feed.current
    if let revision, revision == current.revision {
      // From here on it is like anyone who has seen it, however long it takes.
      place = .seen(revision: revision, snapshot: current.snapshot)
    } else {
      place = revision.map { .revision($0) } ?? .start
    }
  }

  /// A subscriber that has seen some results.
  init(seen revision: Int, _ snapshot: Results) { place = .seen(revision: revision, snapshot: snapshot) }

  /// The next update; `nil` when the subscriber is up to date, or when what it missed has no effect.
  mutating func next(from feed: ResultsFeed<Key, Shown, Header>) -> Update? {
    switch place {
    case .start:
      let update = feed.everything(as: .initial)
      place = .seen(revision: update.revision, snapshot: update.after)
      return update
    case .revision(let revision):
      let update = feed.catchUp(since: revision)
      place = .seen(revision: update.revision, snapshot: update.after)
      return update.kind == .change && update.changeset.isEmpty ? nil : update
    case .seen(let revision, let snapshot):
      guard let update = feed.update(since: revision, seen: snapshot) else { return nil }
      place = .seen(revision: update.revision, snapshot: update.after)
      return update.changeset.isEmpty ? nil : update
    }
  }
}
