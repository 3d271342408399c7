import SectionDiff
import StoreInterface

/// What an iterator waits by: woken when a feed may have something new, it keeps the controller alive until its end.
struct FeedListener<Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable>
where Shown.ID: Sendable {
  typealias Feed = ResultsFeed<Key, Shown, Header>

  /// The feed, its controller, and what wakes; `nil` after the end: an iterator that is still held holds nothing then.
  private var source: (feed: Feed, owner: any Sendable & AnyObject, wakes: AsyncStream<Void>)?

  init(feed: Feed, owner: any Sendable & AnyObject) { source = (feed, owner, feed.wakes()) }

  /// The next that `look` finds in the feed, waiting where it finds nothing.
  ///
  /// - Returns: `nil` when the task was cancelled, and when the feed has ended and been looked at once after that.
  mutating func next<Value>(
    isolation actor: isolated (any Actor)?, _ look: (Feed) -> Value?
  ) async -> Value? {
    var hasEnded = false
    while !Task.isCancelled, let source {
      if let value = look(source.feed) { return value }
      if hasEnded { break }
      hasEnded = await source.wakes.next(isolation: actor) == nil
    }
    source = nil
    return nil
  }
}
