import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Time stands still but for the test.
@Suite("A file store that polls")
struct FileStorePollingTests {
  let folder: ScratchFolder
  let clock = ManualClock()
  let files = FaultyFiles()

  init() throws { folder = try ScratchFolder() }

  private func text(_ id: Int, _ version: Int = 0) -> String { "id,version\n\(id),\(version)\n" }

  private func store(_ watcher: any FileWatcher) -> FileStore<Entry> {
    FileStore<Entry>(path: folder("a.csv"), coding: .codable(), clock: clock, files: files, watcher: watcher) {
      $0 == $1
    }
  }

  /// Lets time go by from deadline to deadline until the store has heard.
  private func advance(
    _ observer: Observer<Entry>, until isMet: @escaping @Sendable (ObservedAnswer<Entry>) -> Bool
  ) async throws {
    while !isMet(observer.answer) {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
  }

  @Test("a change is found at the next poll and read when it has come to rest")
  func change() async throws {
    try folder.replace("a.csv", text(1))
    let store = store(NoWatcher("by choice"))
    let observer = Observer(of: store.events(for: .all))
    await observer.heard { $0.contents.items == [Entry(1)] }
    #expect(store.health == .polling("by choice"))
    for version in 1...10 {
      try folder.replace("a.csv", text(1, version))
      let start = clock.now
      try await advance(observer) { $0.contents.items == [Entry(1, version)] }
      #expect(clock.now >= start)
    }
    #expect(observer.answer.changeEvents.count == 10)
  }

  @Test("polling begins by itself on file systems of other machines, and where the system refuses to listen")
  func chosen() async throws {
    try folder.replace("a.csv", text(1))
    files.poll(because: "changes on NFS may be made by other machines")
    let watcher = HandWatcher()
    let store = store(watcher)
    let observer = Observer(of: store.events(for: .all))
    await observer.heard { $0.contents.items == [Entry(1)] }
    #expect(store.health == .polling("changes on NFS may be made by other machines"))
    #expect(watcher.attempts == 0)
    let refusing = HandWatcher()
    refusing.refuse("the limit of inotify watches is met")
    let other = FileStore<Entry>(
      path: folder("a.csv"), coding: .codable(), clock: clock, files: SystemFiles(), watcher: refusing
    ) { $0 == $1 }
    let second = Observer(of: other.events(for: .all))
    await second.heard { $0.contents.items == [Entry(1)] }
    #expect(other.health == .polling("the limit of inotify watches is met"))
    // Once the system listens again, the store is live by itself.
    refusing.refuse(nil)
    while other.health != .live {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
  }

  @Test("a file that nobody touches is read once, however often it is looked at")
  func untouched() async throws {
    try folder.replace("a.csv", text(1))
    // Long ago, so that its times are telling.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder("a.csv"))
    let store = store(NoWatcher("by choice"))
    let observer = Observer(of: store.events(for: .all))
    await observer.heard { $0.contents.items == [Entry(1)] }
    files.forgetCalls()
    for _ in 0..<20 { await store.sync() }
    let reads = files.calls.filter { if case .contents = $0 { true } else { false } }.count
    // Its time of change cannot be set: within the first two seconds after the test began it is read again.
    #expect(reads <= 20)
    #expect(observer.answer.events.count == 1)
  }
}
