import StoreInterface

/// What ``ObservedRecords`` guard: the records, what is known of their source, and the observers.
struct ObservedState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether the records are what there is now.
  enum Freshness: Sendable {
    /// They were never loaded; observers wait.
    case never
    /// They were loaded before the present observers came, who wait until they were loaded again.
    case stale
    /// They are shown.
    case current
  }

  /// What is wrong with their source.
  enum Health: Hashable, Sendable {
    case well
    /// Nothing can be read: an observer receives the failure, then the records as they were.
    case failed(StoreError)
    /// A part cannot be read: an observer receives the records, then the failure.
    case impaired(StoreError)

    var failure: StoreError? {
      switch self {
      case .well: nil
      case .failed(let error), .impaired(let error): error
      }
    }
  }

  /// A task that waits until observers have received everything.
  struct Waiter: Sendable {
    var observers: Set<Int>
    let continuation: CheckedContinuation<Void, Never>
  }

  typealias Wakers = [AsyncStream<Void>.Continuation]

  let haveEqualContent: @Sendable (Item, Item) -> Bool
  var records: OrderedRecords<Item>
  private(set) var freshness: Freshness
  private(set) var health = Health.well
  /// Whether the records are kept up to date only while there is an observer.
  var isStaleUnobserved = false
  private(set) var hasEnded = false
  private(set) var observers: [Int: Observer<Item>] = [:]
  var waiters: [Int: Waiter] = [:]
  /// Who depends on what, where that is known.
  private(set) var dependents: DependencyIndex<Item>?
  private var lastNumber = 0
  private var finishedVisits = 0

  init(
    _ contents: StoreContents<Item>?, dependencies: (@Sendable (Item) -> [DependencyKey])?,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    records = contents.map { OrderedRecords($0) } ?? OrderedRecords(keepsSections: false)
    freshness = contents == nil ? .never : .current
    self.haveEqualContent = haveEqualContent
    dependents = dependencies.map { DependencyIndex($0) }
    indexDependents()
  }

  /// How many records were looked at, for whatever reason.
  var visits: Int {
    observers.values.reduce(finishedVisits + records.visits) { $0 + ($1.view?.visits ?? 0) }
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Observers

extension ObservedState {
  mutating func observe(_ request: RecordRequest<Item>, waker: AsyncStream<Void>.Continuation) -> Int {
    let number = nextNumber()
    var observer = Observer(request, waker: waker)
    if freshness != .stale, case .failed(let error) = health { observer.note(error) }
    if hasEnded { waker.finish() }
    observers[number] = observer
    return number
  }

  /// Forgets an observer.
  ///
  /// - Returns: Those who have waited for it alone.
  mutating func remove(_ number: Int) -> [CheckedContinuation<Void, Never>] {
    guard let observer = observers.removeValue(forKey: number) else { return [] }
    finishedVisits += observer.view?.visits ?? 0
    if observers.isEmpty, isStaleUnobserved {
      if freshness == .current { freshness = .stale }
      health = .well
    }
    return noteSilence(of: number)
  }

  /// What an observer receives next, and who has waited until it has received all.
  mutating func pull(_ number: Int) -> (StoreEvents<Item>.Pull, [CheckedContinuation<Void, Never>]) {
    guard var observer = observers.removeValue(forKey: number) else { return (.end, []) }
    let event = next(&observer)
    observer.attention = event == nil ? .waiting : .busy
    observers[number] = observer
    if let event { return (.event(event), []) }
    return (hasEnded ? .end : .nothing, noteSilence(of: number))
  }

  private func next(_ observer: inout Observer<Item>) -> StoreEvent<Item>? {
    if let view = observer.view { return observer.pending.next { view.contents(of: records) } }
    if case .impaired(let error) = health, freshness == .current {
      let answer = firstAnswer(&observer)
      observer.note(error)
      return answer
    }
    if let failure = observer.pending.next(answer: { .items([]) }) { return failure }
    return freshness == .current ? firstAnswer(&observer) : nil
  }

  private func firstAnswer(_ observer: inout Observer<Item>) -> StoreEvent<Item> {
    let view = AnswerView(of: records, for: observer.request, haveEqualContent: haveEqualContent)
    observer.view = view
    observer.pending = PendingEvents()
    return .replace(view.contents(of: records))
  }

  /// Those who have waited for an observer alone, which waits itself now or is no more.
  private mutating func noteSilence(of number: Int) -> [CheckedContinuation<Void, Never>] {
    var done: [CheckedContinuation<Void, Never>] = []
    for (id, waiter) in waiters where waiter.observers.contains(number) {
      waiters[id]?.observers.remove(number)
      if waiters[id]?.observers.isEmpty == true {
        done.append(waiter.continuation)
        waiters[id] = nil
      }
    }
    return done
  }

  /// Who is to be woken: for whom there is something to receive.
  private var wakers: Wakers {
    observers.values.filter { !$0.pending.isEmpty || $0.view == nil && freshness == .current }.map(\.waker)
  }

  /// Changes every observer in place.
  private mutating func changeObservers(_ change: (inout Observer<Item>) -> Void) {
    // An array: the dictionary's own view of its keys would share its storage, and every observer would be copied.
    for number in Array(observers.keys) {
      guard var observer = observers.removeValue(forKey: number) else { continue }
      change(&observer)
      observers[number] = observer
    }
  }
}

// MARK: - Changes

extension ObservedState {
  /// Sends each observer the net effect of the run of changes, and ends the run.
  ///
  /// - Returns: Whom to wake, outside of the lock.
  mutating func publish() -> Wakers {
    var wakers: Wakers = []
    if records.hasChanges {
      for number in Array(observers.keys) {
        guard observers[number]?.view != nil, let outcome = observers[number]?.view?.follow(records) else { continue }
        guard observers[number]?.note(outcome) == true, let waker = observers[number]?.waker else { continue }
        wakers.append(waker)
      }
    }
    if dependents != nil {
      for touch in records.touched {
        if let item = records.item(of: touch) {
          dependents?.update(item)
        } else if let before = touch.before {
          dependents?.remove(before.id)
        }
      }
    }
    records.forgetLog()
    records.settle()
    return wakers
  }

  /// The same for a run of changes that was not read: what is wrong with the source stays, and is said again behind it.
  mutating func publishEdits() -> Wakers {
    let wakers = publish()
    if let failure = health.failure {
      changeObservers { observer in
        if observer.view != nil { observer.note(failure) }
      }
    }
    return wakers
  }

  /// Takes back the records' run of changes.
  mutating func rollBack() {
    records.undo(to: 0)
    records.settle()
  }

  /// Makes the records just these, by few changes.
  mutating func replace(with contents: StoreContents<Item>) {
    let isFirst = records.count == 0 && !records.keepsSections && freshness == .never
    if !isFirst, records.reload(contents, haveEqualContent: haveEqualContent) {
      _ = publish()
      return
    }
    // Others, which have nothing in common with those before: a list after sections, or the other way round.
    records = OrderedRecords(contents)
    indexDependents()
    changeObservers { [records, haveEqualContent] observer in
      if observer.view == nil { return }
      observer.view = AnswerView(of: records, for: observer.request, haveEqualContent: haveEqualContent)
      _ = observer.note(.answer)
    }
  }

  private mutating func indexDependents() {
    guard dependents != nil else { return }
    dependents?.removeAll()
    for item in records.contents.items { dependents?.update(item) }
  }
}

// MARK: - What is known of the source

extension ObservedState {
  /// The records were read: they are shown from now on, and all is well but for a problem with a part.
  mutating func noteLoaded(lacking problem: StoreError?) -> Wakers {
    freshness = observers.isEmpty && isStaleUnobserved ? .stale : .current
    if let problem { return fail(problem, isPartial: true) }
    return recover()
  }

  /// The records are as they were, and may be shown.
  mutating func noteCurrent() -> Wakers {
    if freshness == .stale, !observers.isEmpty || !isStaleUnobserved { freshness = .current }
    return wakers
  }

  mutating func recover() -> Wakers {
    health = .well
    changeObservers { $0.noteRecovery() }
    return noteCurrent()
  }

  mutating func fail(_ error: StoreError, isPartial: Bool) -> Wakers {
    if observers.isEmpty, isStaleUnobserved { return [] }
    let isPartial = isPartial && freshness != .never
    health = isPartial ? .impaired(error) : .failed(error)
    changeObservers { observer in
      // Where only a part is wrong, the answer comes first.
      if observer.view != nil || !isPartial { observer.note(error) }
    }
    return noteCurrent()
  }

  /// Ends all sequences, after what is pending.
  mutating func end() -> Wakers {
    hasEnded = true
    return observers.values.map(\.waker)
  }
}
