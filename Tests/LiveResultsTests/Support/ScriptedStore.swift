import StoreInterface

/// A store that says what the test tells it to say.
final class ScriptedStore<Item: Identifiable & Sendable, Request: Sendable>: DataStore where Item.ID: Sendable {
  private struct State {
    var requests: [Request] = []
    var observations: [StoreEvents<Item>.Continuation] = []
    var terminations = 0
    var waiting: [Waiting] = []
    /// What is said before the first request.
    var early: [StoreEvent<Item>] = []

    /// Takes out those whose condition holds now.
    mutating func met() -> [CheckedContinuation<Void, Never>] {
      let met = waiting.filter { $0.isMet(requests.count, terminations) }.map(\.continuation)
      waiting.removeAll { $0.isMet(requests.count, terminations) }
      return met
    }
  }

  /// Someone who waits for requests or terminations.
  private struct Waiting {
    let isMet: @Sendable (_ requests: Int, _ terminations: Int) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Locked(State())

  func events(for request: Request) -> StoreEvents<Item> {
    let (events, continuation) = StoreEvents<Item>.makeStream()
    continuation.onTermination { [weak self] in self?.change { $0.terminations += 1 } }
    change { state in
      state.requests.append(request)
      state.observations.append(continuation)
      for event in state.early { continuation.yield(event) }
      state.early = []
    }
    return events
  }

  private func change(_ change: (inout State) -> Void) {
    let met = state.withLock { state in
      change(&state)
      return state.met()
    }
    for continuation in met { continuation.resume() }
  }

  private func wait(until isMet: @escaping @Sendable (_ requests: Int, _ terminations: Int) -> Bool) async {
    await withCheckedContinuation { continuation in
      change { $0.waiting.append(Waiting(isMet: isMet, continuation: continuation)) }
    }
  }

  /// Returns once so many requests have come.
  func waitForRequests(_ count: Int) async { await wait { requests, _ in requests >= count } }

  /// Returns once so many observations have been given up or have ended.
  func waitForTerminations(_ count: Int) async { await wait { _, terminations in terminations >= count } }

  /// What was asked for, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// How many observations have been given up or have ended.
  var terminations: Int { state.withLock { $0.terminations } }

  /// Says something to an observation: the newest one, or the one with a number; to the first one as soon as it is there.
  func say(_ event: StoreEvent<Item>, to number: Int? = nil) {
    let observation = state.withLock { state in
      let observation = number.map { state.observations[$0] } ?? state.observations.last
      if observation == nil { state.early.append(event) }
      return observation
    }
    observation?.yield(event)
  }

  /// Says that the answer is complete.
  func finish() { state.withLock { $0.observations.last }?.finish() }
}
