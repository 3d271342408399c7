/// One observation of a ``DraftStore``: the base's answer with drafts laid over it, and what the observer has not heard yet.
///
/// Invariant: between calls, `records` are the base's answer with the drafts applied, and their log is those drafts alone.
/// So undoing the log gives the base's answer, whatever the drafts were.
struct DraftObservation<Item: Identifiable & Sendable, Request: Sendable>: Sendable where Item.ID: Sendable {
  /// Where the base's events come from.
  struct Source: Sendable {
    let pull: @Sendable () -> StoreEvents<Item>.Pull
    /// Wakes the observer when the base has something.
    let task: Task<Void, Never>
  }

  let request: Request
  /// Whether the answer is to show a record; `nil` where nobody knows.
  let matches: (@Sendable (Item) -> Bool)?
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  let waker: AsyncStream<Void>.Continuation
  var source: Source?
  private var records: OrderedRecords<Item>?
  private var view: AnswerView<Item>?
  private var pending = PendingEvents<Item>()
  /// Drafts that the base has accepted after it had ended its sequence, so that it will never announce them.
  private var landed: [StoreChange<Item>] = []
  private var hasEnded = false

  init(
    request: Request, matches: (@Sendable (Item) -> Bool)?, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool,
    waker: AsyncStream<Void>.Continuation
  ) {
    self.request = request
    self.matches = matches
    self.haveEqualContent = haveEqualContent
    self.waker = waker
  }

  /// Whether there is nothing to hear.
  var isSilent: Bool { pending.isEmpty }

  /// Takes what is to be heard next; asks the base only when nothing waits.
  mutating func next(under layers: [Batch<Item>]) -> StoreEvents<Item>.Pull {
    while pending.isEmpty, hearNext(under: layers) {}
    let (records, view) = (records, view)
    let event = pending.next {
      guard let records, let view else { return .items([]) }
      return view.contents(of: records)
    }
    if let event { return .event(event) }
    return hasEnded && records == nil ? .end : .nothing
  }

  /// Hears all that the base has said so far.
  mutating func catchUp(under layers: [Batch<Item>]) {
    while hearNext(under: layers) {}
  }

  /// Shows drafts that lie on top of those shown so far.
  mutating func layOnTop(_ batch: Batch<Item>) {
    layOver([batch], isOnTop: true)
    follow()
  }

  /// Shows other drafts.
  mutating func rebase(on layers: [Batch<Item>]) {
    records?.undo(to: 0)
    layOver(layers)
    follow()
  }

  /// Goes on to show what the base has accepted, where it will not announce it.
  mutating func keepLanded(_ batch: Batch<Item>) {
    if hasEnded { landed.append(contentsOf: batch.changes) }
  }

  private mutating func hearNext(under layers: [Batch<Item>]) -> Bool {
    guard !hasEnded, let source else { return false }
    switch source.pull() {
    case .event(let event): hear(event, under: layers)
    case .nothing: return false
    case .end: hasEnded = true
    }
    return true
  }

  private mutating func hear(_ event: StoreEvent<Item>, under layers: [Batch<Item>]) {
    switch event {
    case .failed(let error): pending.append(error)
    case .replace(let contents):
      records = OrderedRecords(contents)
      layOver(layers)
      records?.settle()
      view = records.map { AnswerView(of: $0, rule: .init(), haveEqualContent: haveEqualContent) }
      pending.appendAnswer()
    case .changes(let batch):
      guard records != nil else {
        pending.append(StoreError(.malformed, "the store sent changes before its first answer"))
        return
      }
      records?.undo(to: 0)
      records?.applyForGood(batch)
      layOver(layers)
      follow()
    }
  }

  private mutating func layOver(_ layers: [Batch<Item>], isOnTop: Bool = false) {
    // Taken out while they are changed, so that they are changed in place.
    guard var records = records.take() else { return }
    if !isOnTop {
      for change in landed { _ = records.apply(draft: change, matches: matches) }
    }
    for layer in layers {
      for change in layer.changes { _ = records.apply(draft: change, matches: matches) }
    }
    self.records = records
  }

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

extension OrderedRecords {
  /// Makes a drafted change, as far as the answer is to show it.
  ///
  /// Where nobody knows what the answer is to show, it shows every record that is inserted, and updates of those that it
  /// has, or had until the base took them away.
  mutating func apply(draft change: StoreChange<Item>, matches: ((Item) -> Bool)?) -> Bool {
    switch change {
    case .insert(let item, _):
      if matches?(item) ?? true { return apply(change) }
      return delete(item.id) != nil
    case .update(let item):
      if matches?(item) ?? remembers(item.id) { return apply(change) }
      return delete(item.id) != nil
    default: return apply(change)
    }
  }
}
