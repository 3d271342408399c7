import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite("What goes wrong in folders")
struct FileStoreFolderFailureTests {
  let folder: ScratchFolder
  let files = FaultyFiles()

  init() throws {
    folder = try ScratchFolder()
    try make("in")
    for name in ["1.json", "2.json", "in/3.json"] {
      try folder.overwrite(name, #"{"id":\#(name.filter(\.isNumber)),"version":0}"#)
    }
  }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
  }

  private func store(_ policy: StalePolicy = .merges) -> FileStore<Entry> {
    FileStore<Entry>(
      folder: folder.path, coding: .json(), options: FileOptions(onStale: policy, timing: .brief), files: files,
      watcher: HandWatcher()
    ) { $0 == $1 }
  }

  private var paths: [String] {
    get throws { try #require(FileManager.default.subpaths(atPath: folder.path)).sorted() }
  }

  private let several: StoreBatch<Entry> = [
    .update(Entry(1, 5)), .delete(2), .insert(Entry(4), at: .end(of: FolderSection("new"))),
  ]

  @Test("what is in the way of a batch refuses it before anything is done, and the folder goes on")
  func inTheWay() async throws {
    try folder.overwrite("new", "a file where the folder is to be")
    try make("7.json")
    let before = try paths
    let store = store()
    _ = try await store.fetch(.all)
    for batch: StoreBatch<Entry> in [several, [.insert(Entry(7))], [.insert(Entry(7)), .update(Entry(1, 5))]] {
      let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
      #expect(error?.kind == .unavailable, "\(String(describing: error))")
      #expect(try paths == before)
      #expect(try await self.store().fetch(.all).items == [Entry(1), Entry(2), Entry(3)])
    }
    try await store.commit([.update(Entry(1, 1)), .insert(Entry(8))])
    #expect(try await store.fetch(.all).items == [Entry(1, 1), Entry(2), Entry(8), Entry(3)])
  }

  @Test("names that no file can have are refused, alone and among others")
  func names() async throws {
    let store = FileStore(folder: folder.path, endingIn: "")
    let before = try paths
    for id in ["", "a\u{0}b", String(repeating: "x", count: 256), "in/", "in/a\u{0}"] {
      let file = FolderFile(id: id, bytes: [1])
      for batch: StoreBatch<FolderFile> in [
        [.insert(file)], [.insert(file), .insert(FolderFile(id: "ok", bytes: [1]))],
      ] {
        await #expect(throws: StoreError.self, "\(id)") { try await store.commit(batch) }
        #expect(try paths == before)
      }
    }
    // As long as a name can be; the temporary one does not make it longer.
    let long = String(repeating: "x", count: 255)
    try await store.commit([.insert(FolderFile(id: long, bytes: [1])), .insert(FolderFile(id: "ok", bytes: [1]))])
    try await store.commit([.update(FolderFile(id: long, bytes: [2]))])
    #expect(try folder.text(long) == "\u{2}")
  }

  @Test("a full disk, and a folder without rights, refuse a batch before anything is done")
  func noRoom() async throws {
    let store = store()
    _ = try await store.fetch(.all)
    let before = try paths
    let inner = folder("in")
    for (fault, kind): (FaultyFiles.Fault, StoreError.Kind) in [
      ({ $0 == .write ? ENOSPC : nil }, .limitExceeded),
      ({ if case .open(let path, .creating) = $0, path.hasPrefix(inner) { EACCES } else { nil } }, .notPermitted),
      ({ if case .rename(let path) = $0, path.hasSuffix("journal") { EIO } else { nil } }, .unavailable),
      ({ if case .makeFolder = $0 { EACCES } else { nil } }, .notPermitted),
    ] {
      files.fail(fault)
      let error = await #expect(throws: StoreError.self) {
        try await store.commit([.move(3, to: .end(of: FolderSection("new"))), .update(Entry(1, 5))])
      }
      files.heal()
      #expect(error?.kind == kind)
      #expect(try paths == before)
      #expect(try await self.store().fetch(.all).items == [Entry(1), Entry(2), Entry(3)])
    }
    try await store.commit([.move(3, to: .end(of: FolderSection("new"))), .update(Entry(1, 5))])
    #expect(try await store.fetch(.all).items == [Entry(1, 5), Entry(2), Entry(3)])
  }

  @Test("one file is gone and another has come that cannot be understood, between two looks")
  func exchanged() async throws {
    try folder.overwrite("5.json", "not yet")
    let store = store()
    let events = store.events(for: .all)
    await store.watched()
    _ = events.takeWaiting()
    try folder.remove("2.json")
    try folder.overwrite("6.json", "not yet")
    await store.sync()
    #expect(events.firstWaiting == .changes([.delete(2)]))
    try await store.commit([.insert(Entry(8))])
    #expect(try folder.names == ["1.json", "5.json", "6.json", "8.json", "in"])
  }

