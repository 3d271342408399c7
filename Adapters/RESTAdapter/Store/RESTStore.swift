public import Foundation
import StoreBuilding
package import StoreInterface

/// A store that polls a server, and announces what has changed.
///
///     let store = RESTStore(polling: RESTSource(url, format: RESTFormat<Song>.json()))
///     for await event in store.events(for: .all) { … }
///
/// It polls while someone observes: the first observation begins, the last one that ends lets it rest. One request is
/// in progress at a time. An answer is taken as a whole or not at all; when there is none, observers are notified of a
/// failure, and what was there stays.
///
/// It obeys what the server says about its answers: validators, freshness, `Retry-After`. When the next request is,
/// and why, is in ``health``.
///
/// To write, see ``writable(by:)``.
@available(LiveSystems, *)
public final class RESTStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What is polled.
  public let source: RESTSource<Item>
  /// How it is polled.
  public let options: RESTOptions
  let keeper: Timekeeper
  let wallTime: @Sendable () -> Date
  let random: @Sendable () -> Double
  let client: RESTClient
  let reader: PageReader<Item>
  let cache: AnswerCache?
  let records: ObservedRecords<Item>
  let state: Locked<RESTState<Item>>
  let shownHealth = ObservedValue(RESTHealth())
  let pollMutex = AsyncMutex()
  let writeMutex = AsyncMutex()

  /// Makes a store. Nothing is sent before the first request.
  ///
  /// - Parameters:
  ///   - source: What is polled.
  ///   - options: How it is polled.
  ///   - transport: What sends the requests. Where none is given, it is ``URLSessionTransport``; on Linux async-http-client,
  ///     if the package trait `AsyncHTTPClient` is on.
  ///   - clock: The clock that it waits by.
  ///   - wallTime: The time of day, which dates in header fields are compared with.
  ///   - random: Numbers from 0 to less than 1, for delays after failures.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public init(
    polling source: RESTSource<Item>, options: RESTOptions = RESTOptions(),
    transport: (any HTTPTransport)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    wallTime: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    let transport = transport ?? DefaultTransport.make()
    self.source = source
    self.options = options
    self.wallTime = wallTime
    keeper = Timekeeper(clock)
    self.random = random
    records = ObservedRecords(haveEqualContent: haveEqualContent)
    client = RESTClient(
      transport: transport, keeper: keeper, wallTime: wallTime, url: source.url, options: options)
    reader = PageReader(source: source, client: client, salt: UInt64(min(max(0, random()), 0.999_999) * 0x1p63))
    cache = options.cache.map {
      AnswerCache($0, url: source.url, accept: source.format.accept, limit: options.limits.totalBytes)
    }
    state = Locked(RESTState(options, caution: URLSessionTransport.caution(for: transport)))
    records.whileObserved(self, showsOldRecords: true) { store in await store.run() }
  }

  /// The number of active observations.
  public var observationCount: Int { records.observerCount }

  /// The current records, as far as they are known. For tests.
  package var contents: StoreContents<Item> { records.contents }
}

@available(LiveSystems, *)
extension RESTStore where Item: Equatable {
  /// Makes a store of records that are the same when they are equal; see
  /// ``init(polling:options:transport:clock:wallTime:random:haveEqualContent:)``.
  public convenience init(
    polling source: RESTSource<Item>, options: RESTOptions = RESTOptions(),
    transport: (any HTTPTransport)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    wallTime: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.init(
      polling: source, options: options, transport: transport, clock: clock, wallTime: wallTime, random: random
    ) { $0 == $1 }
  }
}
