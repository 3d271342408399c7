import StoreInterface

/// One observation on trial: what it received, and what it holds who believes that.
@available(LiveSystems, *)
final class StoreObserver<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  struct State: Sendable {
    var events: [StoreEvent<Item>] = []
    var replica = StoreReplica<Item>()
    /// The contents after each event that changed them, from the first answer on.
    var history: [StoreContents<Item>] = []
    /// Which event brought each of them.
    var historyEvents: [Int] = []
    /// What the events say that cannot be.
    var problems: [String] = []
    /// What the first of them is about.
    var firstProblem: String?
    /// Which events came after the cancellation.
    var lateEvents: [Int] = []
    var hasEnded = false
    var isPaused = false

    mutating func take(_ event: StoreEvent<Item>, _ names: RecordNumbers<Item>) {
      events.append(event)
      let found = replica.apply(event)
      firstProblem = firstProblem ?? found.first?.withoutNumbers
      problems += found.map { "\(name(of: events.count - 1, names)): \($0)" }
      if let contents = replica.contents, history.last != contents {
        history.append(contents)
        historyEvents.append(events.count - 1)
      }
    }

    /// What messages call an event.
    func name(of event: Int, _ names: RecordNumbers<Item>) -> String {
      "event \(event + 1), \(events[event].summary(by: names.naming))"
    }
  }

  let name: String
  private let names: RecordNumbers<Item>
  private let state: WatchedState<State>
  private let task: Task<Void, Never>

  init(
    _ name: String, of events: AnyStoreEvents<Item>, pausingAfterAnswer: Bool, names: RecordNumbers<Item>,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.names = names
    let state = WatchedState(State())
    self.state = state
    task = Task {
      for await event in events {
        let isLate = Task.isCancelled
        log("\(name) receives \(event.summary)")
        state.update { state in
          let hadAnswer = state.replica.hasAnswer
          if isLate { state.lateEvents.append(state.events.count) }
          state.take(event, names)
          if pausingAfterAnswer, state.replica.hasAnswer, !hadAnswer { state.isPaused = true }
        }
        // Cancelled while paused: the sequence itself says that it is over.
        _ = try? await state.wait { !$0.isPaused }
      }
      log("\(name) receives the end")
      state.update { $0.hasEnded = true }
    }
  }

  deinit { task.cancel() }

  var value: State { state.value }

  func resume() { state.update { $0.isPaused = false } }

  func cancel() { task.cancel() }

  /// Waits until the condition holds or the observation has ended.
  func wait(until condition: @escaping @Sendable (State) -> Bool) async throws(CancellationError) -> State {
    try await state.wait { $0.hasEnded || condition($0) }
  }
}

// MARK: - For messages

@available(LiveSystems, *)
extension StoreObserver {
  /// The observer after an event, as the one that brought a state of its history.
  func name(afterHistory place: Int, in state: State) -> String {
    "\(name), after \(state.name(of: state.historyEvents[place], names)),"
  }

  /// The event that it received last.
  var lastReceived: String {
    let state = value
    if state.events.isEmpty { return "it has received no event" }
    let last = state.name(of: state.events.count - 1, names)
    if state.events.allSatisfy(\.isFailure) { return "it has received only failures, the last \(last)" }
    return "its last was \(last)"
  }

  /// Which event said something of a record last.
  func lastEvent(naming key: Item.ID) -> String {
    let events = value.events
    guard let last = events.lastIndex(where: { $0.names(key) }) else { return "no event of \(name) named it" }
    if let gone = events[(last + 1)...].firstIndex(where: { if case .replace = $0 { true } else { false } }) {
      return "event \(gone + 1) of \(name), a whole answer, does not have it any more"
    }
    guard case .changes(let batch) = events[last] else {
      return "event \(last + 1) of \(name), a whole answer, had it last, and none named it after"
    }
    let changes = StoreBatch(batch.changes.filter { $0.names(key) })
    return "event \(last + 1) of \(name) named it last: \(changes.summary(by: names.naming))"
  }
}

extension StoreEvent {
  /// Whether the event says something of a record.
  func names(_ key: Item.ID) -> Bool {
    switch self {
    case .replace(let contents): contents.items.contains { $0.id == key }
    case .changes(let batch): batch.changes.contains { $0.names(key) }
    case .failed: false
    }
  }
}

extension StoreChange {
  fileprivate func names(_ key: Item.ID) -> Bool { self.key == key }
}
