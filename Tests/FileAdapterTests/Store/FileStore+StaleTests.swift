import ConformanceKit
import FileAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// The store is deaf here: it learns of the others' changes when it writes.
@Suite("Writes that meet the changes of others")
struct FileStoreStaleTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func store(_ policy: StalePolicy = .merges, files: any FileSystem = SystemFiles()) async throws
    -> FileStore<Entry>
  {
    try folder.overwrite("a.csv", "id,version\n1,0\n2,0\n3,0\n")
    let store = FileStore<Entry>(
      path: folder("a.csv"), coding: .codable(), options: FileOptions(onStale: policy, timing: .brief), files: files,
      watcher: HandWatcher()
    ) { $0 == $1 }
    _ = try await store.fetch(.all)
    return store
  }

  @Test("changes of different records are merged")
  func merged() async throws {
    let store = try await store()
    try folder.replace("a.csv", "id,version\n0,7\n1,0\n2,5\n")
    try await store.commit([.update(Entry(1, 1)), .insert(Entry(4))])
    #expect(try folder.text("a.csv") == "id,version\n0,7\n1,1\n2,5\n4,0\n")
  }

  @Test(
    "changes of one record are a conflict, and nothing is written",
    arguments: [
      ("id,version\n1,9\n2,0\n3,0\n", [StoreChange<Entry>.update(Entry(1, 1))]),
      ("id,version\n1,9\n2,0\n3,0\n", [.delete(1)]),
      ("id,version\n2,0\n3,0\n", [.update(Entry(1, 1))]),
      ("id,version\n1,0\n2,0\n3,0\n4,1\n", [.insert(Entry(4))]),
      ("id,version\n1,9\n2,0\n3,0\n", [.insert(Entry(8)), .update(Entry(1, 1))]),
    ])
  func conflict(text: String, changes: [StoreChange<Entry>]) async throws {
    let store = try await store()
    try folder.replace("a.csv", text)
    let error = await #expect(throws: StoreError.self) { try await store.commit(StoreBatch(changes)) }
    #expect(error?.kind == .conflict)
    #expect(try folder.text("a.csv") == text)
  }

  @Test("the same change by both is no conflict")
  func same() async throws {
    let store = try await store()
    try folder.replace("a.csv", "id,version\n1,9\n3,0\n")
    try await store.commit([.update(Entry(1, 9)), .delete(2)])
    #expect(try folder.text("a.csv") == "id,version\n1,9\n3,0\n")
  }

  @Test("a writer may say what it saw, and others may have been read since")
  func basedOn() async throws {
    let store = try await store()
    let seen = try await store.fetch(.all)
    try folder.replace("a.csv", "id,version\n1,9\n2,0\n3,0\n")
    _ = try await store.fetch(.all)
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, 1))], basedOn: seen)
    }
    #expect(error?.kind == .conflict)
    try await store.commit([.update(Entry(2, 1))], basedOn: seen)
    #expect(try folder.text("a.csv") == "id,version\n1,9\n2,1\n3,0\n")
  }

  @Test(
    "a store may refuse whatever was changed, or deleted, by others",
    arguments: ["id,version\n1,0\n2,0\n3,1\n", "id,version\n1,0\n2,0\n"])
  func refused(text: String) async throws {
    let store = try await store(.refuses)
    try folder.replace("a.csv", text)
    let error = await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, 1))]) }
    #expect(error?.kind == .conflict)
    #expect(try folder.text("a.csv") == text)
    // The store has read it now, so the next write is based on it.
    try await store.commit([.update(Entry(1, 1))])
  }

  @Test("a store that refuses whatever was changed refuses what was moved, too")
  func refusedMoves() async throws {
    for batch: StoreBatch<Entry> in [[.update(Entry(1, 1))], [.move(3, to: .start)], [.delete(3)]] {
      let seen = try await self.store(.refuses)
      try folder.replace("a.csv", "id,version\n2,0\n1,0\n3,0\n")
      let error = await #expect(throws: StoreError.self) { try await seen.commit(batch) }
      #expect(error?.kind == .conflict)
    }
    #expect(try folder.text("a.csv") == "id,version\n2,0\n1,0\n3,0\n")
  }

  @Test("a file that is emptied is being written: nothing is written over it until it stays empty")
  func emptied() async throws {
    let store = try await store()
    try folder.overwrite("a.csv", "")
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(4))]) }
    #expect(error?.kind == .unavailable)
    #expect(try folder.text("a.csv") == "")
    try folder.overwrite("a.csv", "id,version\n1,0\n2,0\n3,9\n")
    try await store.commit([.insert(Entry(4))])
    #expect(try folder.text("a.csv") == "id,version\n1,0\n2,0\n3,9\n4,0\n")
    // One that stays empty is empty.
    try folder.overwrite("b.ndjson", "{\"id\":1,\"version\":0}\n")
    let other = FileStore<Entry>(path: folder("b.ndjson"), options: .brief)
    _ = try await other.fetch(.all)
    try folder.overwrite("b.ndjson", "")
    await #expect(throws: StoreError.self) { try await other.commit([.insert(Entry(5))]) }
    try await other.commit([.insert(Entry(5))])
    #expect(try folder.text("b.ndjson") == "{\"id\":5,\"version\":0}\n")
  }

  @Test("a file that was changed a moment ago is read when it has come to rest")
  func half() async throws {
    try folder.overwrite("a.csv", "id,version\n1,0\n2,0\n3,0\n")
    let clock = ManualClock()
    let files = FaultyFiles()
    let store = FileStore<Entry>(
      path: folder("a.csv"), coding: .codable(), clock: clock, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
    _ = try await store.fetch(.all)
    try folder.overwrite("a.csv", "id,version\n1,5\n")
    files.stopClock(at: try SystemFiles().status(of: folder("a.csv"), followingLinks: true).modified)
    let commit = Task { _ = try await store.commit([.insert(Entry(4))]) }
    try await clock.waitForSleepers()
    try folder.append("a.csv", "2,5\n3,5\n")
    files.setAhead(seconds: 10)
    clock.advanceToNextDeadline()
    try await commit.value
    #expect(try folder.text("a.csv") == "id,version\n1,5\n2,5\n3,5\n4,0\n")
  }

  @Test(
    "what was read first or written a moment ago, and not changed since, is written over at once",
    .timeLimit(.minutes(10)))
  func young() async throws {
    try folder.overwrite("a.csv", "id,version\n1,0\n")
    // It never moves: who waits for the file to come to rest waits for good.
    let files = FaultyFiles()
    let store = FileStore<Entry>(
      path: folder("a.csv"), coding: .codable(), clock: ManualClock(), files: files, watcher: HandWatcher()
    ) { $0 == $1 }
    _ = try await store.fetch(.all)
    for id in 2...4 {
      files.stopClock(at: try SystemFiles().status(of: folder("a.csv"), followingLinks: true).modified)
      try await store.commit([.insert(Entry(id))])
    }
    #expect(try folder.text("a.csv") == "id,version\n1,0\n2,0\n3,0\n4,0\n")
  }

  @Test("a change by others in the middle of the save is not lost")
  func lastMoment() async throws {
    let files = FaultyFiles()
    let store = try await store(files: files)
    let isDone = Locked(false)
    files.before { [folder] call in
      guard case .synchronize = call,
        isDone.withLock({ done in
          defer { done = true }; return !done
        })
      else { return }
      try? folder.replace("a.csv", "id,version\n1,0\n2,5\n3,0\n")
    }
    try await store.commit([.update(Entry(1, 1))])
    #expect(try folder.text("a.csv") == "id,version\n1,1\n2,5\n3,0\n")
    #expect(try folder.names == ["a.csv"])
  }

  @Test("two stores on one file, and many writers: every write is there")
  func manyWriters() async throws {
    let stores = [try await store(), try await store()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<10 {
            try await stores[writer % 2].commit([.insert(Entry(100 + writer * 10 + number))])
          }
        }
      }
      try await group.waitForAll()
    }
    let ids = try await stores[0].fetch(.all).items.map(\.id)
    #expect(Set(ids) == Set([1, 2, 3] + (100..<180)))
    #expect(ids.count == 83)
  }
}
