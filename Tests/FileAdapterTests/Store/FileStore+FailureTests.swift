import ConformanceKit
import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

@Suite("What goes wrong with disks and rights")
struct FileStoreFailureTests {
  let folder: ScratchFolder
  let files = FaultyFiles()

  init() throws { folder = try ScratchFolder() }

  private func store(_ name: String = "a.json") -> FileStore<Entry> {
    FileStore<Entry>(
      path: folder(name), coding: .codable(), options: .brief, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
  }

  private static let text = "[{\"id\":1,\"version\":0}]\n"

  @Test("any call of a save fails with any code: the file is as it was, and the next write is good")
  func everyCall() async throws {
    try folder.overwrite("a.json", Self.text)
    let store = store()
    let events = store.events(for: .all)
    await store.watched()
    _ = events.takeWaiting()
    let faults: [(String, FaultyFiles.Fault, Int32)] = [
      (
        "open", { if case .open(let path, .creating) = $0, path.contains("section-diff") { ENOSPC } else { nil } },
        ENOSPC
      ),
      ("write", { $0 == .write ? ENOSPC : nil }, ENOSPC), ("write", { $0 == .write ? EDQUOT : nil }, EDQUOT),
      ("write", { $0 == .write ? EIO : nil }, EIO), ("mode", { $0 == .setPermissions ? EPERM : nil }, EPERM),
      ("fsync", { $0 == .synchronize ? EIO : nil }, EIO), ("fsync", { $0 == .synchronize ? ENOSPC : nil }, ENOSPC),
      ("rename", { if case .rename = $0 { EROFS } else { nil } }, EROFS),
      ("lock", { if case .open(_, .locking) = $0 { EACCES } else { nil } }, EACCES),
    ]
    let kinds: [Int32: StoreError.Kind] = [
      ENOSPC: .limitExceeded, EDQUOT: .limitExceeded, EIO: .unavailable, EPERM: .notPermitted, EROFS: .notPermitted,
      EACCES: .notPermitted,
    ]
    for (name, fault, code) in faults {
      files.failOnce(fault)
      let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(2))]) }
      #expect(error?.kind == kinds[code], "\(name)")
      #expect(try folder.text("a.json") == Self.text, "\(name)")
      #expect(try folder.names == ["a.json"], "\(name)")
      #expect(events.takeWaiting().isEmpty, "\(name)")
    }
    try await store.commit([.insert(Entry(2))])
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
  }

  @Test("an observer that comes after a failure receives it, too")
  func knownFailure() async throws {
    let store = store()
    _ = try? await store.fetch(.all)
    let first = store.events(for: .all)
    await store.watched()
    guard case .failed(let error)? = first.firstWaiting else { Issue.record("no failure"); return }
    // Each receives it once, and so does an observer that comes later.
    let second = store.events(for: .all)
    await store.watched()
    #expect(second.takeWaiting() == [.failed(error)])
    #expect(first.takeWaiting().isEmpty)
  }

  @Test("a lone observer that stopped and observes again receives the failure again")
  func askedAgain() async throws {
    let store = store()
    let observer = Observer(of: store.events(for: .all))
    await observer.received { !$0.events.isEmpty }
    observer.cancel()
    await observer.ended()
    for await health in store.healthUpdates() where health == .idle { break }
    let again = store.events(for: .all)
    await store.watched()
    guard case .failed? = again.firstWaiting else { Issue.record("no failure"); return }
  }

  @Test("a file that gives a list once and sections next is announced as a whole")
  func otherShape() async throws {
    try folder.overwrite("a.json", "[{\"id\":1}]")
    let coding = RecordCoding<Entry>.readOnly { document in
      document.count == 1
        ? .items([Entry(1)]) : .sections([StoreSection("one", items: (1...document.count).map { Entry($0) })])
    }
    let store = FileStore(
      path: folder("a.json"), coding: coding, clock: ManualClock(), files: SystemFiles(), watcher: HandWatcher()
    ) { $0 == $1 }
    let events = store.events(for: .all)
    await store.watched()
    #expect(events.takeWaiting() == [.replace(.items([Entry(1)]))])
    try folder.overwrite("a.json", "[{\"id\":1},{\"id\":2}]")
    await store.sync()
    #expect(events.takeWaiting() == [.replace(.sections([StoreSection("one", items: [Entry(1), Entry(2)])]))])
    try folder.overwrite("a.json", "[{\"id\":1},{\"id\":2},{\"id\":3}]")
    await store.sync()
    #expect(
      events.takeWaiting() == [.changes([.insert(Entry(3), at: StorePlacement(.end, in: SectionID("one")))])])
  }

  @Test("a folder that cannot be synchronised after the rename: said, and the results are what the file is")
  func unsettled() async throws {
    try folder.overwrite("a.json", Self.text)
    let store = store()
    let events = store.events(for: .all)
    await store.watched()
    _ = events.takeWaiting()
    let count = Locked(0)
    files.fail { call in
      guard call == .synchronize else { return nil }
      return count.withLock { count in
        count += 1
        return count == 2 ? EIO : nil
      }
    }
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(2))]) }
    #expect(error?.message.hasPrefix("written, but") == true)
    #expect(events.takeWaiting() == [.changes([.insert(Entry(2))])])
    files.heal()
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
  }

  @Test("a file that may not be read, and a folder in its place: failures with what is wrong")
  func unreadable() async throws {
    try folder.overwrite("a.json", Self.text)
    let store = store()
    let events = store.events(for: .all)
    await store.watched()
    _ = events.takeWaiting()
    // From now on, for the first to read: the watch may do so at any time.
    files.fail { if case .open(_, .reading) = $0 { EACCES } else { nil } }
    try folder.overwrite("a.json", "[]")
    await store.sync()
    guard case .failed(let error)? = events.firstWaiting else { Issue.record("no failure"); return }
    #expect(error.kind == .notPermitted)
    #expect(error.location == folder("a.json"))
    try folder.remove("a.json")
    try FileManager.default.createDirectory(atPath: folder("a.json"), withIntermediateDirectories: true)
    await store.sync()
    // Perhaps the watch has looked when there was nothing.
    guard case .failed(let second)? = events.takeWaiting().last else { Issue.record("no failure"); return }
    #expect(second.message == "a folder is in the place of the file")
  }

  @Test("a file in the place of the folder")
  func folderIsFile() async throws {
    try folder.overwrite("in", "a file")
    let error = await #expect(throws: StoreError.self) { try await store("in/a.json").fetch(.all) }
    #expect(error?.kind == .unavailable)
    let inner = FileStore<Entry>(folder: folder("in"))
    let second = await #expect(throws: StoreError.self) { try await inner.fetch(.all) }
    #expect(second?.message == "a file is in the place of the folder")
  }

  @Test("a folder that may not be written to, in which there is a lock or none", arguments: [false, true])
  func noNewFiles(hasLock: Bool) async throws {
    try folder.overwrite("a.json", Self.text)
    let store = store()
    #expect(try await store.fetch(.all).items == [Entry(1)])
    files.fail { call in
      switch call {
      case .open(_, .creating), .open(_, .creatingForAll): EACCES
      case .open(_, .locking): hasLock ? nil : EACCES
      default: nil
      }
    }
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(2))]) }
    #expect(error?.kind == .notPermitted)
    #expect(error?.location?.hasPrefix(folder.path) == true)
    #expect(try folder.text("a.json") == Self.text)
    #expect(try await store.fetch(.all).items == [Entry(1)])
    files.heal()
    try await store.commit([.insert(Entry(2))])
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
  }

  @Test("a real folder that may not be written to", .enabled(if: getuid() != 0, "root may write everywhere"))
  func readOnlyFolder() async throws {
    try folder.overwrite("a.json", Self.text)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let error = await #expect(throws: StoreError.self) { try await store().commit([.insert(Entry(2))]) }
    #expect(error?.kind == .notPermitted)
    #expect(try folder.text("a.json") == Self.text)
  }

  @Test("an owner that cannot be kept refuses the write")
  func owner() async throws {
    let files = MemoryFiles(["/a.json": Array(Self.text.utf8)])
    let faulty = FaultyFiles(files)
    let file = try files.open("/a.json", for: .reading)
    try files.setOwner(5, group: 5, of: file)
    files.close(file)
    faulty.fail { $0 == .setOwner ? EPERM : nil }
    let store = FileStore<Entry>(
      path: "/a.json", coding: .codable(), files: faulty, watcher: HandWatcher()
    ) { $0 == $1 }
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(2))]) }
    #expect(error?.kind == .notPermitted)
    #expect(files.bytes("/a.json") == Array(Self.text.utf8))
    faulty.heal()
    try await store.commit([.insert(Entry(2))])
    #expect(try files.status(of: "/a.json", followingLinks: true).owner == 5)
  }
}
