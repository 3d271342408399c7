internal import StoreInterface

/// Where a source posts its notes, for any number of readers.
///
/// A reader that comes late begins with the present health; one that is slow hears the newest notes.
final class NoteBoard: Sendable {
  /// How many notes wait for a slow reader.
  private static let backlog = 16

  private struct State {
    var health: WatchHealth?
    var readers: [Int: AsyncStream<WatchNote>.Continuation] = [:]
    var last = 0
  }

  private let state = Locked(State())

  /// Posts a note. A health that is the present one is no news.
  func post(_ note: WatchNote) {
    let readers = state.withLock { state -> [AsyncStream<WatchNote>.Continuation] in
      if case .health(let health) = note {
        if state.health == health { return [] }
        state.health = health
      }
      return Array(state.readers.values)
    }
    for reader in readers { reader.yield(note) }
  }

  /// The notes from now on, the present health first.
  func notes() -> AsyncStream<WatchNote> {
    let (stream, continuation) = AsyncStream<WatchNote>.makeStream(bufferingPolicy: .bufferingNewest(Self.backlog))
    let number = state.withLock { state in
      state.last += 1
      state.readers[state.last] = continuation
      if let health = state.health { continuation.yield(.health(health)) }
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
    }
    return stream
  }

  /// How many read.
  var readerCount: Int { state.withLock { $0.readers.count } }
}
