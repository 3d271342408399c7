@testable import ConformanceKit
@testable import StoreInterface

/// A store that sends and accepts what a trial decides.
final class TrialStore: WritableDataStore {
  typealias Item = SmallRecord

  /// One observation.
  private struct Channel: Sendable {
    let request: TrialRequest
    var events: [StoreEvent<SmallRecord>] = []
    let waker: AsyncStream<Void>.Continuation
  }

  /// A batch that waits to be accepted or refused.
  private struct Write: Sendable {
    let continuation: CheckedContinuation<StoreError?, Never>
  }

  private struct State: Sendable {
    var channels: [Channel] = []
    var contents = StoreContents<SmallRecord>.items([])
    /// Whether no one is answered yet.
    var isHolding = false
    /// What was written and waits, in the order in which it came; `nil` in the place of what was answered.
    var writes: [Write?] = []
  }

  private let state = WatchedState(State())

  func events(for request: TrialRequest) -> StoreEvents<SmallRecord> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var number = 0
    state.update { state in
      number = state.channels.count
      let answer = state.isHolding ? [] : [StoreEvent.replace(request.answer(of: state.contents))]
      state.channels.append(Channel(request: request, events: answer, waker: waker))
    }
    return StoreEvents(wakes: wakes) { [state, number] in
      var answer = StoreEvents<SmallRecord>.Pull.nothing
      state.update { state in
        if !state.channels[number].events.isEmpty { answer = .event(state.channels[number].events.removeFirst()) }
      }
      return answer
    }
  }

  /// Waits until the trial has decided.
  func commit(_ batch: StoreBatch<SmallRecord>) async throws(StoreError) -> BatchOutcome<SmallRecord> {
    let refusal = await withCheckedContinuation { continuation in
      state.update { $0.writes.append(Write(continuation: continuation)) }
    }
    if let refusal { throw refusal }
    return BatchOutcome()
  }

  // MARK: What the trial does

  /// How many observations there have been.
  var observationCount: Int { state.value.channels.count }

  /// How many batches have come.
  var writeCount: Int { state.value.writes.count }

  /// Waits until there have been so many observations.
  func waitForObservations(_ count: Int) async throws(CancellationError) {
    _ = try await state.wait { $0.channels.count >= count }
  }

  /// Waits until so many batches have come.
  func waitForWrites(_ count: Int) async throws(CancellationError) {
    _ = try await state.wait { $0.writes.count >= count }
  }

  /// Sends nothing to new observers until ``answer(from:)``.
  func hold() { state.update { $0.isHolding = true } }

  /// Answers observers from one on, and all that come.
  func answer(from first: Int) {
    state.update { $0.isHolding = false }
    let contents = state.value.contents
    send(from: first) { .replace($0.answer(of: contents)) }
  }

  /// Holds other records. No observer is notified.
  func set(_ contents: StoreContents<SmallRecord>) { state.update { $0.contents = contents } }

  /// Sends an event to those observers whose numbers are in a range, each by its request.
  ///
  /// - Returns: Whether the newest observer was sent one.
  @discardableResult
  func send(
    from first: Int = 0, upTo end: Int = .max, _ event: (TrialRequest) -> StoreEvent<SmallRecord>?
  ) -> Bool {
    var isNewestNotified = false
    var wakers: [AsyncStream<Void>.Continuation] = []
    state.update { state in
      for number in state.channels.indices where number >= first && number < end {
        guard let event = event(state.channels[number].request) else { continue }
        state.channels[number].events.append(event)
        wakers.append(state.channels[number].waker)
        isNewestNotified = number == state.channels.count - 1
      }
    }
    for waker in wakers { waker.yield() }
    return isNewestNotified
  }

  /// Accepts a batch that waits, or refuses it.
  func answerWrite(_ number: Int, refusing refusal: StoreError?) {
    var continuation: CheckedContinuation<StoreError?, Never>?
    state.update { state in
      continuation = state.writes[number]?.continuation
      state.writes[number] = nil
    }
    continuation?.resume(returning: refusal)
  }
}
