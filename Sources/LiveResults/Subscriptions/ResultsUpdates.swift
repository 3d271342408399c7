import SectionDiff

/// The updates of one subscriber: the present results first, then what changes, as fast as the subscriber takes it.
///
/// A subscriber that is slow receives what it missed as one update, from the snapshot it saw last; where that comes to
/// nothing, it receives nothing. The sequence ends when the task that iterates it is cancelled, and after
/// ``ResultsController/finish()``. It holds on to the controller until then.
public struct ResultsUpdates<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// What a subscriber receives.
  public typealias Element = ResultsUpdate<Key, Item, Header>
  /// The sequence never throws.
  public typealias Failure = Never

  let feed: ResultsFeed<Key, Item, Header>
  /// The controller, kept alive.
  let owner: any Sendable & AnyObject
  /// The revision that the subscriber knows; `nil` for none.
  let since: Int?

  /// Begins a subscription.
  public func makeAsyncIterator() -> Iterator {
    Iterator(listener: FeedListener(feed: feed, owner: owner), cursor: FeedCursor(since: since, in: feed))
  }

  /// The updates, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private var listener: FeedListener<Key, Item, Header>
    private var cursor: FeedCursor<Key, Item, Header>

    init(listener: FeedListener<Key, Item, Header>, cursor: FeedCursor<Key, Item, Header>) {
      self.listener = listener
      self.cursor = cursor
    }

    /// The next update, or `nil` when the subscription has ended.
    public mutating func next() async -> ResultsUpdate<Key, Item, Header>? { await next(isolation: #isolation) }

    /// The next update, or `nil` when the subscription has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ResultsUpdate<Key, Item, Header>? {
      let update = await listener.next(isolation: actor) { cursor.next(from: $0) }
      if update == nil { cursor = FeedCursor() }
      return update
    }
  }
}

/// The states of a controller, the present one first; a slow subscriber receives the newest.
public struct ResultsStates<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// The state of the results.
  public typealias Element = ResultsState<Key, Item, Header>
  /// The sequence never throws.
  public typealias Failure = Never

  let feed: ResultsFeed<Key, Item, Header>
  let owner: any Sendable & AnyObject

  /// Begins a subscription.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: FeedListener(feed: feed, owner: owner)) }

  /// The states, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private var listener: FeedListener<Key, Item, Header>
    private var seen = -1

    init(listener: FeedListener<Key, Item, Header>) { self.listener = listener }

    /// The next state, or `nil` when the subscription has ended.
    public mutating func next() async -> ResultsState<Key, Item, Header>? { await next(isolation: #isolation) }

    /// The next state, or `nil` when the subscription has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ResultsState<Key, Item, Header>? {
      await listener.next(isolation: actor) { feed in
        let (number, state) = feed.state
        defer { seen = number }
        return number == seen ? nil : state
      }
    }
  }
}
