@testable import ConformanceKit
@testable import StoreInterface

/// A store whose observers pull when a trial notifies them, and whose trial can wait until all events are dealt with.
final class SettlingStore: DataStore {
  typealias Item = SmallRecord

  /// One observation.
  private struct Listener: Sendable {
    let waker: AsyncStream<Void>.Continuation
    /// How often it was notified.
    var notified = 0
    /// How often it had been notified when a pull returned nothing: then it had dealt with all events.
    var done = 0
  }

  private let base: @Sendable (TrialRequest) -> StoreEvents<SmallRecord>
  private let listeners = WatchedState<[Listener]>([])

  init(_ base: @escaping @Sendable (TrialRequest) -> StoreEvents<SmallRecord>) { self.base = base }

  func events(for request: TrialRequest) -> StoreEvents<SmallRecord> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var number = 0
    listeners.update { listeners in
      number = listeners.count
      listeners.append(Listener(waker: waker))
    }
    // Registered before the store knows of it, so that a trial that waits for the store finds it here.
    let events = base(request)
    return StoreEvents(wakes: wakes) { [listeners, number] in
      let notified = listeners.value[number].notified
      let answer = events.pull()
      if case .nothing = answer { listeners.update { $0[number].done = notified } }
      return answer
    }
  }

  /// Returns when the newest observer has received all that there is, and has dealt with it.
  func settle() async throws(CancellationError) {
    let number = listeners.value.count - 1
    var notified = 0
    listeners.update { listeners in
      listeners[number].notified += 1
      notified = listeners[number].notified
    }
    listeners.value[number].waker.yield()
    _ = try await listeners.wait { [notified] in $0[number].done >= notified }
  }
}
