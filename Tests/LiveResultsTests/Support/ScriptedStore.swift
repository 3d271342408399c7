import StoreInterface
import Synchronization

/// A store that says what the test tells it to say.
final class ScriptedStore<Item: Identifiable & Sendable, Request: Sendable>: DataStore where Item.ID: Sendable {
  private struct State {
    var requests: [Request] = []
    var observations: [StoreEvents<Item>.Continuation] = []
    var terminations = 0
  }

  private let state = Mutex(State())

  func events(for request: Request) -> StoreEvents<Item> {
    let (events, continuation) = StoreEvents<Item>.makeStream()
    continuation.onTermination { [weak self] in self?.state.withLock { $0.terminations += 1 } }
    state.withLock { state in
      state.requests.append(request)
      state.observations.append(continuation)
    }
    return events
  }

  /// What was asked for, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// How many observations have been given up or have ended.
  var terminations: Int { state.withLock { $0.terminations } }

  /// Says something to an observation: the newest one, or the one with a number.
  func say(_ event: StoreEvent<Item>, to number: Int? = nil) {
    let observation = state.withLock { state in
      number.map { state.observations[$0] } ?? state.observations.last
    }
    observation?.yield(event)
  }

  /// Says that the answer is complete.
  func finish() { state.withLock { $0.observations.last }?.finish() }
}
