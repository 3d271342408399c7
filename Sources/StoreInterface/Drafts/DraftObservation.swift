/// One observation of a ``DraftStore``: the base's answer with drafts laid over it, and what the observer has not heard yet.
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

  let query: DraftQuery<Item>
  /// Begins to observe the base, for so many records at most.
  private let observe: @Sendable (_ limit: Int?) -> Source
  let waker: AsyncStream<Void>.Continuation

  private var reach: DraftReach
  private var source: Source?
  /// The base's answer with more records, until it is there.
  private var widerSource: Source?
  private var hasEnded = false

  private var records: OrderedRecords<Item>?
  private var view: AnswerView<Item>?
  private var pending = PendingEvents<Item>()
  /// Drafts that the base has accepted after it had ended its sequence, so that it will never announce them.
  private var landed: [StoreChange<Item>] = []

  init(
    _ query: DraftQuery<Item>, waker: AsyncStream<Void>.Continuation,
    observe: @escaping @Sendable (_ limit: Int?) -> Source
  ) {
    self.query = query
    self.waker = waker
    self.observe = observe
    reach = DraftReach(limit: query.limit)
  }

  /// Whether there is nothing to hear.
  var isSilent: Bool { pending.isEmpty }

  /// Takes what is to be heard next; asks the base only when nothing waits.
  mutating func next(under layers: [Batch<Item>]) -> StoreEvents<Item>.Pull {
    if source == nil {
      _ = reach.extend(for: layers)
      source = observe(reach.asked)
    }
    while pending.isEmpty, hearNext(under: layers) {}
    let (records, view) = (records, view)
    let event = pending.next {
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

// MARK: - Drafts

extension DraftObservation {
  /// Shows drafts that lie on top of those shown so far.
  mutating func layOnTop(_ batch: Batch<Item>, of layers: [Batch<Item>]) {
    if isWidened(for: layers, newest: batch) { return }
    layOver([batch], isOnTop: true)
    follow()
  }

  /// Shows other drafts.
  mutating func rebase(on layers: [Batch<Item>]) {
    if isWidened(for: layers) { return }
    records?.undo(to: 0)
    layOver(layers)
    follow()
  }

  /// Goes on to show what the base has accepted, where it will not announce it.
  mutating func keepLanded(_ batch: Batch<Item>) {
    if hasEnded { landed.append(contentsOf: batch.changes) }
  }

  /// Asks the base for more records where drafts need that.
  ///
  /// - Returns: Whether they came at once, and are shown with the drafts.
  private mutating func isWidened(for layers: [Batch<Item>], newest: Batch<Item>? = nil) -> Bool {
    guard source != nil, reach.extend(for: layers, newest: newest) else { return false }
    widerSource?.task.cancel()
    widerSource = observe(reach.asked)
    return hearWider(under: layers) && widerSource == nil
  }

  private mutating func layOver(_ layers: [Batch<Item>], isOnTop: Bool = false) {
    // Taken out while they are changed, so that they are changed in place.
    guard var records = records.take() else { return }
    if !isOnTop { records.apply(drafts: landed, matches: query.matches) }
    for layer in layers { records.apply(drafts: layer.changes, matches: query.matches) }
    self.records = records
  }

  /// Notes what a run of changes comes to for the observer, and ends it.
  private mutating func follow() {
    guard var records = records.take() else { return }
    switch view?.follow(records) {
    case .answer: pending.appendAnswer()
    case .changes(let changes):
      let answerCount = view?.count ?? 0
      pending.append(changes, answerCount: answerCount)
    case nil: break
    }
    records.settle()
    self.records = records
  }
}

// MARK: - The base

extension DraftObservation {
  /// Hears all that the base has said so far.
  mutating func catchUp(under layers: [Batch<Item>]) {
    while hearNext(under: layers) {}
  }

  private mutating func hearNext(under layers: [Batch<Item>]) -> Bool {
    if hearWider(under: layers) { return true }
    guard !hasEnded, let source else { return false }
    switch source.pull() {
    case .event(let event): hear(event, under: layers)
    case .nothing: return false
    case .end: hasEnded = true
    }
    return true
  }

  /// Hears what the base says to the wider request, whose answer takes the place of the one so far.
  private mutating func hearWider(under layers: [Batch<Item>]) -> Bool {
    guard let wider = widerSource else { return false }
    switch wider.pull() {
    case .event(.replace(let contents)):
      source?.task.cancel()
      (source, widerSource, hasEnded) = (wider, nil, false)
      landed.removeAll()
      exchange(for: contents, under: layers, isWider: true)
    case .event(.failed(let error)): pending.append(error)
    case .event(.changes): pending.append(.changesBeforeAnswer)
    case .nothing: return false
    case .end:
      widerSource = nil
      return false
    }
    return true
  }

  private mutating func hear(_ event: StoreEvent<Item>, under layers: [Batch<Item>]) {
    switch event {
    case .failed(let error): pending.append(error)
    case .replace(let contents): exchange(for: contents, under: layers)
    case .changes(let batch):
      guard records != nil else { return pending.append(.changesBeforeAnswer) }
      records?.undo(to: 0)
      records?.forGood { records in
        for change in batch.changes { _ = records.apply(change) }
      }
      layOver(layers)
      follow()
    }
  }

  /// Shows an answer in the place of the one so far.
  ///
  /// Under drafts the records are changed into those of the answer one by one: a drafted update of a record that is not
  /// there any more stays on show where the record was.
  private mutating func exchange(
    for contents: StoreContents<Item>, under layers: [Batch<Item>], isWider: Bool = false
  ) {
    if isWider || layers.contains(where: { !$0.isEmpty }) {
      records?.undo(to: 0)
      if records?.forGood({ $0.replaceAll(with: contents) }) == true {
        layOver(layers)
        return follow()
      }
    }
    records = OrderedRecords(contents)
    layOver(layers)
    records?.settle()
    view = records.map { AnswerView(of: $0, rule: query.rule, haveEqualContent: query.haveEqualContent) }
    pending.appendAnswer()
  }
}

extension StoreError {
  static var changesBeforeAnswer: StoreError {
    StoreError(.malformed, "the store sent changes before its first answer")
  }
}

extension OrderedRecords {
  /// Makes drafted changes, as far as the answer is to show them.
  ///
  /// Where nobody knows what the answer is to show, it shows every record that is inserted, and updates of those that it
  /// has, or had until the base took them away.
  mutating func apply(drafts: [StoreChange<Item>], matches: ((Item) -> Bool)?) {
    for draft in drafts {
      let item: Item
      let isShown: Bool
      switch draft {
      case .insert(let inserted, _): (item, isShown) = (inserted, matches?(inserted) ?? true)
      case .update(let updated): (item, isShown) = (updated, matches?(updated) ?? remembers(updated.id))
      default:
        _ = apply(draft)
        continue
      }
      if isShown { _ = apply(draft) } else { _ = delete(item.id) }
    }
  }
}
