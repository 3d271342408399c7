import StoreInterface

/// One observation of a ``DraftStore``: the base's answer with drafts laid over it, and what the observer has not
/// received yet.
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
  let observe: @Sendable (_ limit: Int?) -> Source
  let waker: AsyncStream<Void>.Continuation

  var reach: DraftReach
  var source: Source?
  /// The base's answer with more records, until it is there.
  var widerSource: Source?
  var hasEnded = false

  var records: OrderedRecords<Item>?
  var view: AnswerView<Item>?
  var pending = PendingEvents<Item>()
  /// Whether the last thing to be received is a failure of the base.
  var hasFailed = false
  /// Whether the observer is to be notified of what the base says only when other drafts are shown.
  var isHeldBack = false
  /// Whether the base has said something since.
  var hasHeldBack = false
  /// Drafts that the base has accepted after it had ended its sequence, so that it will never announce them.
  var landed: [StoreChange<Item>] = []

  init(
    _ query: DraftQuery<Item>, waker: AsyncStream<Void>.Continuation,
    observe: @escaping @Sendable (_ limit: Int?) -> Source
  ) {
    self.query = query
    self.waker = waker
    self.observe = observe
    reach = DraftReach(limit: query.limit)
  }

  /// Whether there is nothing to receive.
  var isSilent: Bool { pending.isEmpty }

  /// Takes what is to be received next; asks the base only when nothing waits.
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
