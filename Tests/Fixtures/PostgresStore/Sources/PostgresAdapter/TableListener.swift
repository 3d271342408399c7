import StoreInterface
import Synchronization

/// One connection that listens, and those whom it tells; from the first of them until the last has left.
final class TableListener: Sendable {
  private struct State {
    var observers: [Int: NoteObserver] = [:]
    var lastNumber = 0
    var task: Task<Void, Never>?
    var hasEnded = false
    /// What stands in the way of an answer.
    var failure: StoreError?
    /// Those who have written, and wait until that is told.
    var writers: [CheckedContinuation<Void, Never>] = []

    mutating func resumeWriters(_ limit: Int = .max) {
      let count = min(limit, writers.count)
      for writer in writers.prefix(count) { writer.resume() }
      writers.removeFirst(count)
    }
  }

  private let table: NoteTable
  private let clock: any Clock<Duration>
  private let address: PostgresConnection.Address
  private let state = Mutex(State())
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  init(table: NoteTable, clock: any Clock<Duration>, address: @escaping PostgresConnection.Address) {
    self.table = table
    self.clock = clock
    self.address = address
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// How many are told.
  var observerCount: Int { state.withLock { $0.observers.count } }

  /// Adds an observer; the first one begins to listen. Returns its number, or `nil` where all have left already.
  func join(_ request: NoteRequest, _ continuation: StoreEvents<Note>.Continuation) -> Int? {
    defer { waker.yield() }
    return state.withLock { state in
      if state.hasEnded { return nil }
      state.lastNumber += 1
      state.observers[state.lastNumber] = NoteObserver(request: request, continuation: continuation)
      if let failure = state.failure { continuation.yield(.failed(failure)) }
      if state.task == nil { state.task = Task { await run() } }
      return state.lastNumber
    }
  }

  /// Removes an observer; the last one ends the listening.
  func leave(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.observers[number] = nil
      guard state.observers.isEmpty else { return nil }
      state.hasEnded = true
      state.resumeWriters()
      return state.task
    }
    task?.cancel()
  }

  /// Returns when everything that is committed by now was told, or a failure instead, which a whole answer will follow.
  func tellWhatIsWritten() async {
    await withCheckedContinuation { writer in
      state.withLock { state in
        state.writers.append(writer)
        if state.hasEnded || state.failure != nil { state.resumeWriters() }
      }
      waker.yield()
    }
  }

  // sample: postgres-reconnect
  /// The pause after a failure: twice as long each time, and shortened at random, so that not all retry at once.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(100), Duration.seconds(30))

  private func run() async {
    var wakes = wakes.makeAsyncIterator()
    var pause = Self.shortestPause
    while !Task.isCancelled {
      do throws(StoreError) {
        let waker = waker
        let connection = PostgresConnection(to: address) { waker.yield() }
        try await connection.open()
        let mark = "mark \(try await connection.process)"
        try await connection.run(table.listening(markedBy: mark))
        try await answerNewcomers(by: connection)
        pause = Self.shortestPause
        try await follow(connection, mark, &wakes)
      } catch {
        tell(error)
        try? await clock.sleep(for: pause * Double.random(in: 0.5...1))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }
  // end sample

  // sample: postgres-follow
  private func follow(
    _ connection: PostgresConnection, _ mark: String, _ wakes: inout AsyncStream<Void>.Iterator
  ) async throws(StoreError) {
    var changed: Set<Int> = []
    while !Task.isCancelled {
      try await answerNewcomers(by: connection)
      let writers = state.withLock { $0.writers.count }
      changed.formUnion(keys(in: try await connection.notifications()))
      if changed.isEmpty, writers == 0 {
        _ = await wakes.next()
      } else {
        changed = try await tell(of: changed, by: connection, mark, &wakes)
        try await answerNewcomers(by: connection)
        state.withLock { $0.resumeWriters(writers) }
      }
    }
  }

  /// Reads the changed notes, and announces them; returns the keys that have changed again since.
  private func tell(
    of changed: Set<Int>, by connection: PostgresConnection, _ mark: String,
    _ wakes: inout AsyncStream<Void>.Iterator
  ) async throws(StoreError) -> Set<Int> {
    var keys = changed
    for _ in 0..<3 {
      let notes = try await connection.notes(table.marked, [keys.arrayLiteral, mark])
      // What was committed before the notes were read is announced before the mark.
      var later: Set<Int> = []
      var isMarked = false
      while !Task.isCancelled {
        let heard = try await connection.notifications()
        later.formUnion(self.keys(in: heard))
        isMarked = isMarked || heard.contains { $0.channel == mark }
        if isMarked { break }
        _ = await wakes.next()
      }
      if later.isSubset(of: keys) {
        state.withLock { for number in $0.observers.keys { $0.observers[number]?.take(notes, of: keys) } }
        return later
      }
      // The notes may hold half of a transaction that changed others, too.
      keys.formUnion(later)
    }
    // There is no end of it. A whole answer holds no half of anything.
    forgetAnswers()
    return []
  }
  // end sample

  /// The keys that have changed. Where there is no key, all have.
  private func keys(in notifications: [PostgresLink.Notification]) -> Set<Int> {
    var keys: Set<Int> = []
    for notification in notifications where notification.channel == table.name {
      if let key = notification.payload.split(separator: " ").last.flatMap({ Int($0) }) {
        keys.insert(key)
      } else {
        forgetAnswers()
      }
    }
    return keys
  }

  private func answerNewcomers(by connection: PostgresConnection) async throws(StoreError) {
    for (number, observer) in state.withLock({ $0.observers.filter { $0.value.shown == nil } }) {
      let notes = try await connection.notes(table.answer, [observer.request.folder])
      state.withLock { $0.observers[number]?.answer(notes) }
    }
    state.withLock { $0.failure = nil }
  }

  private func forgetAnswers() {
    state.withLock { for number in $0.observers.keys { $0.observers[number]?.shown = nil } }
  }

  private func tell(_ failure: StoreError) {
    forgetAnswers()
    state.withLock { state in
      state.failure = failure
      state.resumeWriters()
      for observer in state.observers.values { observer.continuation.yield(.failed(failure)) }
    }
  }
}
