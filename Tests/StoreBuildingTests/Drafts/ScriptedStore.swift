import StoreInterface
import StoreTestSupport

/// A store whose one sequence of events is given.
struct ScriptedStore: WritableDataStore {
  typealias Item = Note

  let stream: StoreEvents<Note>

  func events(for request: Int) -> StoreEvents<Note> { stream }
  func commit(_ batch: StoreBatch<Note>) async throws(StoreError) -> BatchOutcome<Note> { BatchOutcome() }
}
