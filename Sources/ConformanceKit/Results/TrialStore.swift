import StoreInterface

/// A store that says what a trial tells it to say, and knows when it has been heard.
final class TrialStore: DataStore {
  typealias Item = SmallRecord

  /// One observation.
  private struct Channel: Sendable {
    var events: [StoreEvent<SmallRecord>] = []
    /// Whether the last event is still being taken in: whoever asks for the next one is done with it.
    var isHeard = true
    let waker: AsyncStream<Void>.Continuation
  }

  private let channels = WatchedState<[Channel]>([])

  func events(for request: Int) -> StoreEvents<SmallRecord> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var number = 0
    channels.update { channels in
      number = channels.count
      channels.append(Channel(waker: waker))
    }
    return StoreEvents(wakes: wakes) { [channels, number] in
      var answer = StoreEvents<SmallRecord>.Pull.nothing
      channels.update { channels in
        if channels[number].events.isEmpty {
          channels[number].isHeard = true
        } else {
          channels[number].isHeard = false
          answer = .event(channels[number].events.removeFirst())
        }
      }
      return answer
    }
  }

  /// How many observations there have been.
  var observationCount: Int { channels.value.count }

  /// Waits until there have been so many observations.
  func waitForObservations(_ count: Int) async throws(CancellationError) {
    _ = try await channels.wait { $0.count >= count }
  }

  /// Says something to an observation; nobody need hear it.
  func say(_ event: StoreEvent<SmallRecord>, to number: Int) {
    var waker: AsyncStream<Void>.Continuation?
    channels.update { channels in
      guard channels.indices.contains(number) else { return }
      channels[number].events.append(event)
      waker = channels[number].waker
    }
    waker?.yield()
  }

  /// Says something to the newest observation, and waits until it has been taken in.
  func tell(_ event: StoreEvent<SmallRecord>) async throws(CancellationError) {
    let number = observationCount - 1
    say(event, to: number)
    _ = try await channels.wait { $0[number].events.isEmpty && $0[number].isHeard }
  }
}
