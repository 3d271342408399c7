/// Listens to an async sequence and keeps what it receives, for a test to wait for and look at.
///
///     let recorder = Recorder(store.events(for: .everything))
///     let events = try await recorder.wait(forCount: 2)
///
/// Waiting is for events, not for time: it ends with the event that is waited for, with the end of the sequence, or when
/// the waiting task is cancelled. The recorder stops listening when it is let go.
@available(LiveSystems, *)
public final class Recorder<Element: Sendable>: Sendable {
  struct State: Sendable {
    var elements: [Element] = []
    var hasEnded = false
    var error: (any Error)?
    /// No further element is requested once there are so many.
    var limit: Int?

    var isPaused: Bool { limit.map { elements.count >= $0 } ?? false }
  }

  private let state: WatchedState<State>
  private let task: Task<Void, Never>

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - sequence: What to listen to; it is iterated by a task of the recorder's own. An error ends it, and is kept in ``error``.
  ///   - limit: After so many elements the recorder stalls, as a slow subscriber does, until ``resume()``.
  ///   - body: Called with each element before it can be waited for.
  public init<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, pausingAfter limit: Int? = nil,
    onEach body: @escaping @Sendable (Element) -> Void = { _ in }
  ) where Sequence.Element == Element {
    let state = WatchedState(State(limit: limit))
    self.state = state
    task = Task {
      do {
        for try await element in sequence {
          body(element)
          state.update { $0.elements.append(element) }
          // Cancelled while paused: the sequence itself says that it is over.
          _ = try? await state.wait { !$0.isPaused }
        }
      } catch {
        state.update { $0.error = error }
      }
      state.update { $0.hasEnded = true }
    }
  }

  deinit { task.cancel() }

  /// What was received so far.
  public var elements: [Element] { state.value.elements }

  /// Whether the sequence has ended.
  public var hasEnded: Bool { state.value.hasEnded }

  /// The error that ended the sequence, if one did.
  public var error: (any Error)? { state.value.error }

  /// Goes on after a pause.
  public func resume() { state.update { $0.limit = nil } }

  /// Stops asking for elements after the next one, until ``resume()``.
  public func pause() { state.update { $0.limit = $0.elements.count } }

  /// Cancels the listening task; the sequence should end soon.
  public func cancel() { task.cancel() }

  /// Waits until so many elements were received.
  ///
  /// - Returns: All that was received.
  /// - Throws: ``RecorderError``
  @discardableResult
  public func wait(forCount count: Int) async throws(RecorderError) -> [Element] {
    try await wait { $0.count >= count }
  }

  /// Waits until what was received meets a condition.
  ///
  /// - Returns: All that was received.
  /// - Throws: ``RecorderError``
  @discardableResult
  public func wait(
    until condition: @escaping @Sendable ([Element]) -> Bool
  ) async throws(RecorderError) -> [Element] {
    let met: State
    do {
      met = try await state.wait { $0.hasEnded || condition($0.elements) }
    } catch {
      throw .cancelled
    }
    guard condition(met.elements) else { throw .ended(afterCount: met.elements.count) }
    return met.elements
  }

  /// Waits until the sequence has ended.
  ///
  /// - Returns: All that was received.
  /// - Throws: ``RecorderError/cancelled``
  @discardableResult
  public func waitForEnd() async throws(RecorderError) -> [Element] {
    do {
      return try await state.wait { $0.hasEnded }.elements
    } catch {
      throw .cancelled
    }
  }
}

/// Why waiting for a recorder was in vain.
public enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sequence ended before the condition held.
  case ended(afterCount: Int)
  /// The waiting task was cancelled.
  case cancelled

  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .ended(let count): "the sequence ended after \(count) elements, before what was waited for"
    case .cancelled: "waiting was cancelled"
    }
  }
}
