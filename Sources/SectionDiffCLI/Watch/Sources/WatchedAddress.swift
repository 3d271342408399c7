#if CommandLine
  internal import Foundation
  internal import RESTAdapter
  internal import RecordFormats
  internal import SectionDiff
  internal import StoreBuilding
  internal import StoreInterface

  /// An address that is polled, by the rules of HTTP.
  @available(LiveSystems, *)
  struct WatchedAddress: WatchedSource {
    let name: String
    private let server: RESTStore<WatchedRecord>

    /// Makes a source of an address.
    ///
    /// - Parameters:
    ///   - url: Where the records are. Pages are followed.
    ///   - form: What the records have in common.
    ///   - interval: How often to ask; nil for every five seconds, unless the server says that its answer is fresh for
    ///     longer.
    ///   - headers: What is sent along to the address, and to no other.
    ///   - removals: Which removals are withheld.
    ///   - transport: What sends the requests.
    ///   - clock: What is waited on.
    init(
      _ url: URL, form: WatchedForm, every interval: Duration?, headers: RequestHeaders,
      removals: RemovalLimit = .usual,
      transport: any HTTPTransport = CommandTransport.make(), clock: any Clock<Duration> = ContinuousClock()
    ) {
      name = url.shown
      var options = RESTOptions()
      if let interval {
        options.interval = .fixed(interval)
        options.maximumFreshness = .zero
      }
      for field in headers.fields { options.credentials.fields.append(field.name, field.value) }
      if headers.tokenFile != nil {
        options.credentials.token = { _ in try headers.token() }
      }
      options.removalGuard = removals.rule?.fitting(form)
      options.duplicates =
        switch form.rules.duplicates {
        case .keepFirst: .keepFirst
        case .keepLast: .keepLast
        case .allow, .reject: .refuse
        }
      // Copies are counted over all pages.
      let reader = Locked(WatchedRecordReader(form: form, numbersCopies: false))
      let format = RESTFormat<WatchedRecord>.records(form.format) { document in
        try reader.withLock { reader in try reader.contents(of: document) }.items
      }
      var source = RESTSource(url, format: format, paging: .links())
      if form.rules.duplicates == .allow { source.distinguished = { record, times in record.copy(times + 1) } }
      server = RESTStore(polling: source, options: options, transport: transport, clock: clock) { $0.isSame(as: $1) }
    }

    var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(WholeStore(base: server, all: .all)) }

    func notes() -> AsyncStream<WatchNote> {
      .notes(of: server.healthUpdates()) { [name] health in
        WatchNote.notes(health)
          + WatchNote.held(health.heldRemovals, in: name, "the next response agrees")
      }
    }
  }

  @available(LiveSystems, *)
  extension WatchNote {
    /// What a store that polls says of itself.
    static func notes(_ health: RESTHealth) -> [WatchNote] {
      let decision = health.decision
      let state: WatchHealth? =
        switch health.state {
        case .idle: nil
        case .live: .polling(reason: "the server is polled")
        case .stale(let error): .polling(reason: "the last response may still be used: \(error)")
        case .failing(let error): .lost(reason: "\(error)")
        }
      var notes: [WatchNote] = state.map { [.health($0)] } ?? []
      if decision.time != nil, !health.isPolling, decision.reason != .first {
        notes.append(.nextLook(in: decision.delay, because: decision.reason.description))
      }
      return notes
    }
  }
#endif
