import SectionDiff
import StoreInterface

/// Someone who is woken when a feed may have something new, and who keeps the controller alive meanwhile.
struct FeedListener<Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable>
where Shown.ID: Sendable {
  let feed: ResultsFeed<Key, Shown, Header>
  /// The controller.
  private let owner: any Sendable & AnyObject
  private let wakes: AsyncStream<Void>
  /// Whether the feed has ended, and been looked at once after that.
  private var isDone = false

  init(feed: ResultsFeed<Key, Shown, Header>, owner: any Sendable & AnyObject) {
    self.feed = feed
    self.owner = owner
    wakes = feed.wakes()
  }

  /// Waits until there may be something new.
  ///
  /// - Returns: Whether to look: `true` once more after the feed has ended, then `false`; `false` when the task was
  ///   cancelled.
  mutating func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    if isDone { return false }
    if await wakes.next(isolation: actor) == nil { isDone = true }
    return !Task.isCancelled
  }
}
