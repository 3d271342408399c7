import SectionDiff

/// The updates of one subscriber: the present results first, then what changes, as fast as the subscriber takes it.
///
/// A subscriber that is slow hears what it missed as one update, from the snapshot it saw last. The sequence ends when the
/// task that iterates it is cancelled. It holds on to the controller.
public struct ResultsUpdates<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
>: AsyncSequence, Sendable {
  /// What is heard.
  public typealias Element = ResultsUpdate<Key, Item, Header>
  /// There is no failure.
  public typealias Failure = Never

  let feed: ResultsFeed<Key, Item, Header>
  /// The controller, kept alive.
  let owner: any Sendable & AnyObject
  /// The revision that the subscriber knows; `nil` for none.
  let since: Int?

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, owner: owner, wakes: feed.wakes().makeAsyncIterator(), since: since)
  }

  /// The updates, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: ResultsFeed<Key, Item, Header>
    private let owner: any Sendable & AnyObject
    private var wakes: AsyncStream<Void>.Iterator
    private var seen: (revision: Int, snapshot: Snapshot<Key, Item, Header>)?
    private var since: Int?

    init(
      feed: ResultsFeed<Key, Item, Header>, owner: any Sendable & AnyObject, wakes: AsyncStream<Void>.Iterator,
      since: Int?
    ) {
      self.feed = feed
      self.owner = owner
      self.wakes = wakes
      self.since = since
    }

    /// The next one; `nil` at the end.
    public mutating func next() async -> ResultsUpdate<Key, Item, Header>? { await next(isolation: #isolation) }

    /// The next one; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ResultsUpdate<Key, Item, Header>? {
      var isLast = false
      while !Task.isCancelled {
        if let update = pull() {
          seen = (update.revision, update.after)
          return update
        }
        if isLast { return nil }
        isLast = await wakes.next(isolation: actor) == nil
      }
      return nil
    }

    private func pull() -> ResultsUpdate<Key, Item, Header>? {
      if let seen { return feed.update(since: seen.revision, seen: seen.snapshot) }
      if let since { return feed.catchUp(since: since) }
      return feed.everything(as: .initial)
    }
  }
}

/// The states of a controller, the present one first; a slow subscriber hears the newest.
public struct ResultsStates<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
>: AsyncSequence, Sendable {
  /// What is heard.
  public typealias Element = ResultsState<Key, Item, Header>
  /// There is no failure.
  public typealias Failure = Never

  let feed: ResultsFeed<Key, Item, Header>
  let owner: any Sendable & AnyObject

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, owner: owner, wakes: feed.wakes().makeAsyncIterator())
  }

  /// The states, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: ResultsFeed<Key, Item, Header>
    private let owner: any Sendable & AnyObject
    private var wakes: AsyncStream<Void>.Iterator
    private var seen = -1

    init(feed: ResultsFeed<Key, Item, Header>, owner: any Sendable & AnyObject, wakes: AsyncStream<Void>.Iterator) {
      self.feed = feed
      self.owner = owner
      self.wakes = wakes
    }

    /// The next one; `nil` at the end.
    public mutating func next() async -> ResultsState<Key, Item, Header>? { await next(isolation: #isolation) }

    /// The next one; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ResultsState<Key, Item, Header>? {
      var isLast = false
      while !Task.isCancelled {
        let (number, state) = feed.state
        if number != seen {
          seen = number
          return state
        }
        if isLast { return nil }
        isLast = await wakes.next(isolation: actor) == nil
      }
      return nil
    }
  }
}
