import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// What a watcher of open files opens and reports; the system is in the test's hands.
@Suite("A watcher of open files")
struct OpenFileWatcherTests {
  /// The files that are followed, by path.
  private final class Hand: Sendable {
    struct State: Sendable {
      var reports: [String: @Sendable (OpenFileChange) -> Void] = [:]
      var opened: [String] = []
      var refusal: String?
    }

    let state = Locked(State())

    var followed: Set<String> { state.withLock { Set($0.reports.keys) } }
    var opened: [String] { state.withLock { $0.opened } }

    func refuse(_ path: String) { state.withLock { $0.refusal = path } }

    func report(_ change: OpenFileChange, _ path: String) {
      state.withLock { $0.reports[path] }?(change)
    }

    func watcher(_ files: any FileSystem, limit: Int = 10) -> OpenFileWatcher {
      OpenFileWatcher(files: files, limit: limit) { [self] (path, report) throws(WatchFailure) in
        let isRefused = state.withLock { state in
          if state.refusal == path { return true }
          state.reports[path] = report
          state.opened.append(path)
          return false
        }
        if isRefused { throw WatchFailure("too many open files") }
        return { self.state.withLock { $0.reports[path] = nil } }
      }
    }
  }

  /// What a watcher has reported, joined.
  private struct Received {
    private let signals = Locked<WatchSignals>([])
    let stop: StopWatching

    init(from watcher: OpenFileWatcher, _ steps: [ResolvedPath.Step]) throws {
      stop = try watcher.watch(steps) { [signals] new in signals.withLock { $0.formUnion(new) } }
    }

    func take() -> WatchSignals {
      signals.withLock { signals in
        defer { signals = [] }
        return signals
      }
    }
  }

  private let hand = Hand()
  private let files = MemoryFiles(
    ["/d/a.json": [1], "/d/b.json": [2], "/d/.hidden": [3]], folders: ["/d", "/e"])

  private func steps(_ names: String...) throws -> [ResolvedPath.Step] {
    let identity = try files.status(of: "/d", followingLinks: true).identity
    return names.map { ResolvedPath.Step(folder: "/d", name: $0, identity: identity) }
  }

  @Test("follows the folder and the file that matters, and lets both go at the end")
  func oneFile() throws {
    let events = try Received(from: hand.watcher(files), steps("a.json"))
    #expect(hand.followed == ["/d", "/d/a.json"])
    hand.report(.changed, "/d/a.json")
    #expect(events.take() == .changed)
    events.stop()
    #expect(hand.followed.isEmpty)
  }

  @Test("says nothing of other names in the folder")
  func otherNames() throws {
    let events = try Received(from: hand.watcher(files), steps("a.json"))
    try files.remove("/d/b.json")
    hand.report(.changed, "/d")
    #expect(events.take() == [])
    try files.remove("/d/a.json")
    hand.report(.changed, "/d")
    #expect(events.take() == .changed)
    #expect(hand.followed == ["/d"])
  }

  @Test("follows a file anew that was replaced, whichever report comes first")
  func replaced() throws {
    let events = try Received(from: hand.watcher(files), steps("a.json"))
    try files.rename("/d/b.json", to: "/d/a.json")
    hand.report(.changed, "/d")
    #expect(events.take() == .changed)
    #expect(hand.opened == ["/d", "/d/a.json", "/d/a.json"])
    try files.remove("/d/a.json")
    hand.report(.gone, "/d/a.json")
    #expect(events.take() == .changed)
    #expect(hand.followed == ["/d"])
  }

  @Test("a report of a file that was replaced since is not taken for one of the new file")
  func late() throws {
    let events = try Received(from: hand.watcher(files), steps("a.json"))
    let old = try #require(hand.state.withLock { $0.reports["/d/a.json"] })
    try files.rename("/d/b.json", to: "/d/a.json")
    hand.report(.changed, "/d")
    _ = events.take()
    old(.gone)
    #expect(events.take() == [])
    #expect(hand.followed == ["/d", "/d/a.json"])
  }

  @Test("follows all files that are not hidden, and new ones, where all names matter")
  func allNames() throws {
    let events = try Received(from: hand.watcher(files), steps(""))
    #expect(hand.followed == ["/d", "/d/a.json", "/d/b.json"])
    let new = try files.open("/d/c.json", for: .creating)
    files.close(new)
    hand.report(.changed, "/d")
    #expect(events.take() == .changed)
    #expect(hand.followed == ["/d", "/d/a.json", "/d/b.json", "/d/c.json"])
  }

  @Test("reports a folder that has gone, and that it can follow no more files")
  func lost() throws {
    let events = try Received(from: hand.watcher(files, limit: 2), steps(""))
    hand.report(.gone, "/d")
    #expect(events.take() == .lost)
    files.close(try files.open("/d/c.json", for: .creating))
    hand.report(.changed, "/d")
    #expect(events.take() == [.changed, .lost])
  }

