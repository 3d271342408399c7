internal import StoreBuilding
internal import StoreInterface

/// What a store of files guards: the records as they were read last, and what each observer was notified of them.
@available(LiveSystems, *)
struct Answers<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// An observation, from the call that made it until its sequence has ended or was given up.
  struct Observation: Sendable {
    let rule: AnswerView<Item>.Rule
    let waker: AsyncStream<Void>.Continuation
    /// What the observer is shown; `nil` until it has its first answer.
    var view: AnswerView<Item>?
    var pending = PendingEvents<Item>()
    /// Whether the observer was notified of a failure, and not yet that it is over.
    var isTroubled = false
  }

  let haveEqualContent: @Sendable (Item, Item) -> Bool
  /// `nil` until something was read.
  private(set) var records: OrderedRecords<Item>?
  /// What is wrong at the moment.
  private(set) var trouble: StoreError?
  /// Whether that is wrong with a part only, so that the records are what there is now.
  private var isPartial = false
  /// Whether nothing could be read since the last reading.
  private var wasUnreadable = false
  /// Whether the records were read since the store began to listen.
  private(set) var isFresh = false
  private(set) var observations: [Int: Observation] = [:]
  private var lastNumber = 0
  /// Which removals are withheld.
  private(set) var hold: RemovalHold<Item>

  init(guardedBy rule: RemovalGuard? = nil, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool) {
    self.haveEqualContent = haveEqualContent
    hold = RemovalHold(rule)
  }

  typealias Wakers = [AsyncStream<Void>.Continuation]

  // MARK: Observing

  mutating func observe(_ rule: AnswerView<Item>.Rule, waker: AsyncStream<Void>.Continuation) -> Int {
    lastNumber += 1
    var observation = Observation(rule: rule, waker: waker)
    if isFresh, let trouble { tell(trouble, to: &observation) }
    observations[lastNumber] = observation
    return lastNumber
  }

  /// Ends an observation.
  mutating func end(_ number: Int) {
    observations[number] = nil
    if observations.isEmpty { isFresh = false }
  }

  mutating func pull(_ number: Int) -> StoreEvents<Item>.Pull {
    guard var observation = observations.removeValue(forKey: number) else { return .end }
    defer { observations[number] = observation }
    guard let records else { return observation.pending.next { .items([]) }.map { .event($0) } ?? .nothing }
    if let view = observation.view {
      return observation.pending.next { view.contents(of: records) }.map { .event($0) } ?? .nothing
    }
    // Where only a part is wrong, what there is comes first, so that the failure is the last event that is received.
    let isAnswerFirst = isPartial && isFresh
    if !isAnswerFirst, let failure = observation.pending.next(answer: { .items([]) }) { return .event(failure) }
    guard isFresh else { return .nothing }
    let view = AnswerView(of: records, rule: observation.rule, haveEqualContent: haveEqualContent)
    observation.view = view
    return .event(.replace(view.contents(of: records)))
  }

  func contents(_ rule: AnswerView<Item>.Rule) -> StoreContents<Item>? {
    records.map { AnswerView(of: $0, rule: rule, haveEqualContent: haveEqualContent).contents(of: $0) }
  }

  // MARK: What was read

  /// The file holds these records; `nil` where it holds what it held.
  ///
  /// - Parameters:
  ///   - contents: The records.
  ///   - isRewritten: Whether what is in a section was written since it was read last, so that what it lacks is
  ///     missing again.
  ///   - problem: What is wrong with a part of it.
  ///   - now: The time since the store was made.
  mutating func read(
    _ contents: StoreContents<Item>?, isRewritten: (SectionID?) -> Bool, problem: StoreError?, at now: Duration
  ) -> Wakers {
    let isAnother = saysHoldAnew(isRewritten)
    wasUnreadable = false
    if let contents {
      var shown = contents
      if let records { shown = hold.admit(contents, over: records, isAnother: isAnother, at: now) }
      show(shown)
    } else if isAnother {
      approve()
    }
    settle(problem)
    return wakers
  }

  /// Whether every section that records are withheld in was written again. What comes after a failure is a first
  /// answer.
  private func saysHoldAnew(_ isRewritten: (SectionID?) -> Bool) -> Bool {
    guard let records, hold.isHolding, !wasUnreadable else { return false }
    return Set(hold.keys.map { records.sectionID(of: $0) }).allSatisfy(isRewritten)
  }

  private mutating func show(_ contents: StoreContents<Item>) {
    if records?.reload(contents, haveEqualContent: haveEqualContent) == true {
      publish()
    } else {
      load(OrderedRecords(contents))
    }
  }

  /// The removals that are withheld are made.
  mutating func approveRemovals() -> Wakers {
    if hold.isHolding { approve() }
    return wakers
  }

  private mutating func approve() {
    guard var records else { return }
    // The only owner, so that the records are changed in place.
    self.records = nil
    hold.approve(in: &records)
    self.records = records
    publish()
  }

  /// These are the records after a batch was written.
  mutating func wrote(_ new: OrderedRecords<Item>) -> Wakers {
    hold.end()
    records = new
    publish()
    settle(nil)
    return wakers
  }

  /// The file holds these records after a batch was written. The store's own removals are never withheld.
  mutating func wrote(_ contents: StoreContents<Item>?, problem: StoreError?) -> Wakers {
    hold.end()
    if let contents { show(contents) }
    settle(problem)
    return wakers
  }

  /// The file, or a part of it, cannot be read. What there is stays.
  mutating func failed(_ error: StoreError, isPartial: Bool = false) -> Wakers {
    self.isPartial = isPartial
    wasUnreadable = wasUnreadable || !isPartial
    isFresh = !observations.isEmpty
    let isNew = trouble != error
    trouble = error
    // Who came later has not received it, although it is nothing new.
    for number in Array(observations.keys) where isNew || observations[number]?.isTroubled == false {
      if var observation = observations.removeValue(forKey: number) {
        tell(error, to: &observation)
        observations[number] = observation
      }
    }
    return wakers
  }

  /// The records that there are may be shown, although what the file is about to hold is awaited.
  mutating func awaited() -> Wakers {
    isFresh = !observations.isEmpty
    return wakers
  }

  private var wakers: Wakers { observations.values.map(\.waker) }

  private func tell(_ error: StoreError, to observation: inout Observation) {
    observation.pending.append(error)
    observation.isTroubled = true
  }

  /// Ends the failure, or reports another.
  private mutating func settle(_ problem: StoreError?) {
    if let problem {
      _ = failed(problem, isPartial: true)
      return
    }
    isFresh = !observations.isEmpty
    guard trouble != nil else { return }
    trouble = nil
    for number in Array(observations.keys) where observations[number]?.isTroubled == true {
      observations[number]?.isTroubled = false
      // Says that all is well again although perhaps nothing has changed.
      if observations[number]?.view != nil { observations[number]?.pending.appendAnswer() }
    }
  }

  /// Begins with other records, which have nothing in common with those before: a list after sections, or the other way
  /// round.
  private mutating func load(_ new: OrderedRecords<Item>) {
    records = new
    for number in Array(observations.keys) {
      guard var observation = observations.removeValue(forKey: number) else { continue }
      if observation.view != nil {
        observation.view = AnswerView(of: new, rule: observation.rule, haveEqualContent: haveEqualContent)
        observation.pending.appendAnswer()
        observation.isTroubled = false
      }
      observations[number] = observation
    }
  }

  /// Sends each observation the net effect of the run of changes, and ends the run.
  private mutating func publish() {
    guard var records else { return }
    // The only owner, so that the records are changed in place.
    self.records = nil
    if records.hasChanges {
      for number in Array(observations.keys) {
        guard observations[number]?.view != nil, let outcome = observations[number]?.view?.follow(records) else {
          continue
        }
        // Whoever is notified of a change takes all to be well; what is still wrong is said again behind it.
        switch outcome {
        case .answer:
          observations[number]?.isTroubled = false
          observations[number]?.pending.appendAnswer()
        case .changes(let changes):
          if !changes.isEmpty { observations[number]?.isTroubled = false }
          let count = observations[number]?.view?.count ?? 0
          observations[number]?.pending.append(changes, answerCount: count)
        }
      }
    }
    records.forgetLog()
    records.settle()
    self.records = records
  }
}
