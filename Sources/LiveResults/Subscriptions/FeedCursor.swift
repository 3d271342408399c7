import SectionDiff

/// Where one subscriber is: what it has seen of a feed, or what it says that it knows.
struct FeedCursor<Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable>: Sendable
where Shown.ID: Sendable {
  typealias Feed = ResultsFeed<Key, Shown, Header>
  typealias Update = ResultsUpdate<Key, Shown, Header>

  private enum Place: Sendable {
    case start
    case revision(Int)
    case seen(Feed.Moment)
  }

  private var place: Place

  /// A subscriber that is done.
  init() { place = .start }

  /// A subscriber of a feed: a new one, or one that resumes from a revision.
  init(since revision: Int?, in feed: Feed) {
    let now = feed.now
    if let revision, revision == now.update.revision {
      // From here on it is like anyone who has seen it, however long it takes.
      place = .seen(now)
    } else {
      place = revision.map { .revision($0) } ?? .start
    }
  }

  /// A subscriber that has seen some results.
  init(seen moment: Feed.Moment) { place = .seen(moment) }

  /// The next update; `nil` when the subscriber is up to date, or when what it missed has no effect.
  mutating func next(from feed: Feed) -> Update? {
    switch place {
    case .start:
      let (update, now) = feed.everything(as: .initial)
      place = .seen(now)
      return update
    case .revision(let revision):
      let (update, now) = feed.catchUp(since: revision)
      place = .seen(now)
      return update.kind == .change && update.content.changeCount == 0 ? nil : update
    case .seen(let moment):
      guard let (update, now) = feed.update(since: moment) else { return nil }
      place = .seen(now)
      return update.content.changeCount == 0 ? nil : update
    }
  }
}