  @Test("refuses, with the reason, what cannot be followed, and leaves nothing open")
  func refusal() throws {
    #expect(throws: WatchFailure("there are more than 1 files, and each would have to be kept open")) {
      try hand.watcher(files, limit: 1).watch(steps("")) { _ in }
    }
    #expect(hand.followed.isEmpty)
    hand.refuse("/d/a.json")
    #expect(throws: WatchFailure("too many open files")) { try hand.watcher(files).watch(steps("a.json")) { _ in } }
    #expect(hand.followed.isEmpty)
  }
}

#if os(Linux)
  /// Stores whose watcher notices as much as kqueue reports. They look by themselves once an hour only, so a change
  /// that is missed lets the test run into its limit.
  @Suite("File stores over a watcher of open files", .timeLimit(.minutes(10)))
  struct OpenFileWatcherStoreTests {
    let folder: ScratchFolder
    private let options: FileOptions

    init() throws {
      folder = try ScratchFolder()
      var timing = WatchTiming.brief
      timing.heartbeat = .seconds(3600)
      options = FileOptions(timing: timing)
    }

    private func line(_ id: Int, _ version: Int = 0) -> String { #"{"id":\#(id),"version":\#(version)}"# + "\n" }

    private func store(_ name: String = "a.ndjson") -> FileStore<Entry> {
      FileStore<Entry>(
        path: folder(name), coding: .codable(), options: options, files: SystemFiles(),
        watcher: OpenFileWatcher.inotify()
      ) { $0 == $1 }
    }

    @Test("notice saves that replace the file, and saves in place")
    func saves() async throws {
      try folder.replace("a.ndjson", line(1))
      let observer = Observer(of: store().events(for: .all))
      await observer.received { $0.contents.items == [Entry(1)] }
      for version in 1...30 {
        try folder.replace("a.ndjson", line(1, version))
        await observer.received { $0.contents.items == [Entry(1, version)] }
        try folder.overwrite("a.ndjson", line(2, version))
        await observer.received { $0.contents.items == [Entry(2, version)] }
        try folder.append("a.ndjson", line(3, version))
        await observer.received { $0.contents.items == [Entry(2, version), Entry(3, version)] }
      }
      #expect(observer.answer.violations.isEmpty)
    }

    @Test("notice that a file is deleted and made again")
    func deleted() async throws {
      try folder.replace("a.ndjson", line(1))
      let observer = Observer(of: store().events(for: .all))
      await observer.received { $0.contents.items == [Entry(1)] }
      try folder.remove("a.ndjson")
      await observer.received { if case .failed? = $0.events.last { true } else { false } }
      try folder.overwrite("a.ndjson", line(2))
      await observer.received { $0.contents.items == [Entry(2)] }
    }

    @Test("follow links that are led elsewhere")
    func links() async throws {
      let files = FileManager.default
      for name in ["one", "two"] { try files.createDirectory(atPath: folder(name), withIntermediateDirectories: true) }
      try folder.replace("one/real.ndjson", line(1))
      try folder.replace("two/real.ndjson", line(2))
      try files.createSymbolicLink(atPath: folder("current"), withDestinationPath: "one")
      let observer = Observer(of: store("current/real.ndjson").events(for: .all))
      await observer.received { $0.contents.items == [Entry(1)] }
      try files.createSymbolicLink(atPath: folder("next"), withDestinationPath: "two")
      #expect(rename(folder("next"), folder("current")) == 0)
      await observer.received { $0.contents.items == [Entry(2)] }
      try folder.overwrite("two/real.ndjson", line(2, 2))
      await observer.received { $0.contents.items == [Entry(2, 2)] }
    }

    @Test("lose a folder, and find it when it is back")
    func folderLost() async throws {
      let files = FileManager.default
      try files.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
      try folder.replace("in/a.ndjson", line(1))
      let store = store("in/a.ndjson")
      let observer = Observer(of: store.events(for: .all))
      await observer.received { $0.contents.items == [Entry(1)] }
      for await health in store.healthUpdates() where health == .live { break }
      try files.removeItem(atPath: folder("in"))
      for await health in store.healthUpdates() { if case .lost = health { break } }
      try files.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
      try folder.replace("in/a.ndjson", line(2))
      await observer.received { $0.contents.items == [Entry(2)] }
    }

    @Test("notice files in a folder that come, go and are written in place")
    func folders() async throws {
      try folder.replace("1.json", #"{"id":1,"version":0}"#)
      let store = FileStore<Entry>(
        folder: folder.path, coding: .json(), options: options, files: SystemFiles(), watcher: OpenFileWatcher.inotify()
      ) { $0 == $1 }
      let observer = Observer(of: store.events(for: .all))
      await observer.received { $0.contents.items == [Entry(1)] }
      try folder.overwrite("1.json", #"{"id":1,"version":7}"#)
      await observer.received { $0.contents.items == [Entry(1, 7)] }
      try folder.overwrite("2.json", #"{"id":2,"version":0}"#)
      await observer.received { $0.contents.items == [Entry(1, 7), Entry(2)] }
      try folder.remove("1.json")
      await observer.received { $0.contents.items == [Entry(2)] }
    }
  }
#endif