  @Test(
    "a section is not deleted with what others have put there or changed", arguments: [StalePolicy.merges, .refuses])
  func deletedSection(policy: StalePolicy) async throws {
    let store = store(policy)
    _ = try await store.fetch(.all)
    let delete: StoreBatch<Entry> = [.deleteSection(SectionID(FolderSection("in")))]
    try folder.overwrite("in/3.json", #"{"id":3,"version":1}"#)
    let changed = await #expect(throws: StoreError.self) { try await store.commit(delete) }
    #expect(changed?.kind == .conflict)
    try folder.overwrite("in/4.json", #"{"id":4,"version":0}"#)
    let new = await #expect(throws: StoreError.self) { try await store.commit(delete) }
    #expect(new?.kind == .conflict)
    #expect(try folder.text("in/4.json").contains("4"))
    // Now it was seen.
    try await store.commit(delete)
    #expect(try folder.names == ["1.json", "2.json"])
  }

  @Test("links of a folder stay links in batches of several files, and keep the mode of their files")
  func links() async throws {
    let manager = FileManager.default
    let outside = try ScratchFolder()
    try outside.overwrite("6.json", #"{"id":6,"version":0}"#)
    try folder.overwrite("in/real", #"{"id":5,"version":0}"#)
    chmod(folder("in/real"), 0o640)
    try manager.createSymbolicLink(atPath: folder("5.json"), withDestinationPath: "in/real")
    try manager.createSymbolicLink(atPath: folder("6.json"), withDestinationPath: outside("6.json"))
    let store = store()
    try await store.commit([.update(Entry(5, 1)), .update(Entry(1, 1))])
    #expect(try manager.destinationOfSymbolicLink(atPath: folder("5.json")) == "in/real")
    #expect(try folder.text("in/real").contains("\"version\":1"))
    #expect(try SystemFiles().status(of: folder("in/real"), followingLinks: false).permissions == 0o640)
    // A batch is finished by the store that finds it, and must not lead out of the folder.
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(6, 1)), .update(Entry(1, 2))])
    }
    #expect(error?.kind == .refused)
    try await store.commit([.update(Entry(6, 1))])
    #expect(try outside.text("6.json").contains("\"version\":1"))
    #expect(try outside.names == ["6.json"])
    #expect(try await self.store().fetch(.all).items == [Entry(1, 1), Entry(2), Entry(5, 1), Entry(6, 1), Entry(3)])
  }

  @Test("new files have the mode that the user's mask gives; a journal is for its writer alone")
  func modes() async throws {
    let modes = Locked<[UInt32]>([])
    let journal = folder(".section-diff-journal")
    files.before { call in
      guard case .rename = call, let status = try? SystemFiles().status(of: journal, followingLinks: false) else {
        return
      }
      modes.withLock { $0.append(status.permissions) }
    }
    try await store().commit([.insert(Entry(8)), .insert(Entry(9))])
    #expect(modes.withLock { $0 } == [0o600, 0o600])
    #expect(!files.calls.contains(.setPermissions))
    #expect(files.calls.count { if case .open(_, .creatingForAll) = $0 { true } else { false } } == 2)
    try folder.overwrite("mask", "")
    let mask = try SystemFiles().status(of: folder("mask"), followingLinks: false).permissions
    #expect(try SystemFiles().status(of: folder("8.json"), followingLinks: false).permissions == mask)
  }

  @Test("what a killed writer has left is taken away by the next, wherever it is; each folder is listed once for that")
  func leftovers() async throws {
    let root = String(try SystemFiles().status(of: folder.path, followingLinks: true).inode, radix: 36)
    for name in [".section-diff-new-\(root)-1-a", "in/.section-diff-new-\(root)-2-b"] { try folder.overwrite(name, "") }
    // Other stores': perhaps they are being written.
    let others = [".other.csv.section-diff-3-c", "in/.section-diff-new-\(root)0-2-b"]
    for name in others { try folder.overwrite(name, "") }
    let store = store()
    _ = try await store.fetch(.all)
    files.forgetCalls()
    try await store.commit(StoreBatch((10..<60).map { .insert(Entry($0)) }))
    #expect(files.calls.count { if case .names = $0 { true } else { false } } <= 4)
    #expect(try paths.filter { $0.contains("section-diff") } == others)
  }

  @Test("a folder that may not be looked into keeps its records, and the others go on")
  func closed() async throws {
    try FileManager.default.createSymbolicLink(atPath: folder("circle.json"), withDestinationPath: "circle.json")
    let store = store()
    let events = store.events(for: .all)
    await store.watched()
    let first = events.takeWaiting()
    let shown = StoreContents<Entry>.sections([
      StoreSection(FolderSection.root, items: [Entry(1), Entry(2)]),
      StoreSection(FolderSection("in"), items: [Entry(3)]),
    ])
    guard first.first == .replace(shown), case .failed(let circle)? = first.last else {
      Issue.record("\(first)")
      return
    }
    #expect(circle.location == folder("circle.json"))
    try folder.remove("circle.json")
    await store.sync()
    _ = events.takeWaiting()
    let inner = folder("in")
    files.fail { if case .names(inner) = $0 { EACCES } else { nil } }
    try folder.overwrite("1.json", #"{"id":1,"version":1}"#)
    await store.sync()
    let received = events.takeWaiting()
    #expect(received.first == .changes([.update(Entry(1, 1))]))
    guard case .failed(let error)? = received.last else { Issue.record("no failure: \(received)"); return }
    #expect(error.kind == .notPermitted)
    #expect(error.location == inner)
    try await store.commit([.update(Entry(2, 1))])
    // A new key may be in there by now, and what was there may be elsewhere.
    for batch: StoreBatch<Entry> in [
      [.insert(Entry(8))], [.update(Entry(3, 1))], [.delete(3)], [.move(3, to: .end(of: FolderSection("in")))],
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
      #expect(error?.kind == .notPermitted && error?.effect == .nothing, "\(String(describing: error))")
    }
    #expect(try await store.fetch(.all).items == [Entry(1, 1), Entry(2, 1), Entry(3)])
    files.heal()
    try folder.overwrite("in/3.json", #"{"id":3,"version":3}"#)
    await store.sync()
    try await store.commit([.insert(Entry(8))])
    #expect(try await store.fetch(.all).items == [Entry(1, 1), Entry(2, 1), Entry(8), Entry(3, 3)])
  }
}
