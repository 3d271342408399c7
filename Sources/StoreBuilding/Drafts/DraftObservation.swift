import StoreInterface

/// One observation of a ``DraftStore``: the base's answer with drafts laid over it, and the observer who is shown that.
///
/// Invariant: between calls, `records` are the base's answer with the drafts applied, and their log is those drafts alone.
/// So undoing the log gives the base's answer, whatever the drafts were.
struct DraftObservation<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Where the base's events come from.
  struct Source: Sendable {
    let pull: @Sendable () -> StoreEvents<Item>.Pull
    /// Wakes the observer when the base has something.
    let task: Task<Void, Never>
  }

  /// When the observer is notified of what the base sends.
  private enum Delivery: Sendable {
    case atOnce
    /// When other drafts are shown, and whether the base has sent something since.
    case withOtherDrafts(hasNews: Bool)
  }

  private let query: DraftQuery<Item>
  /// Begins to observe the base, for so many records at most.
  private let observe: @Sendable (_ limit: Int?) -> Source

  private var reach: DraftReach
  private var source: Source?
  /// How many records were requested from `source`, at most.
  private var sourceLimit: Int?
  /// How many it has given.
  private var givenCount = 0
  /// The base's answer with more records, until it is there.
  private var widerSource: Source?
  /// Whether the drafts need more records than `source` gives, and the wider answer has neither come nor failed so far.
  private var awaitsWider = false
  private var hasEnded = false
  private var delivery = Delivery.atOnce

  private(set) var records: OrderedRecords<Item>?
  private(set) var observer: Observer<Item>
  /// Drafts that the base has accepted after it had ended its sequence, so that it will never announce them.
  private var landed: [StoreChange<Item>] = []

  init(
    _ query: DraftQuery<Item>, waker: AsyncStream<Void>.Continuation,
    observe: @escaping @Sendable (_ limit: Int?) -> Source
  ) {
    self.query = query
    self.observe = observe
    reach = DraftReach(limit: query.shown.limit)
    observer = Observer(query.shown, waker: waker)
  }

  /// Takes what is to be received next; asks the base only when nothing waits.
  mutating func next(under layers: [StoreBatch<Item>]) -> StoreEvents<Item>.Pull {
    if source == nil {
      _ = reach.extend(for: layers)
      (source, sourceLimit) = (observe(reach.requested), reach.requested)
    }
    while observer.pending.isEmpty, receiveNext(under: layers) {}
    let (records, view) = (records, observer.view)
    let event = observer.pending.next {
      guard let records, let view else { return .items([]) }
      return view.contents(of: records)
    }
    if let event { return .event(event) }
    return hasEnded && records == nil ? .end : .nothing
  }

  /// Stops to observe the base.
  func end() {
    source?.task.cancel()
    widerSource?.task.cancel()
  }
}

// MARK: - What the base sends

extension DraftObservation {
  /// Receives all that the base has sent so far.
  mutating func catchUp(under layers: [StoreBatch<Item>]) {
    while receiveNext(under: layers) {}
  }

  /// Receives all that the base has sent so far, and keeps it for the next ``rebase(on:)``, so that the observer is
  /// notified of both at once.
  mutating func holdAndCatchUp(under layers: [StoreBatch<Item>]) {
    if case .atOnce = delivery { delivery = .withOtherDrafts(hasNews: false) }
    catchUp(under: layers)
  }

  /// Receives one event.
  ///
  /// - Returns: Whether there was any.
  private mutating func receiveNext(under layers: [StoreBatch<Item>]) -> Bool {
    if receiveWider(under: layers) { return true }
    guard !hasEnded, let source else { return false }
    switch source.pull() {
    case .event(let event): receive(event, under: layers)
    case .nothing: return false
    case .end: hasEnded = true
    }
    return true
  }

  /// Receives an event for the wider request, whose answer takes the place of the one so far.
  private mutating func receiveWider(under layers: [StoreBatch<Item>]) -> Bool {
    guard let wider = widerSource else { return false }
    switch wider.pull() {
    case .event(.replace(let contents)):
      source?.task.cancel()
      (source, sourceLimit, widerSource, hasEnded) = (wider, reach.requested, nil, false)
      awaitsWider = false
      landed.removeAll()
      exchange(for: contents, under: layers, isWider: true)
    case .event(.failed(let error)):
      observer.note(error)
      showWithoutWider()
    case .event(.changes): observer.note(.changesBeforeAnswer)
    case .nothing: return false
    case .end:
      widerSource = nil
      showWithoutWider()
      return false
    }
    return true
  }

