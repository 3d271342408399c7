public import StoreInterface

/// What ``ObservedRecords`` guard: the records, what is known of their source, and the observers.
@usableFromInline
struct ObservedState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether the records are what there is now.
  @usableFromInline
  enum Freshness: Sendable {
    /// They were never loaded; observers wait.
    case never
    /// They were loaded before the present observers came, who wait until they were loaded again.
    case stale
    /// They are shown.
    case current
  }

  /// What is wrong with their source.
  @usableFromInline
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
  @usableFromInline
  struct Waiter: Sendable {
    @usableFromInline var observers: Set<Int>
    @usableFromInline let continuation: CheckedContinuation<Void, Never>
  }

  @usableFromInline typealias Wakers = [AsyncStream<Void>.Continuation]

  /// What costs more than a few steps, compiled for certain types where it is made with those.
  @usableFromInline
  struct Compiled: Sendable {
    @usableFromInline let publish: @Sendable (inout ObservedState) -> Wakers
    @usableFromInline let pull:
      @Sendable (inout ObservedState, Int) -> (StoreEvents<Item>.Pull, [CheckedContinuation<Void, Never>])

    @inlinable
    init() {
      publish = { $0.runPublish() }
      pull = { $0.runPull($1) }
    }
  }

  private let compiled: Compiled
  @usableFromInline let haveEqualContent: @Sendable (Item, Item) -> Bool
  @usableFromInline var records: OrderedRecords<Item>
  @usableFromInline var freshness: Freshness
  @usableFromInline var health = Health.well
  /// Whether the records are kept up to date only while there is an observer.
  var isStaleUnobserved = false
  @usableFromInline var hasEnded = false
  @usableFromInline var observers: [Int: Observer<Item>] = [:]
  @usableFromInline var waiters: [Int: Waiter] = [:]
  /// Who depends on what, where that is known.
  private(set) var dependents: DependencyIndex<Item>?
  private var lastNumber = 0
  private var finishedVisits = 0

  @inlinable
  init(
    _ contents: StoreContents<Item>?, dependencies: (@Sendable (Item) -> [DependencyKey])?,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    var records = contents.map { OrderedRecords($0) } ?? OrderedRecords(keepsSections: false)
    records.compiled = OrderedRecords.Compiled()
    self.init(
      records, contents == nil ? .never : .current, dependencies: dependencies, haveEqualContent: haveEqualContent,
      Compiled())
  }

  @usableFromInline
  init(
    _ records: OrderedRecords<Item>, _ freshness: Freshness, dependencies: (@Sendable (Item) -> [DependencyKey])?,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool, _ compiled: Compiled
  ) {
    self.records = records
    self.freshness = freshness
    self.haveEqualContent = haveEqualContent
    self.compiled = compiled
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
    compiled.pull(&self, number)
  }

  @inlinable
  mutating func runPull(_ number: Int) -> (StoreEvents<Item>.Pull, [CheckedContinuation<Void, Never>]) {
    guard let index = observers.index(forKey: number) else { return (.end, []) }
    // Taken out meanwhile, so that the observer is changed in its place, for it is large.
    var observers: [Int: Observer<Item>] = [:]
    swap(&observers, &self.observers)
    let event = next(&observers.values[index])
    observers.values[index].attention = event == nil ? .waiting : .busy
    swap(&observers, &self.observers)
    if let event { return (.event(event), []) }
    return (hasEnded ? .end : .nothing, noteSilence(of: number))
  }

  @inlinable
  func next(_ observer: inout Observer<Item>) -> StoreEvent<Item>? {
    if let view = observer.view { return observer.pending.next { view.contents(of: records) } }
    if case .impaired(let error) = health, freshness == .current {
      let answer = firstAnswer(&observer)
      observer.note(error)
      return answer
    }
    if let failure = observer.pending.next(answer: { .items([]) }) { return failure }
    return freshness == .current ? firstAnswer(&observer) : nil
  }

  @inlinable
  func firstAnswer(_ observer: inout Observer<Item>) -> StoreEvent<Item> {
    let view = AnswerView(of: records, for: observer.request, haveEqualContent: haveEqualContent)
    observer.view = view
    observer.pending = PendingEvents()
    return .replace(view.contents(of: records))
  }

  /// Those who have waited for an observer alone, which waits itself now or is no more.
  @inlinable
  mutating func noteSilence(of number: Int) -> [CheckedContinuation<Void, Never>] {
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

  /// Changes every observer in its place, for it is large. They are taken out meanwhile, so that the records can be read
  /// without a copy of them.
  @inlinable
  mutating func changeObservers(_ change: (inout Observer<Item>, OrderedRecords<Item>) -> Void) {
    var observers: [Int: Observer<Item>] = [:]
    swap(&observers, &self.observers)
    var index = observers.startIndex
    while index != observers.endIndex {
      change(&observers.values[index], records)
      observers.formIndex(after: &index)
    }
    swap(&observers, &self.observers)
  }
}

// MARK: - Changes

extension ObservedState {
  /// Sends each observer the net effect of the run of changes, and ends the run.
  ///
  /// - Returns: Whom to wake, outside of the lock.
  mutating func publish() -> Wakers {
    updateDependents()
    return compiled.publish(&self)
  }

  @inlinable
  mutating func runPublish() -> Wakers {
    var wakers: Wakers = []
    if records.hasChanges {
      changeObservers { observer, records in
        if let waker = observer.follow(records) { wakers.append(waker) }
      }
    }
    records.forgetLog()
    records.settle()
    return wakers
  }

  private mutating func updateDependents() {
    guard dependents != nil else { return }
    for touch in records.touched {
      if let item = records.item(of: touch) {
        dependents?.update(item)
      } else if let before = touch.before {
        dependents?.remove(before.id)
      }
    }
  }

  /// The same for a run of changes that was not read: what is wrong with the source stays, and is said again behind it.
  mutating func publishEdits() -> Wakers {
    let wakers = publish()
    if let failure = health.failure {
      changeObservers { observer, _ in
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
    let compiled = records.compiled
    records = OrderedRecords(contents)
    records.compiled = compiled
    indexDependents()
    changeObservers { [haveEqualContent] observer, records in
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
  mutating func noteLoaded(partialFailure problem: StoreError?) -> Wakers {
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
    changeObservers { observer, _ in observer.noteRecovery() }
    return noteCurrent()
  }

  mutating func fail(_ error: StoreError, isPartial: Bool) -> Wakers {
    if observers.isEmpty, isStaleUnobserved { return [] }
    let isPartial = isPartial && freshness != .never
    health = isPartial ? .impaired(error) : .failed(error)
    changeObservers { observer, _ in
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
