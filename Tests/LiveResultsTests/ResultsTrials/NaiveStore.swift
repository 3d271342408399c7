@testable import StoreInterface

/// What a store with a layer of drafts over it, or without one, ought to answer: plain arrays, folded again each time.
struct NaiveStore {
  /// What is being written.
  struct Flight {
    let number: Int
    let batch: StoreBatch<SmallRecord>
    /// Whether these were drafts, and are again when the store refuses them.
    let wereDrafts: Bool
    var isDiscarded = false
  }

  /// What an observer receives.
  struct Received {
    /// What it is shown then.
    let contents: StoreContents<SmallRecord>
    /// Whether the whole answer is given again.
    var isAnswer = false
    /// The records shown before and after that were looked at again.
    var refreshed: [Int] = []
  }

  let isDrafted: Bool
  /// What is requested.
  private(set) var request = TrialRequest()
  /// All that the store holds.
  private var base: NaiveResults
  /// The store's answer, with the places that records had which drafts keep on show.
  private var answer: NaiveResults
  private(set) var flights: [Flight] = []
  private(set) var drafts: [StoreChange<SmallRecord>] = []
  /// Whether the observer was notified of a failure, and of nothing since.
  private var hasFailed = false
  /// What the observer is shown.
  private(set) var contents: StoreContents<SmallRecord>

  init(setting: ResultsSetting, isDrafted: Bool) {
    self.isDrafted = isDrafted
    base = NaiveResults(setting: setting, makesSections: !isDrafted)
    answer = base
    contents = base.contents
  }

  // MARK: The store

  /// All that the store holds.
  var baseContents: StoreContents<SmallRecord> { base.contents }

  /// Whether the store takes a batch.
  func allows(_ batch: StoreBatch<SmallRecord>) -> Bool { base.allows(batch) }

  /// Changes what the store holds.
  mutating func apply(_ batch: StoreBatch<SmallRecord>) -> NaiveAnnouncement {
    let before = base.contents
    let refreshed = base.apply(batch)
    // What stores announce is in order; without a layer live results receive odd batches, too.
    let isRaw = !isDrafted || !base.setting.isSectionedByStore
    return NaiveAnnouncement(before: before, after: base.contents, refreshed: refreshed, batch: isRaw ? batch : nil)
  }

  /// Makes the store hold something else.
  mutating func replace(with contents: StoreContents<SmallRecord>) -> NaiveAnnouncement {
    let before = base.contents
    base.replace(with: contents)
    return NaiveAnnouncement(before: before, after: base.contents, isAnswer: true)
  }

  // MARK: The observer

  /// The observer asks, perhaps for something else, and is answered.
  mutating func load(_ request: TrialRequest? = nil) -> Received {
    if let request { self.request = request }
    answer.replace(with: self.request.unlimited.answer(of: base.contents))
    hasFailed = false
    layOver()
    return Received(contents: contents, isAnswer: true)
  }

  /// The observer is notified of a failure.
  mutating func fail() { hasFailed = true }

  /// What the observer receives when the store announces something.
  ///
  /// - Parameters:
  ///   - isEvent: Whether the store sent its observer an event.
  ///   - flight: What it announces the acceptance of. The two are one for the observer.
  mutating func receive(_ announcement: NaiveAnnouncement, isEvent: Bool, landing flight: Int? = nil) -> Received? {
    guard isDrafted else {
      guard let event = announcement.event(for: request) else { return nil }
      contents = request.answer(of: base.contents)
      if case .replace = event { return Received(contents: contents, isAnswer: true) }
      return Received(contents: contents, refreshed: announcement.refreshed)
    }
    let before = contents
    var refreshed: [Int] = []
    var isAnswer = false
    switch announcement.event(for: request.unlimited) {
    case .replace(let contents):
      isAnswer = layers.isEmpty
      answer.replaceKeepingTombstones(with: contents)
    case .changes(let batch): refreshed = answer.applyKeepingTombstones(batch)
    case .failed, nil: break
    }
    layOver()
    if let flight {
      flights.removeAll { $0.number == flight }
      layOver()
    }
    let shown = Set(before.items.map(\.id)).intersection(contents.items.map(\.id))
    refreshed.removeAll { !shown.contains($0) }
    if isAnswer || contents != before || !refreshed.isEmpty {
      hasFailed = false
      return Received(contents: contents, isAnswer: isAnswer, refreshed: refreshed)
    }
    return isEvent ? goOn() : nil
  }

  /// The store sends an event after a failure: its observer receives that the failure is over, although nothing has changed.
  mutating func goOn() -> Received? {
    if !hasFailed { return nil }
    hasFailed = false
    return Received(contents: contents, isAnswer: true)
  }

  // MARK: Drafts

  /// Adds drafts.
  mutating func draft(_ changes: [StoreChange<SmallRecord>]) -> Received? {
    for change in changes { Self.append(change, to: &drafts) }
    return rebase()
  }

  /// Takes the drafts back; those that are being written are none again.
  mutating func discard() -> Received? {
    drafts = []
    for place in flights.indices { flights[place].isDiscarded = true }
    return rebase()
  }

  /// Begins to write the drafts.
  mutating func departWithDrafts(number: Int) {
    flights.append(Flight(number: number, batch: StoreBatch(drafts), wereDrafts: true))
    drafts = []
  }

  /// Begins to write a batch.
  mutating func depart(with batch: StoreBatch<SmallRecord>, number: Int) -> Received? {
    flights.append(Flight(number: number, batch: batch, wereDrafts: false))
    return rebase()
  }

  /// Ends a flight that the store has refused.
  mutating func takeBack(_ number: Int) -> Received? {
    guard let place = flights.firstIndex(where: { $0.number == number }) else { return nil }
    let flight = flights.remove(at: place)
    if flight.wereDrafts, !flight.isDiscarded {
      var all: [StoreChange<SmallRecord>] = []
      for change in flight.batch.changes + drafts { Self.append(change, to: &all) }
      drafts = all
    }
    return rebase()
  }

  private var layers: [StoreChange<SmallRecord>] { flights.flatMap(\.batch.changes) + drafts }

  /// New content of a record takes the place of content that was drafted just before.
  private static func append(_ change: StoreChange<SmallRecord>, to drafts: inout [StoreChange<SmallRecord>]) {
    let content: SmallRecord? =
      switch change {
      case .update(let record), .insert(let record, at: .end): record
      default: nil
      }
    if let content, let place = drafts.lastIndex(where: { $0.key == content.id }) {
      switch drafts[place] {
      case .insert(_, let placement): return drafts[place] = .insert(content, at: placement)
      case .update: return drafts[place] = .update(content)
      default: break
      }
    }
    drafts.append(change)
  }

  private mutating func rebase() -> Received? {
    let before = contents
    layOver()
    if contents == before { return nil }
    hasFailed = false
    return Received(contents: contents)
  }

  private mutating func layOver() {
    let (shown, revived) = answer.laidUnder(layers, matches: request.matches)
    answer.dropTombstones(except: revived)
    contents = request.answer(of: shown.contents)
  }
}
