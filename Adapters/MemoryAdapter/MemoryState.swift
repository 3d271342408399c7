import StoreInterface

/// What a ``MemoryStore`` guards: its records, and what each observer was notified of them.
struct MemoryState<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// An observation, from the call that made it until its sequence has ended or was given up.
  struct Observation: Sendable {
    let rule: AnswerView<Item>.Rule
    let waker: AsyncStream<Void>.Continuation
    /// What the observer is shown; `nil` until it requests the first time.
    var view: AnswerView<Item>?
    var pending = PendingEvents<Item>()
    /// Whether the observer has requested more than there was, and waits.
    var isWaiting = false
  }

  /// Someone who waits until observers have received everything.
  struct Listener: Sendable {
    var observations: Set<Int>
    let continuation: CheckedContinuation<Void, Never>
  }

  var records: OrderedRecords<Item>
  var observations: [Int: Observation] = [:]
  var listeners: [Int: Listener] = [:]
  private var lastNumber = 0
  private var finishedVisits = 0

  /// Who depends on what, where the store was notified.
  private(set) var dependents: DependencyIndex<Item>?

  init(_ contents: StoreContents<Item>, dependencies: (@Sendable (Item) -> [DependencyKey])?) {
    records = OrderedRecords(contents)
    guard let dependencies else { return }
    var index = DependencyIndex(dependencies)
    for item in contents.items { index.update(item) }
    dependents = index
  }

  var visits: Int {
    observations.values.reduce(finishedVisits + records.visits) { $0 + ($1.view?.visits ?? 0) }
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Sends each observation the net effect of the run of changes, and ends the run.
  ///
  /// - Returns: Whom to wake.
  mutating func publish(
    _ haveEqualContent: @Sendable (Item, Item) -> Bool
  ) -> [AsyncStream<Void>.Continuation] {
    var wakers: [AsyncStream<Void>.Continuation] = []
    if records.hasChanges {
      // An array: the dictionary's own view of its keys would share its storage, and every observation would be copied.
      for number in Array(observations.keys) {
        guard observations[number]?.view != nil, let outcome = observations[number]?.view?.follow(records) else {
          continue
        }
        switch outcome {
        case .answer: observations[number]?.pending.appendAnswer()
        case .changes(let changes) where changes.isEmpty: continue
        case .changes(let changes):
          let answerCount = observations[number]?.view?.count ?? 0
          observations[number]?.pending.append(changes, answerCount: answerCount)
        }
        observations[number]?.isWaiting = false
        if let waker = observations[number]?.waker { wakers.append(waker) }
      }
    }
    for touch in records.touched {
      if let item = records.item(of: touch) {
        dependents?.update(item)
      } else if let before = touch.before {
        dependents?.remove(before.id)
      }
    }
    records.forgetLog()
    records.settle()
    return wakers
  }

  /// Takes back the records' run of changes.
  mutating func rollBack() {
    records.undo(to: 0)
    records.settle()
  }

  /// Notes that an observation waits or has ended, and returns the listeners that have waited for it alone.
  mutating func noteSilence(of number: Int) -> [CheckedContinuation<Void, Never>] {
    var heard: [CheckedContinuation<Void, Never>] = []
    for (id, listener) in listeners where listener.observations.contains(number) {
      listeners[id]?.observations.remove(number)
      if listeners[id]?.observations.isEmpty == true {
        heard.append(listener.continuation)
        listeners[id] = nil
      }
    }
    return heard
  }

  mutating func end(_ number: Int) -> [CheckedContinuation<Void, Never>] {
    finishedVisits += observations[number]?.view?.visits ?? 0
    observations[number] = nil
    return noteSilence(of: number)
  }
}
