import StoreBuilding
import StoreInterface

// sample: postgres-store
/// The notes of a table, by PostgreSQL 14 or newer. Changes by every program are announced.
final class PostgresStore: WritableDataStore {
  typealias Item = Note

  let table: NoteTable
  private let notes = ObservedRecords<Note>()
  /// Reads and writes, one transaction after another.
  private let commands: PostgresConnection
  /// The connection that listens, while anyone observes.
  private let listener: TableListener

  init(table: String, clock: any Clock<Duration> = ContinuousClock(), address: @escaping PostgresConnection.Address) {
    self.table = NoteTable(name: table)
    commands = PostgresConnection(to: address)
    listener = TableListener(self.table, into: notes, clock: clock, address: address)
    notes.whileObserved(self) { store in await store.listener.run() }
  }

  func events(for request: NoteRequest) -> StoreEvents<Note> { notes.events(for: request) }

  func fetch(_ request: NoteRequest) async throws(StoreError) -> StoreContents<Note> {
    try checkCancellation()
    try await commands.open()
    return .items(try await commands.notes(table.answer, [request.folder]))
  }
  // end sample

  // sample: postgres-commit
  @discardableResult
  func commit(_ batch: StoreBatch<Note>) async throws(StoreError) -> BatchOutcome<Note> {
    let table = table
    for _ in 0..<Self.attempts {
      try checkCancellation()
      do throws(StoreError) {
        let outcome = try await commands.transaction { (commands) throws(StoreError) in
          let known = try commands.notes(table.locked, [batch.namedKeys.arrayLiteral])
          let notes = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
          var outcome = try batch.folded { notes[$0] }
          outcome.moved = []  // The key decides the position of a note.
          outcome.refreshed = []  // A note depends on nothing else.
          if !outcome.deleted.isEmpty {
            try commands.value(table.deletion, [outcome.deleted.map(\.id).arrayLiteral])
          }
          if !outcome.updated.isEmpty { try commands.value(table.update, [try outcome.updated.map(\.to).json]) }
          if !outcome.inserted.isEmpty { try commands.value(table.insertion, [try outcome.inserted.json]) }
          return outcome
        }
        await listener.announceWhatIsWritten()
        return outcome
      } catch {
        // Someone else has inserted a note with the same key, which could not be locked: now it is there.
        guard error.kind == .conflict else { throw error }
      }
    }
    throw StoreError(.conflict, "others write the same notes again and again", at: table.name, advice: "try again")
  }
  // end sample

  /// How often a batch is tried while others are in its way; each time, one of them has got on.
  private static let attempts = 10

  /// Makes the table where it is missing.
  func create() async throws(StoreError) {
    try await commands.open()
    try await commands.run(table.creation)
  }

  /// How many observe.
  var observerCount: Int { notes.observerCount }

  private func checkCancellation() throws(StoreError) {
    if Task.isCancelled { throw StoreError(.cancelled, "the task was cancelled", at: table.name) }
  }
}

extension StoreBatch<Note> {
  /// The keys of all notes that the batch names, if only to place another beside them.
  fileprivate var namedKeys: Set<Int> {
    var keys = Set(changes.compactMap(\.key))
    for case .insert(_, let placement) in changes { keys.formUnion(placement.neighbour) }
    for case .move(_, let placement) in changes { keys.formUnion(placement.neighbour) }
    return keys
  }
}

extension StorePlacement<Int> {
  fileprivate var neighbour: [Int] {
    switch position {
    case .before(let key), .after(let key): [key]
    case .start, .end: []
    }
  }
}
