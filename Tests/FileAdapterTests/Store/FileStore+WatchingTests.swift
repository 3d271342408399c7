import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// A file on the real file system, watched by the real inotify where there is one.
@Suite("A file store notices what others do to its file")
struct FileStoreWatchingTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func line(_ id: Int, _ version: Int = 0) -> String { #"{"id":\#(id),"version":\#(version)}"# + "\n" }

  private func store(_ name: String = "a.ndjson", _ options: FileOptions = .brief) -> FileStore<Entry> {
    FileStore<Entry>(path: folder(name), options: options)
  }

  @Test("replace-save: no update is missed")
  func replaceSaves() async throws {
    try folder.replace("a.ndjson", line(1))
    let observer = Observer(of: store().events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    for version in 1...100 {
      try folder.replace("a.ndjson", line(1, version))
      await observer.received { $0.contents.items == [Entry(1, version)] }
    }
    #expect(observer.answer.violations.isEmpty)
  }

  @Test("a file that is truncated and written anew, and one that is appended to")
  func inPlace() async throws {
    try folder.replace("a.ndjson", line(1))
    let observer = Observer(of: store().events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    for version in 1...20 {
      try folder.overwrite("a.ndjson", line(1, version) + line(2, version))
      await observer.received { $0.contents.items == [Entry(1, version), Entry(2, version)] }
    }
    try folder.append("a.ndjson", line(3))
    await observer.received { $0.contents.items == [Entry(1, 20), Entry(2, 20), Entry(3)] }
  }

  @Test("a file that is deleted and made again: the failure is received, and the results stay meanwhile")
  func deleted() async throws {
    try folder.replace("a.ndjson", line(1))
    let observer = Observer(of: store().events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try folder.remove("a.ndjson")
    let answer = await observer.received { if case .failed? = $0.events.last { true } else { false } }
    #expect(answer.contents.items == [Entry(1)])
    #expect(
      answer.events.last
        == .failed(
          StoreError(.unavailable, "no such file", at: folder("a.ndjson"), advice: "check the path")))
    try folder.overwrite("a.ndjson", line(1) + line(2))
    await observer.received { $0.contents.items == [Entry(1), Entry(2)] }
  }

  @Test("a file that is renamed away, and another that is renamed to its name")
  func renamed() async throws {
    try folder.replace("a.ndjson", line(1))
    try folder.replace("b.ndjson", line(2))
    let observer = Observer(of: store("a.ndjson", .creating).events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try FileManager.default.moveItem(atPath: folder("a.ndjson"), toPath: folder("c.ndjson"))
    await observer.received { $0.contents.items == [] }
    try FileManager.default.moveItem(atPath: folder("b.ndjson"), toPath: folder("a.ndjson"))
    await observer.received { $0.contents.items == [Entry(2)] }
  }

  @Test("a symbolic link: its target is written, it is led elsewhere, and a folder of its way is exchanged")
  func links() async throws {
    let files = FileManager.default
    for name in ["one", "two"] { try files.createDirectory(atPath: folder(name), withIntermediateDirectories: true) }
    try folder.replace("one/real.ndjson", line(1))
    try folder.replace("two/real.ndjson", line(2))
    // As secrets and settings are mounted: a.ndjson → current/real.ndjson, current → one.
    try files.createSymbolicLink(atPath: folder("current"), withDestinationPath: "one")
    try files.createSymbolicLink(atPath: folder("a.ndjson"), withDestinationPath: "current/real.ndjson")
    let observer = Observer(of: store().events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try folder.replace("one/real.ndjson", line(1, 1))
    await observer.received { $0.contents.items == [Entry(1, 1)] }
    try files.createSymbolicLink(atPath: folder("next"), withDestinationPath: "two")
    #expect(rename(folder("next"), folder("current")) == 0)
    await observer.received { $0.contents.items == [Entry(2)] }
    try folder.replace("two/real.ndjson", line(2, 2))
    await observer.received { $0.contents.items == [Entry(2, 2)] }
    try folder.replace("three.ndjson", line(3))
    try files.createSymbolicLink(atPath: folder("next"), withDestinationPath: "three.ndjson")
    #expect(rename(folder("next"), folder("a.ndjson")) == 0)
    await observer.received { $0.contents.items == [Entry(3)] }
  }

  @Test(
    "a folder that is deleted is lost, and live again when it is back; so is one that is moved, and one that a file takes the place of"
  )
  func folderLost() async throws {
    let files = FileManager.default
    func make() throws {
      try files.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
    }
    try make()
    try folder.replace("in/a.ndjson", line(1))
    let store = store("in/a.ndjson")
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    func health(_ isMet: @Sendable (FileHealth) -> Bool) async {
      for await health in store.healthUpdates() where isMet(health) { return }
    }
    await health { $0 == .live }
    try files.removeItem(atPath: folder("in"))
    await health { if case .lost = $0 { true } else { false } }
    try make()
    try folder.replace("in/a.ndjson", line(2))
    await observer.received { $0.contents.items == [Entry(2)] }
    await health { $0 == .live }
    try files.moveItem(atPath: folder("in"), toPath: folder("out"))
    await health { if case .lost = $0 { true } else { false } }
    try folder.replace("in", "a file")
    try files.removeItem(atPath: folder("in"))
    try files.moveItem(atPath: folder("out"), toPath: folder("in"))
    await health { $0 == .live }
    try folder.replace("in/a.ndjson", line(3))
    await observer.received { $0.contents.items == [Entry(3)] }
  }

  @Test("nothing is listened for when nobody observes")
  func idle() async throws {
    try folder.replace("a.ndjson", line(1))
    let store = store()
    #expect(store.health == .idle)
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    #expect(store.observationCount == 1)
    observer.cancel()
    await observer.ended()
    for await health in store.healthUpdates() where health == .idle { break }
    #expect(store.observationCount == 0)
    try folder.replace("a.ndjson", line(2))
    #expect(try await store.fetch(.all).items == [Entry(2)])
    let another = Observer(of: store.events(for: .all))
    await another.received { !$0.events.isEmpty }
    #expect(another.contents.items == [Entry(2)])
  }

  @Test("sync: what was written before is under way when it returns")
  func sync() async throws {
    try folder.replace("a.ndjson", line(1))
    let store = FileStore<Entry>(
      path: folder("a.ndjson"), coding: .codable(), clock: ManualClock(), files: SystemFiles(), watcher: HandWatcher()
    ) { $0 == $1 }
    let events = store.events(for: .all)
    await store.watched()
    #expect(events.takeWaiting() == [.replace(.items([Entry(1)]))])
    for version in 1...50 {
      // Of one size, and most of one tick of the file system's clock.
      try folder.overwrite("a.ndjson", line(1, 100 + version))
      await store.sync()
      #expect(events.takeWaiting() == [.changes([.update(Entry(1, 100 + version))])])
    }
    await store.sync()
    #expect(events.takeWaiting().isEmpty)
  }

  @Test("an overflow of the system's queue leads to a look at the file", .timeLimit(.minutes(10)))
  func overflow() async throws {
    try folder.replace("a.ndjson", line(1))
    let watcher = HandWatcher()
    // Nothing else leads to a look within the hour.
    var timing = WatchTiming.brief
    timing.heartbeat = .seconds(3600)
    let store = FileStore<Entry>(
      path: folder("a.ndjson"), coding: .codable(), options: FileOptions(timing: timing), files: SystemFiles(),
      watcher: watcher
    ) { $0 == $1 }
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try folder.replace("a.ndjson", line(2))
    watcher.say(.overflowed)
    await observer.received { $0.contents.items == [Entry(2)] }
  }
}
