import StoreBuilding
import StoreInterface

/// What a ``RESTStore`` guards: its records, what it knows of the server, and what was sent to each observer.
@available(LiveSystems, *)
struct RESTState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Key = Item.ID

  /// An observation, from the call that made it until its sequence has ended or was given up.
  struct Observation: Sendable {
    let rule: AnswerView<Item>.Rule
    let waker: AsyncStream<Void>.Continuation
    /// What the observer is shown; `nil` until it requests the first time and there is something.
    var view: AnswerView<Item>?
    var pending = PendingEvents<Item>()
    /// The newest failure that was not received, while there is nothing to show.
    var failure: StoreError?
    /// Whether the observer was notified of a failure after its first answer, and not yet that it is over.
    var isTroubled = false
  }

  /// The task that polls while someone observes.
  struct Runner: Sendable {
    let task: Task<Void, Never>
    let signal: Signal
  }

  var records = OrderedRecords<Item>(keepsSections: false)
  /// Whether `records` are an answer, and not just nothing yet.
  var isLoaded = false
  var observations: [Int: Observation] = [:]
  var runner: Runner?
  private var lastNumber = 0

  var schedule: PollSchedule
  var health = RESTHealth()
  var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  /// What is wrong now, as observers were notified.
  var failure: StoreError?
  /// What the advice of the first failure says besides: what a server can do to the transport.
  var caution: String?
  var isPaused = false
  /// Until then, what is held counts as being of now.
  var goodUntil: Duration = .zero

  /// The pages of the answer that `records` are, or none where `records` are anything else. While removals are withheld,
  /// those of the last answer without any: a server that comes back to it need not send it again.
  var pages: [StoredPage<Item>] = []
  var hasReadCache = false
  /// Whether `pages` are those of the cache, of which no one was shown anything yet, although they are ours.
  var isCacheUnseen = false
  /// Which removals are withheld.
  var hold: RemovalHold<Item>

  /// The number of the last poll that ended with an answer or a failure; polls are counted as they begin.
  var lastDonePoll = 0

  /// How many writes have begun.
  var writeNumber = 0
  /// Keys that are being written.
  var writing: [Key: Int] = [:]
  /// Keys that were written, and how many writes had begun when that was done; kept while a poll is in progress.
  var written: [Key: Int] = [:]
  /// The validators of single records, by what the server said when they were written.
  var validators: [Key: EntityValidators] = [:]
  /// Keys of commits that failed, and how many writes had begun then: what the server holds for them is not known, nor
  /// are its validators, before an answer to a later request.
  var doubtful: [Key: Int] = [:]
  /// How many writes had begun when the last one was done that no answer has shown yet. Until then, no cache on the way
  /// may answer: it may hold what was before.
  var unseenWrite: Int?

  init(schedule: PollSchedule, removalGuard: RemovalGuard?) {
    self.schedule = schedule
    hold = RemovalHold(removalGuard)
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: - Telling

  /// Sends each observation the net effect of the run of changes, and ends the run.
  ///
  /// - Returns: Whom to wake, outside of the lock.
  mutating func publish() -> [AsyncStream<Void>.Continuation] {
    var wakers: [AsyncStream<Void>.Continuation] = []
    // An array: the dictionary's own view of its keys would share its storage, and every observation would be copied.
    for number in Array(observations.keys) {
      guard var observation = observations.removeValue(forKey: number) else { continue }
      defer { observations[number] = observation }
      guard let outcome = observation.view?.follow(records) else {
        // It has not asked yet, or there was nothing to show.
        wakers.append(observation.waker)
        continue
      }
      switch outcome {
      case .answer: observation.pending.appendAnswer()
      case .changes(let changes) where changes.isEmpty: continue
      case .changes(let changes):
        observation.pending.append(changes, answerCount: observation.view?.count ?? 0)
      }
      wakers.append(observation.waker)
    }
    records.forgetLog()
    records.settle()
    return wakers
  }

  /// Sends each observation a failure, unless it was sent the same before.
  mutating func publish(_ error: StoreError) -> [AsyncStream<Void>.Continuation] {
    // Advice that is given once makes no failure a new one.
    var known = failure
    known?.advice = error.advice
    if known == error { return [] }
    failure = error
    var wakers: [AsyncStream<Void>.Continuation] = []
    for number in Array(observations.keys) {
      observations[number]?.tell(error)
      if let waker = observations[number]?.waker { wakers.append(waker) }
    }
    return wakers
  }

  /// Notes that all is well, and notifies those who were notified of a failure, although perhaps nothing has changed.
  mutating func endTrouble() -> [AsyncStream<Void>.Continuation] {
    guard failure != nil else { return [] }
    failure = nil
    var wakers: [AsyncStream<Void>.Continuation] = []
    for number in Array(observations.keys) where observations[number]?.isTroubled == true {
      observations[number]?.isTroubled = false
      observations[number]?.pending.appendAnswer()
      if let waker = observations[number]?.waker { wakers.append(waker) }
    }
    return wakers
  }

  /// What an observation receives next.
  mutating func pull(
    _ number: Int, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) -> StoreEvents<Item>.Pull {
    guard var observation = observations.removeValue(forKey: number) else { return .end }
    defer { observations[number] = observation }
    if let failure = observation.failure {
      observation.failure = nil
      return .event(.failed(failure))
    }
    guard let view = observation.view else {
      guard isLoaded else { return .nothing }
      let view = AnswerView(of: records, rule: observation.rule, haveEqualContent: haveEqualContent)
      observation.view = view
      return .event(.replace(view.contents(of: records)))
    }
    return observation.pending.next { view.contents(of: records) }.map { .event($0) } ?? .nothing
  }

  // MARK: - Taking answers

  /// Notes that an answer is there to a request from when so many writes had begun.
  mutating func noteSeen(_ start: Int) {
    if let unseenWrite, unseenWrite <= start { self.unseenWrite = nil }
    for (key, number) in doubtful where number <= start {
      doubtful[key] = nil
      validators[key] = nil
    }
  }

  /// What is to be shown of an answer: its records, and those whose removal is withheld.
  ///
  /// - Parameters:
  ///   - items: The records of the answer.
  ///   - start: How many writes had begun when the answer was requested.
  ///   - now: The time since the store was made.
  mutating func admit(_ items: [Item], since start: Int, at now: Duration) -> [Item] {
    if !isLoaded, isCacheUnseen { _ = records.replaceAll(with: .items(pages.flatMap(\.items))) }
    isCacheUnseen = false
    return hold.admit(.items(items), over: records, isAnother: true, sparing: own(since: start), at: now).items
  }

  /// The keys of records that are being written, or were written since an answer was requested.
  private func own(since start: Int) -> Set<Key> {
    Set(writing.keys).union(written.filter { $0.value > start }.keys)
  }

  /// Makes the records those of an answer, but for those that are being written or were written since it was requested.
  ///
  /// - Parameter start: How many writes had begun when the answer was requested.
  /// - Returns: Whether some records are not those of the answer.
  mutating func take(_ items: [Item], since start: Int) -> Bool {
    let kept = own(since: start)
    guard !kept.isEmpty else {
      _ = records.replaceAll(with: .items(items))
      return false
    }
    var merged: [Item] = []
    var named: Set<Key> = []
    for item in items {
      named.insert(item.id)
      if !kept.contains(item.id) {
        merged.append(item)
      } else if let own = records.item(for: item.id) {
        merged.append(own)
      }
    }
    for item in records.contents.items where kept.contains(item.id) && !named.contains(item.id) { merged.append(item) }
    _ = records.replaceAll(with: .items(merged))
    return true
  }
}

@available(LiveSystems, *)
extension RESTState.Observation {
  mutating func tell(_ error: StoreError) {
    guard view != nil else {
      failure = error
      return
    }
    pending.append(error)
    isTroubled = true
  }
}