  /// Shows what there is, although there should be more.
  private mutating func showWithoutWider() {
    awaitsWider = false
    follow()
  }

  private mutating func receive(_ event: StoreEvent<Item>, under layers: [StoreBatch<Item>]) {
    switch event {
    case .failed(let error): observer.note(error)
    case .replace(let contents): exchange(for: contents, under: layers)
    case .changes(let batch):
      guard records != nil else { return observer.note(.changesBeforeAnswer) }
      records?.undo(to: 0)
      records?.forGood { records in
        for change in batch.changes { _ = records.apply(change) }
      }
      layOver(layers)
      follow()
      noteRecovery()
    }
  }

  /// Shows an answer in the place of the one so far.
  ///
  /// Under drafts the records are changed into those of the answer one by one: a drafted update of a record that is not
  /// there any more stays on show where the record was.
  private mutating func exchange(
    for contents: StoreContents<Item>, under layers: [StoreBatch<Item>], isWider: Bool = false
  ) {
    if isWider || layers.contains(where: { !$0.isEmpty }) {
      records?.undo(to: 0)
      if records?.forGood({ $0.replaceAll(with: contents) }) == true {
        layOver(layers)
        follow()
        return noteRecovery()
      }
    }
    records = OrderedRecords(contents)
    layOver(layers)
    records?.settle()
    observer.view = records.map { AnswerView(of: $0, for: query.shown, haveEqualContent: query.haveEqualContent) }
    _ = observer.note(.answer)
  }

  /// Lets the observer know that a failure is over, also where nothing has changed for it.
  private mutating func noteRecovery() {
    switch delivery {
    case .atOnce: observer.noteRecovery()
    case .withOtherDrafts: delivery = .withOtherDrafts(hasNews: true)
    }
  }
}

// MARK: - What is drafted

extension DraftObservation {
  /// Shows drafts that lie on top of those shown so far.
  mutating func layOnTop(_ batch: StoreBatch<Item>, of layers: [StoreBatch<Item>]) {
    if isWidened(for: layers, newest: batch) { return }
    layOver([batch], isOnTop: true)
    follow()
  }

  /// Shows other drafts.
  mutating func rebase(on layers: [StoreBatch<Item>]) {
    var hasNews = false
    if case .withOtherDrafts(let news) = delivery { hasNews = news }
    delivery = .atOnce
    if !isWidened(for: layers) {
      // Fewer drafts need less.
      if reach.suffices(sourceLimit, for: layers) { awaitsWider = false }
      records?.undo(to: 0)
      layOver(layers)
      follow()
    }
    if hasNews { noteRecovery() }
  }

  /// Goes on to show what the base has accepted, where it will not announce it.
  mutating func keepLanded(_ batch: StoreBatch<Item>) {
    if hasEnded { landed.append(contentsOf: batch.changes) }
  }

  /// Asks the base for more records where drafts need that.
  ///
  /// - Returns: Whether they came at once, and are shown with the drafts.
  private mutating func isWidened(for layers: [StoreBatch<Item>], newest: StoreBatch<Item>? = nil) -> Bool {
    guard source != nil, reach.extend(for: layers, newest: newest) else { return false }
    if records == nil {
      // Nothing is on show yet.
      source?.task.cancel()
      (source, sourceLimit, hasEnded) = (observe(reach.requested), reach.requested, false)
      return false
    }
    widerSource?.task.cancel()
    widerSource = observe(reach.requested)
    awaitsWider = true
    return receiveWider(under: layers) && widerSource == nil
  }

  private mutating func layOver(_ layers: [StoreBatch<Item>], isOnTop: Bool = false) {
    // Taken out while they are changed, so that they are changed in place.
    guard var records = records.take() else { return }
    if !isOnTop {
      givenCount = records.count
      records.apply(drafts: landed, matches: query.matches)
    }
    for layer in layers { records.apply(drafts: layer.changes, matches: query.matches) }
    self.records = records
  }

  /// Notes the net effect of a run of changes for the observer, and ends it.
  ///
  /// Not while it is unknown which records come next: an answer that is cut off by its limit would lack them, and it would
  /// show records in their places.
  private mutating func follow() {
    if awaitsWider, let sourceLimit, givenCount >= sourceLimit { return }
    guard case .atOnce = delivery, var records = records.take() else { return }
    _ = observer.follow(records)
    records.settle()
    self.records = records
  }
}
