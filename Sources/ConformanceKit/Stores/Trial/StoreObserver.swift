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
    /// Which events came after the cancellation.
    var lateEvents: [Int] = []
    var hasEnded = false
    var isPaused = false

    mutating func take(_ event: StoreEvent<Item>) {
      events.append(event)
      problems += replica.apply(event)
      if let contents = replica.contents, history.last != contents {
        history.append(contents)
        historyEvents.append(events.count - 1)
      }
    }
  }

  let name: String
  private let state: WatchedState<State>
  private let task: Task<Void, Never>

  init(
    _ name: String, of events: AnyStoreEvents<Item>, pausingAfterAnswer: Bool,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    let state = WatchedState(State())
    self.state = state
    task = Task {
      for await event in events {
        let isLate = Task.isCancelled
        log("\(name) receives \(event.summary)")
        state.update { state in
          let hadAnswer = state.replica.hasAnswer
          if isLate { state.lateEvents.append(state.events.count) }
          state.take(event)
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

extension StoreEvent {
  /// One line for a trace.
  var summary: String {
    switch self {
    case .replace(let contents): "replace \(contents.summary)"
    case .changes(let batch):
      "changes\(batch.isStrict ? ", strict" : "") [\(batch.changes.map(\.summary).joined(separator: ", "))]"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension StoreContents {
  /// One line for a trace.
  var summary: String {
    switch self {
    case .items(let items): Self.list(items)
    case .sections(let sections):
      sections.map { section in
        "\(section.id)\(section.header.map { " “\($0)”" } ?? ""): \(Self.list(section.items))"
      }.joined(separator: "; ")
    }
  }

  private static func list(_ items: [Item]) -> String {
    let shown = items.prefix(12).map { "\($0)" }.joined(separator: ", ")
    return "[\(shown)\(items.count > 12 ? ", … \(items.count) in all" : "")]"
  }
}

extension StoreChange {
  /// A few words for a trace.
  var summary: String {
    switch self {
    case .insert(let item, let placement): "insert \(item)\(placement == .end ? "" : " \(placement.summary)")"
    case .update(let item): "update \(item)"
    case .move(let key, let placement): "move \(key) to \(placement.summary)"
    case .delete(let key): "delete \(key)"
    case .refresh(let key): "refresh \(key)"
    case .insertSection(let id, let header, let placement):
      "insert section \(id) \(header.map { "“\($0)” " } ?? "")at \(placement)"
    case .updateSection(let id, let header): "update section \(id) \(header.map { "“\($0)”" } ?? "")"
    case .moveSection(let id, let placement): "move section \(id) to \(placement)"
    case .deleteSection(let id): "delete section \(id)"
    }
  }
}

extension Placement {
  /// A few words for a trace.
  var summary: String {
    let place =
      switch position {
      case .start: "start"
      case .end: "end"
      case .before(let key): "before \(key)"
      case .after(let key): "after \(key)"
      }
    return place + (section.map { " of \($0)" } ?? "")
  }
}
