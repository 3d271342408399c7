import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// A store before a server, on clocks that stand still until a test moves them.
final class Rig: Sendable {
  static let address = URL(string: "https://notes.example/api/notes?key=hush") ?? URL(fileURLWithPath: "/")
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  let clock: ManualClock
  /// Where the clock stood when the store was made; the store counts from there.
  private let beginning: ManualClock.Instant
  let store: RESTStore<Entry>
  private let observers = Locked<[Observer<Entry>]>([])

  init(
    _ transport: any HTTPTransport, url: URL = Rig.address, paging: RESTPaging = .none,
    format: RESTFormat<Entry> = .json(), skew: Double = 0, random: Double = 0.5,
    clock: ManualClock = ManualClock(), _ change: (inout RESTOptions) -> Void = { _ in }
  ) {
    self.clock = clock
    beginning = clock.now
    var options = RESTOptions()
    options.interval = .fixed(.seconds(10))
    change(&options)
    store = RESTStore(
      polling: RESTSource(url, format: format, paging: paging), options: options, transport: transport,
      clock: clock, wallTime: { Rig.wallTime(clock).addingTimeInterval(skew) }, random: { random })
  }

  deinit { for observer in observers.get() { observer.cancel() } }

  static func wallTime(_ clock: ManualClock) -> Date {
    start.addingTimeInterval(Double(clock.now.offset.components.seconds))
  }

  /// What a field `Date` of the server says now.
  var date: String { HTTPDate.text(of: Rig.wallTime(clock)) }

  /// Begins to observe.
  @discardableResult
  func observe(_ request: RecordRequest<Entry> = .all) -> Observer<Entry> {
    let observer = Observer(of: store.events(for: request))
    observers.change { $0.append(observer) }
    return observer
  }

  /// Waits until the store is as described.
  @discardableResult
  func health(_ isMet: (RESTHealth) -> Bool) async -> RESTHealth {
    for await health in store.healthUpdates() where isMet(health) { return health }
    return store.health
  }

  /// Waits until so many polls are over.
  @discardableResult
  func polled(_ count: Int) async -> RESTHealth {
    await health { $0.polls >= count && !$0.isPolling }
  }

  /// Moves the clock to when a poll is due.
  func advance(to decision: PollDecision) {
    if let time = decision.time { clock.advance(to: beginning.advanced(by: time)) }
  }

  /// Moves the clock to the next poll, and waits until it is over.
  @discardableResult
  func nextPoll() async -> RESTHealth {
    let health = await health { !$0.isPolling && $0.decision.time != nil }
    advance(to: health.decision)
    return await polled(health.polls + 1)
  }
}

extension Observer<Entry> {
  /// Returns when so many entries are shown, or these.
  func shows(_ entries: [Entry]) async { await received { $0.contents.items == entries } }
}

extension HTTPDate {
  /// Writes a date in the preferred form, by Foundation: the adapter reads dates by itself.
  static func text(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}

extension RESTHealth {
  /// The failure, where there is one.
  var failure: StoreError? {
    switch state {
    case .failing(let error), .stale(let error): error
    case .idle, .live: nil
    }
  }
}
