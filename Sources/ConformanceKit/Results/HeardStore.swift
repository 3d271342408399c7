import StoreInterface

/// A store whose observers ask when a trial tells them to, and are known to have dealt with all that there was.
final class HeardStore: DataStore {
  typealias Item = SmallRecord

  /// One observation.
  private struct Listener: Sendable {
    let waker: AsyncStream<Void>.Continuation
    /// How often it was notified to ask.
    var told = 0
    /// How often it was notified when it asked in vain: then it had dealt with what it had received.
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
    // Known before the store is notified of it, for whoever waits for that.
    let events = base(request)
    return StoreEvents(wakes: wakes) { [listeners, number] in
      let told = listeners.value[number].told
      let answer = events.pull()
      if case .nothing = answer { listeners.update { $0[number].done = told } }
      return answer
    }
  }

  /// Returns when the newest observer has received all that there is, and has dealt with it.
  func settle() async throws(CancellationError) {
    let number = listeners.value.count - 1
    var told = 0
    listeners.update { listeners in
      listeners[number].told += 1
      told = listeners[number].told
    }
    listeners.value[number].waker.yield()
    _ = try await listeners.wait { [told] in $0[number].done >= told }
  }
}
