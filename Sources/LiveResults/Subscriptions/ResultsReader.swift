import SectionDiff

/// A subscriber that asks by itself and never waits: for trials that decide who is slow.
package struct ResultsReader<
  Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
>: Sendable where Shown.ID: Sendable {
  private let feed: ResultsFeed<Key, Shown, Header>
  private var cursor: FeedCursor<Key, Shown, Header>

  init(feed: ResultsFeed<Key, Shown, Header>, since revision: Int?) {
    self.feed = feed
    cursor = FeedCursor(since: revision, in: feed)
  }

  /// What an iterator of updates would give now; `nil` where it would wait.
  package mutating func next() -> ResultsUpdate<Key, Shown, Header>? { cursor.next(from: feed) }
}
