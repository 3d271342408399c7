import StoreBuilding
import StoreInterface

/// What a ``RESTStore`` guards besides its records: what it knows of the server.
///
/// It is changed while the records are busy or by itself, never the other way round: code that holds it does not use the
/// records.
@available(LiveSystems, *)
struct RESTState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Key = Item.ID

  /// The state of polling. Polls are numbered as they begin, and one is in progress at a time.
  struct Polling: Sendable {
    /// So many have begun.
    private(set) var begun = 0
    /// The last of them that ended with an answer or a failure; others were cancelled.
    private(set) var done = 0
    /// Whether the last one that has begun is in progress.
    private(set) var isInProgress = false

    mutating func begin() { (begun, isInProgress) = (begun + 1, true) }

    /// The poll in progress has ended with an answer or a failure.
    mutating func end() { (done, isInProgress) = (begun, false) }

    /// The poll in progress was cancelled.
    mutating func abandon() { isInProgress = false }
  }

  /// The pages that requests can be made conditional on.
  enum Pages: Sendable {
    /// The answer of the last start was not read yet.
    case unread
    /// Those of the last start, and their records, which the store may show and has not shown yet.
    case unseen([StoredPage<Item>], [Item])
    /// Those that the records are, or none where the records are anything else; before there are records, those of the
    /// last start that are not to be shown. While removals are withheld, those of the last answer without any: a server
    /// that comes back to it need not send it again.
    case known([StoredPage<Item>])
  }

  var schedule: PollSchedule
  var polling = Polling()
  /// What follows from other fields is filled in when it is requested.
  var health = RESTHealth()
  /// Until then, what is held counts as being of now.
  var goodUntil: Duration = .zero
  /// What the advice of the first failure says besides: what a server can do to the transport.
  var caution: String?
  var held = Pages.unread
  /// Which removals are withheld.
  var hold: RemovalHold<Item>
  /// From when on an answer that lacks the same records confirms them: whatever is requested earlier says no more than the
  /// answer before.
  var confirmableFrom: Duration = .zero
  var writes = WriteLog<Item>()
  /// Wakes the task that polls, while there is one.
  var waker: AsyncStream<Void>.Continuation?
  /// Whether bodies are needed again, to be written to a disk.
  private let keepsBodies: Bool

  init(_ options: RESTOptions, caution: String?) {
    schedule = PollSchedule(interval: options.interval, backoff: options.backoff)
    self.caution = caution
    hold = RemovalHold(options.removalGuard)
    keepsBodies = options.cache != nil
  }

  var pages: [StoredPage<Item>] {
    switch held {
    case .unread: []
    case .unseen(let pages, _), .known(let pages): pages
    }
  }

  /// What observers were notified of last, and is not over.
  var failure: StoreError? { if case .failing(let error) = health.state { error } else { nil } }

  /// When the next poll is.
  func decision(isObserved: Bool) -> PollDecision {
    if health.isPaused { return PollDecision(at: nil, after: .zero, .paused) }
    return isObserved ? schedule.decision : PollDecision(at: nil, after: .zero, .unobserved)
  }
}

// MARK: - Taking answers

