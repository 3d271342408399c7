import StoreBuilding
import StoreInterface
import Synchronization

/// The connection that listens while the notes are observed, and keeps them up to date.
final class TableListener: Sendable {
  private enum State {
    /// Nothing listens, and nobody waits for it.
    case idle
    /// Changes are announced. Writers wait until theirs was.
    case listening(wake: AsyncStream<Void>.Continuation, writers: [CheckedContinuation<Void, Never>])
  }

  private let notes: ObservedRecords<Note>
  private let table: NoteTable
  private let clock: any Clock<Duration>
  private let address: PostgresConnection.Address
  private let state = Mutex(State.idle)

  init(
    _ table: NoteTable, into notes: ObservedRecords<Note>, clock: any Clock<Duration>,
    address: @escaping PostgresConnection.Address
  ) {
    self.notes = notes
    self.table = table
    self.clock = clock
    self.address = address
  }

  // sample: postgres-reconnect
  /// The pause after a failure: twice as long each time, and shortened at random, so that not all retry at once.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(100), Duration.seconds(30))

  /// Keeps the notes up to date until the task is cancelled.
  func run() async {
    var pause = Self.shortestPause
    while !Task.isCancelled {
      let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      do throws(StoreError) {
        let connection = PostgresConnection(to: address) { waker.yield() }
        try await connection.open()
        let mark = "mark \(try await connection.process)"
        try await connection.run(table.listening(markedBy: mark))
        state.withLock { $0 = .listening(wake: waker, writers: []) }
        try await readAll(by: connection)
        pause = Self.shortestPause
        try await follow(connection, mark, wakes)
        stopListening()
      } catch {
        notes.fail(error)
        stopListening()
        try? await clock.sleep(for: pause * Double.random(in: 0.5...1))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func readAll(by connection: PostgresConnection) async throws(StoreError) {
    notes.replace(with: try await connection.notes(table.answer, [nil]))
  }
  // end sample

  // sample: postgres-follow
  private func follow(
    _ connection: PostgresConnection, _ mark: String, _ wakes: AsyncStream<Void>
  ) async throws(StoreError) {
    var wakes = wakes.makeAsyncIterator()
    var changed: Set<Int> = []
    while !Task.isCancelled {
      let writers = writerCount
      let keys = keys(in: try await connection.notifications())
      changed.formUnion(keys ?? [])
      if keys == nil {
        try await readAll(by: connection)
        changed = []
      } else if changed.isEmpty, writers == 0 {
        await wakes.next()
        continue
      } else {
        changed = try await announce(changed, by: connection, mark, &wakes)
      }
      resumeWriters(writers)
    }
  }

  /// Reads the changed notes, and announces them; returns the keys that have changed again since.
  private func announce(
    _ changed: Set<Int>, by connection: PostgresConnection, _ mark: String,
    _ wakes: inout AsyncStream<Void>.Iterator
  ) async throws(StoreError) -> Set<Int> {
    var keys = changed
    for _ in 0..<3 {
      let present = try await connection.notes(table.marked, [keys.arrayLiteral, mark])
      // What was committed before the notes were read is announced before the mark.
      var later: Set<Int>? = []
      var isMarked = false
      while !isMarked {
        let notifications = try await connection.notifications()
        later = self.keys(in: notifications).flatMap { later?.union($0) }
        isMarked = notifications.contains { $0.channel == mark }
        if !isMarked { await wakes.next() }
        if Task.isCancelled { return [] }
      }
      guard let later else { break }
      if later.isSubset(of: keys) {
        let deleted = keys.subtracting(present.map(\.id)).sorted()
        try notes.apply(StoreBatch(deleted.map { .delete($0) } + present.map { .insert($0) }))
        return later
      }
      // The notes may hold half of a transaction that changed others, too.
      keys.formUnion(later)
    }
    // There is no end of it, or there are no keys. One query holds no half of anything.
    try await readAll(by: connection)
    return []
  }

  /// The keys that have changed; `nil` where a notification has none, as all may have changed.
  private func keys(in notifications: [PostgresLink.Notification]) -> Set<Int>? {
    var keys: Set<Int> = []
    for notification in notifications where notification.channel == table.name {
      guard let key = notification.payload.split(separator: " ").last.flatMap({ Int($0) }) else { return nil }
      keys.insert(key)
    }
    return keys
  }
  // end sample
}

// MARK: - Writers

extension TableListener {
  /// Returns when everything that is committed by now was announced, or a failure instead, which a whole answer will
  /// follow.
  func announceWhatIsWritten() async {
    await withCheckedContinuation { writer in
      state.withLock { state in
        guard case .listening(let wake, let writers) = state else { return writer.resume() }
        state = .listening(wake: wake, writers: writers + [writer])
        wake.yield()
      }
    }
  }

  private var writerCount: Int {
    state.withLock { if case .listening(_, let writers) = $0 { writers.count } else { 0 } }
  }

  private func resumeWriters(_ count: Int) {
    state.withLock { state in
      guard case .listening(let wake, let writers) = state else { return }
      for writer in writers.prefix(count) { writer.resume() }
      state = .listening(wake: wake, writers: Array(writers.dropFirst(count)))
    }
  }

  private func stopListening() {
    state.withLock { state in
      if case .listening(_, let writers) = state { for writer in writers { writer.resume() } }
      state = .idle
    }
  }
}
