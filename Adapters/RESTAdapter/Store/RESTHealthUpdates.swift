import StoreInterface

/// The status of a store: the present one first, then each change. A slow reader receives the newest, and nothing in
/// between.
@available(LiveSystems, *)
public struct RESTHealthUpdates: AsyncSequence, Sendable {
  /// The status of a store.
  public typealias Element = RESTHealth
  /// It never fails.
  public typealias Failure = Never

  let wakes: AsyncStream<Void>
  /// Reads the health when it is requested, so that what is received last is what is so.
  let health: @Sendable () -> RESTHealth

  /// Begins to iterate; once only.
  public func makeAsyncIterator() -> Iterator { Iterator(wakes: wakes, health: health) }

  /// The health, again and again.
  public struct Iterator: AsyncIteratorProtocol {
    let wakes: AsyncStream<Void>
    let health: @Sendable () -> RESTHealth
    var last: RESTHealth?

    init(wakes: AsyncStream<Void>, health: @escaping @Sendable () -> RESTHealth) {
      self.wakes = wakes
      self.health = health
    }

    /// The next health that differs from the last, or `nil` when the task was cancelled.
    public mutating func next() async -> RESTHealth? { await next(isolation: #isolation) }

    /// The next health that differs from the last, or `nil` when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> RESTHealth? {
      while !Task.isCancelled {
        let health = health()
        if health != last {
          last = health
          return health
        }
        if await wakes.next(isolation: actor) == nil { return nil }
      }
      return nil
    }
  }
}