@available(LiveSystems, *)
extension RESTState {
  /// Makes the records those of an answer, but for removals that are withheld, and for records that are being written or
  /// were written since the answer was requested.
  ///
  /// - Parameters:
  ///   - start: How many writes had begun when it was requested.
  ///   - freshFor: How long it is fresh, as far as that is to count.
  ///   - isFirst: Whether there were no records before.
  /// - Returns: Whether the records are those of the answer, newly so.
  mutating func take(
    _ answer: PageReader<Item>.Answer, since start: Int, freshFor: Duration, isFirst: Bool,
    into edits: inout RecordEdits<Item>, at now: Duration
  ) -> Bool {
    health.lastSuccess = now
    health.state = .live
    writes.noteSeen(start)
    if answer.isUnchanged { health.notModified += 1 }
    if answer.isUnchanged, !isFirst, !pages.isEmpty, !hold.isHolding {
      // RFC 9110, section 15.4.5: nothing is new, and nothing is sent.
      keep(answer.pages)
      schedule.answered(changed: false, freshFor: freshFor, at: now)
      noteGood(now, freshFor: freshFor)
      return false
    }
    let own = writes.keys(since: start)
    if isFirst, case .unseen(_, let items) = held { _ = edits.records.replaceAll(with: .items(items)) }
    held = .known(pages)
    let missing = hold.keys
    let isNewVersion = now >= confirmableFrom
    let items = hold.admit(.items(answer.items), replacing: edits, isNewVersion: isNewVersion, sparing: own, at: now)
      .items
    _ = edits.records.replaceAll(with: .items(own.isEmpty ? items : merge(items, keeping: own, of: edits)))
    writes.noteAnswer()
    writes.forgetValidators(of: edits)
    let isWhole = own.isEmpty
    let isGood = isWhole && writes.unseen == nil
    if let summary = hold.summary {
      if missing != hold.keys || isNewVersion { confirmableFrom = now + schedule.interval.base }
      schedule.held(removed: summary.count, of: summary.total, at: now)
      noteGood(now, freshFor: .zero)
      if !isGood { goodUntil = .zero }
      return false
    }
    // Validator and body are kept together or not at all: records that are not those of the answer have none.
    keep(isWhole ? answer.pages : [])
    let freshFor = isWhole ? freshFor : .zero
    schedule.answered(changed: isFirst || !answer.isUnchanged, freshFor: freshFor, at: now)
    noteGood(now, freshFor: freshFor)
    // While something is being written, every answer is a mixture: the poll that clears it up comes after the write.
    if !isGood, writes.current.isEmpty { schedule.hurryAfterWrite(at: now) }
    if writes.unseen != nil { goodUntil = .zero }
    return isWhole
  }

  /// The records of an answer, but for those with some keys, which stay as they are: in the place that the answer gives
  /// them, or at the end.
  private func merge(_ items: [Item], keeping own: Set<Key>, of edits: borrowing RecordEdits<Item>) -> [Item] {
    var merged: [Item] = []
    var answered: Set<Key> = []
    for item in items {
      answered.insert(item.id)
      if !own.contains(item.id) {
        merged.append(item)
      } else if let item = edits[item.id] {
        merged.append(item)
      }
    }
    return merged + edits.contents.items.filter { own.contains($0.id) && !answered.contains($0.id) }
  }

  /// Keeps pages, without bodies that are not needed again.
  private mutating func keep(_ pages: [StoredPage<Item>]) {
    held = .known(
      keepsBodies
        ? pages
        : pages.map { page in
          var page = page
          if !page.head.validators.isEmpty, !page.head.isNoStore { page.body = nil }
          return page
        })
  }

  /// Until the next poll is due, what is held counts as being of now.
  mutating func noteGood(_ now: Duration, freshFor: Duration) {
    goodUntil = now + max(schedule.interval.interval(afterUnchanged: schedule.unchanged), freshFor)
  }
}

// MARK: - Writes

@available(LiveSystems, *)
extension RESTState {
  /// Notes that no answer to a request from before now says what these records are. What is held is not the last answer
  /// any more, so it has no validators.
  mutating func noteWritten(_ keys: [Key], at now: Duration) {
    writes.finish(keys, whilePolling: polling.isInProgress)
    goodUntil = .zero
    // While removals are withheld, the next answer confirms them: what makes a server answer with too little takes longer
    // than a moment.
    if !hold.isHolding { schedule.hurryAfterWrite(at: now) }
    held = .known([])
  }

  /// A commit failed, and the server may hold a part of it, or something that was not known.
  mutating func doubt(_ keys: [Key], mayHaveWritten: Bool, at now: Duration) {
    goodUntil = .zero
    // Answers in progress may show the part of it that was taken back.
    if mayHaveWritten { noteWritten(keys, at: now) }
    writes.doubt(keys)
  }
}

// MARK: - Invariants

@available(LiveSystems, *)
extension RESTStore {
  /// What does not hold, one line each; empty when all is right. For tests.
  package func checkInvariants() -> [String] {
    let isLoaded = records.isLoaded
    return records.checkInvariants() + state.withLock { $0.checkInvariants(isLoaded: isLoaded) }
  }
}

@available(LiveSystems, *)
extension RESTState {
  fileprivate func checkInvariants(isLoaded: Bool) -> [String] {
    var broken = writes.checkInvariants()
    if isLoaded, case .unseen = held {
      broken.append("there are records, and those of the last start wait to be shown")
    }
    if writes.unseen != nil, case .known(let pages) = held, !pages.isEmpty, !hold.isHolding {
      broken.append("there are validators of an answer that does not show what was written")
    }
    return broken
  }
}
