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

  /// Lets time go by from deadline to deadline until the store has received.
  private func advance(
    _ observer: Observer<Entry>, until isMet: @escaping @Sendable (ObservedAnswer<Entry>) -> Bool
  ) async throws {
    while !isMet(observer.answer) {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
  }

  @Test("the times of a file may be any of 64 bits")
  func extremeTimes() async throws {
    try folder.replace("a.csv", text(1))
    let status = try SystemFiles().status(of: folder("a.csv"), followingLinks: true)
    for seconds in [Int64.max, .min] {
      var odd = status
      (odd.modified, odd.changed) = (.seconds(seconds), .seconds(seconds))
      #expect(odd.signature.isConclusive(at: .seconds(1_000)) == (seconds < 0))
    }
  }

  /// Who sets the time of writing back cannot set back when that was done.
  @Test("a signature says something of a moment when both its times are more than two ticks older")
  func telling() throws {
    try folder.replace("a.csv", text(1))
    var status = try SystemFiles().status(of: folder("a.csv"), followingLinks: true)
    for modified in 95...101 {
      for changed in 95...101 {
        (status.modified, status.changed) = (.seconds(modified), .seconds(changed))
        #expect(status.signature.isConclusive(at: .seconds(100)) == (modified < 98 && changed < 98))
      }
    }
  }

  @Test("a change is found at the next poll and read when it has come to rest")
  func change() async throws {
    try folder.replace("a.csv", text(1))
    let store = store(NoWatcher("by choice"))
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    #expect(store.health == .polling("by choice"))
    for version in 1...10 {
      let start = clock.now
      try folder.replace("a.csv", text(1, version))
      try await advance(observer) { $0.contents.items == [Entry(1, version)] }
      // Not before it has come to rest.
      #expect(start.duration(to: clock.now) >= .milliseconds(30))
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
    await observer.received { $0.contents.items == [Entry(1)] }
    #expect(store.health == .polling("changes on NFS may be made by other machines"))
    #expect(watcher.attempts == 0)
    let refusing = HandWatcher()
    refusing.refuse("the limit of inotify watches is met")
    let other = FileStore<Entry>(
      path: folder("a.csv"), coding: .codable(), clock: clock, files: SystemFiles(), watcher: refusing
    ) { $0 == $1 }
    let second = Observer(of: other.events(for: .all))
    await second.received { $0.contents.items == [Entry(1)] }
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
    files.setAhead(seconds: 10)
    let store = store(NoWatcher("by choice"))
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    files.forgetCalls()
    for _ in 0..<20 { await store.sync() }
    let reads = files.calls.filter { if case .contents = $0 { true } else { false } }.count
    #expect(reads == 0)
    #expect(observer.answer.events.count == 1)
    // Within the first two seconds equal times prove nothing, and it is read each time.
    files.setAhead(seconds: 0)
    files.stopClock(at: files.now)
    try folder.replace("a.csv", text(2))
    await store.sync()
    files.forgetCalls()
    for _ in 0..<20 { await store.sync() }
    #expect(files.calls.filter { if case .contents = $0 { true } else { false } }.count == 20)
  }

  @Test("however many changes there are, few timers run")
  func timers() async throws {
    try folder.replace("a.csv", text(1))
    let watcher = HandWatcher()
    let store = store(watcher)
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    for version in 1...50 {
      try folder.replace("a.csv", text(1, version))
      watcher.say(.changed)
      while observer.contents.items != [Entry(1, version)] {
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(30))
        await Task.yield()
      }
    }
    #expect(clock.sleeperCount <= 3, "\(clock.sleeperCount)")
  }

  @Test("whether a folder has to be polled is looked up once for each device")
  func devices() async throws {
    for name in ["a", "b", "c", "d"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    let store = FileStore<Entry>(
      folder: folder.path, coding: .json(), clock: clock, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.sections?.count == 5 }
    #expect(files.reasonsAsked == 1)
  }
}
