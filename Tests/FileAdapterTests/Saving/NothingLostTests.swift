import ConformanceKit
import FileAdapter
import Foundation
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Sequences in which a reader has found that something was lost, or shown that was not so.
@Suite("Nothing is lost")
struct NothingLostTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  // MARK: Fields that a type does not know

  private struct Person: Codable, Identifiable, Equatable, Sendable {
    struct Address: Codable, Equatable, Sendable { var city: String }
    struct Line: Codable, Equatable, Sendable { var sku: String; var count: Double }
    var id: Int
    var name: String
    var address: Address?
    var lines: [Line]?
  }

  private func written(
    _ text: String, isFolder: Bool = false, _ change: @escaping @Sendable (inout Person) -> Void
  ) async throws -> String {
    let store: FileStore<Person>
    if isFolder {
      try folder.overwrite("1.json", text)
      store = FileStore<Person>(folder: folder.path)
    } else {
      try folder.overwrite("a.json", text)
      store = FileStore<Person>(path: folder("a.json"))
    }
    var person = try #require(try await store.fetch(.all).items.first)
    change(&person)
    try await store.commit([.update(person)])
    #expect(try await store.fetch(.all).items.first == person)
    return try folder.text(isFolder ? "1.json" : "a.json")
  }

  @Test("members that a type does not know are kept at every depth", arguments: [false, true])
  func unknownMembers(isFolder: Bool) async throws {
    let record = #"{"id":1,"name":"a","address":{"city":"X","zip":"1"},"lines":[{"sku":"s","count":1.50,"note":"n"}]}"#
    let result = try await written(isFolder ? record : "[\(record)]", isFolder: isFolder) { $0.name = "b" }
    #expect(
      result == (isFolder ? record : "[\(record)]").replacingOccurrences(of: #""name":"a""#, with: #""name":"b""#))
    let nested = try await written(isFolder ? record : "[\(record)]", isFolder: isFolder) { person in
      person.address?.city = "Y"
      person.lines?[0].count = 2
    }
    for part in [#""city":"Y""#, #""zip":"1""#, #""note":"n""#, #""count":2"#] {
      #expect(nested.contains(part), "\(nested)")
    }
  }

  @Test("of an array every element keeps what is its own: inserted, removed, moved and changed ones")
  func unknownMembersOfElements() async throws {
    let lines = #"{"sku":"a","count":1,"x":"ofA"},{"sku":"b","count":1,"x":"ofB"},{"sku":"c","count":1,"x":"ofC"}"#
    let text = #"[{"id":1,"name":"a","lines":[\#(lines)]}]"#
    func x(_ change: @escaping @Sendable (inout [Person.Line]) -> Void) async throws -> [String] {
      let result = try await written(text) { person in
        var lines = person.lines ?? []
        change(&lines)
        person.lines = lines
      }
      let records = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [[String: Any]]
      let written = try #require(records?.first?["lines"] as? [[String: Any]])
      return written.map { "\($0["sku"] ?? "")\($0["x"] ?? "")" }
    }
    #expect(try await x { $0.append(Person.Line(sku: "d", count: 1)) } == ["aofA", "bofB", "cofC", "d"])
    #expect(try await x { $0.remove(at: 1) } == ["aofA", "cofC"])
    #expect(try await x { $0.reverse() } == ["cofC", "bofB", "aofA"])
    #expect(try await x { $0[1].count = 2 } == ["aofA", "bofB", "cofC"])
    #expect(
      try await x { lines in
        lines.remove(at: 0)
        lines[1].count = 2
      } == ["bofB", "cofC"])
    #expect(try await x { $0 = [Person.Line(sku: "n", count: 1)] } == ["n"], "whose it was cannot be told")
  }

  @Test("a member that the writer takes away is gone, and one that is null in the file stays null")
  func removedMembers() async throws {
    let text = #"[{"id":1,"name":"a","address":{"city":"X","zip":"1"},"lines":null,"more":null}]"#
    let result = try await written(text) { $0.address = nil }
    #expect(result == #"[{"id":1,"name":"a","lines":null,"more":null}]"#)
  }

  // MARK: Folders

  static func record(_ id: Int, _ version: Int = 0) -> [UInt8] {
    Array(#"{"id":\#(id),"version":\#(version)}"#.utf8)
  }

  func folderFiles() -> MemoryFiles {
    MemoryFiles(
      ["/d/1.json": Self.record(1), "/d/2.json": Self.record(2), "/d/in/3.json": Self.record(3)],
      folders: ["/d", "/d/in"])
  }

  func folderStore(_ files: any FileSystem, _ path: String = "/d") -> FileStore<Entry> {
    FileStore<Entry>(
      folder: path, coding: .json(), options: .creating, files: files, watcher: NoWatcher("test")
    ) { $0 == $1 }
  }

  func mark(_ path: String, _ files: MemoryFiles, size: Int64? = nil) throws -> String {
    let status = try files.status(of: path, followingLinks: false)
    func parts(_ time: Duration) -> String {
      "[\(time.components.seconds),\(time.components.attoseconds / 1_000_000_000)]"
    }
    return #"{"inode":\#(status.inode),"size":\#(size ?? status.size),"modified":\#(parts(status.modified)),"#
      + #""changed":\#(parts(status.changed))}"#
  }

  @Test(
    "a move of a journal whose target others have made or changed leaves the old file, and says so",
    arguments: [false, true])
  func moveInAJournal(isOld: Bool) async throws {
    let files = folderFiles()
    files.put("/d/.section-diff-new-1-a", #"{"id":1,"version":5}"#)
    files.put("/d/in/1.json", "theirs")
    let staged = try mark("/d/.section-diff-new-1-a", files)
    let removal = #""_0":"1.json","_1":\#(try mark("/d/1.json", files))"#
    let steps =
      isOld
      ? #"{"place":{"_0":".section-diff-new-1-a","at":"in/1.json"}},{"remove":{\#(removal)}}"#
      : #"{"place":{"_0":".section-diff-new-1-a","at":"in/1.json","staged":\#(staged),"#
        + #""instead":{"path":"1.json","mark":\#(try mark("/d/1.json", files))}}}"#
    files.put("/d/.section-diff-journal", #"{"steps":[\#(steps)]}"#)
    let store = folderStore(files)
    let events = store.events(for: .all)
    await store.watched()
    #expect(files.bytes("/d/1.json") == Self.record(1))
    #expect(files.bytes("/d/in/1.json") == Array("theirs".utf8))
    #expect(files.bytes("/d/.section-diff-journal") == nil)
    let said = events.takeWaiting().compactMap { if case .failed(let error) = $0 { error } else { nil } }
    #expect(said.contains { $0.kind == .conflict && $0.effect != .nothing }, "\(said)")
    #expect(try await store.fetch(.all).items.contains(Entry(1)))
  }

  @Test("temporary files that somebody takes away after the journal is there: an error, and the old files")
  func lostTemporaries() async throws {
    let files = folderFiles()
    let faulty = FaultyFiles(files)
    let store = folderStore(faulty)
    _ = try await store.fetch(.all)
    let isDone = Locked(false)
    faulty.before { call in
      guard files.bytes("/d/.section-diff-journal") != nil, !isDone.exchange(true) else { return }
      for path in files.paths where path.contains("section-diff-new") { try? files.remove(path) }
    }
    // Nothing was done, so it is begun again, and is done.
    try await store.commit([.update(Entry(1, 1)), .move(3, to: .end(of: FolderSection.root))])
    #expect(isDone.get())
    #expect(try await folderStore(files).fetch(.all).items == [Entry(1, 1), Entry(2), Entry(3)])
    // The second one is taken away when the first is done.
    let again = Locked(false)
    faulty.before { call in
      guard case .rename("/d/1.json") = call, !again.exchange(true) else { return }
      for path in files.paths where path.contains("section-diff-new") && path.contains("/in/") {
        try? files.remove(path)
      }
    }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, 2)), .move(3, to: .end(of: FolderSection("in")))])
    }
    #expect(again.get() && error?.effect == .unclear(["/d/in/3.json", "/d/3.json"]), "\(String(describing: error))")
    #expect(try await folderStore(files).fetch(.all).items == [Entry(1, 2), Entry(2), Entry(3)])
    #expect(try await store.fetch(.all).items == [Entry(1, 2), Entry(2), Entry(3)])
  }

  @Test("a store over a folder above leaves the temporary files of one below alone")
  func nestedStores() async throws {
    let files = folderFiles()
    let faulty = FaultyFiles(files)
    let inner = folderStore(faulty, "/d/in")
    let outer = folderStore(files)
    _ = try await inner.fetch(.all)
    let acts = Locked(0)
    let turns = Locked<[Task<Void, any Error>]>([])
    faulty.before { call in
      guard case .rename = call else { return }
      acts.withLock { $0 += 1 }
      let number = acts.get()
      // As another process would: not on the task of the writer.
      let done = DispatchSemaphore(value: 0)
      let task = Task {
        defer { done.signal() }
        try await outer.commit([.update(Entry(1, number))])
      }
      turns.withLock { $0.append(task) }
      done.wait()
    }
    try await inner.commit([.update(Entry(3, 1)), .insert(Entry(4))])
    for task in turns.get() { try await task.value }
    #expect(acts.get() > 2)
    #expect(try await outer.fetch(.all).items.first == Entry(1, acts.get()))
    #expect(try await inner.fetch(.all).items == [Entry(3, 1), Entry(4)])
    #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(files.paths)")
    #expect(try await outer.fetch(.all).items.contains(Entry(4)))
  }

  @Test("what others save while the folders are listed for leftovers is not written over")
  func savedWhileListing() async throws {
    for isConflict in [false, true] {
      let files = folderFiles()
      let faulty = FaultyFiles(files)
      let store = folderStore(faulty)
      _ = try await store.fetch(.all)
      let isDone = Locked(false)
      let lists = Locked(0)
      faulty.before { call in
        guard case .names("/d/in") = call else { return }
        // The first listing is that of the reading; the second looks for what writers have left.
        guard
          lists.withLock({
            $0 += 1; return $0
          }) == 2, !isDone.exchange(true)
        else { return }
        files.put("/d/1.json", #"{"id":1,"version":7}"#)
      }
      let batch: StoreBatch<Entry> = isConflict ? [.update(Entry(1, 1))] : [.delete(1)]
      let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
      #expect(isDone.get() && error?.kind == .conflict && error?.effect == .nothing, "\(String(describing: error))")
      #expect(files.bytes("/d/1.json") == Self.record(1, 7))
      #expect(try await store.fetch(.all).items.first == Entry(1, 7))
    }
  }

  @Test("a first step that fails, and then the folder that cannot be synchronised: unclear, and shown as not done")
  func refusedAndNotSynchronised() async throws {
    let files = folderFiles()
    let faulty = FaultyFiles(files)
    let store = folderStore(faulty)
    _ = try await store.fetch(.all)
    let hasFailed = Locked(false)
    faulty.fail { call in
      switch call {
      case .rename("/d/1.json"):
        hasFailed.set(true)
        return EIO
      case .synchronize: return hasFailed.get() ? EIO : nil
      default: return nil
      }
    }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, 1)), .update(Entry(2, 1))])
    }
    guard case .unclear(let steps)? = error?.effect else { Issue.record("\(String(describing: error))"); return }
    #expect(steps == ["1.json", "2.json"])
    faulty.heal()
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2), Entry(3)])
    // After a loss of power it is there as a whole, or not at all.
    for image in files.images {
      let items = try await folderStore(image).fetch(.all).items
      #expect([[Entry(1), Entry(2), Entry(3)], [Entry(1, 1), Entry(2, 1), Entry(3)]].contains(items), "\(items)")
    }
    try await store.commit([.insert(Entry(9))])
    #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(files.paths)")
    for image in files.images {
      let items = try await folderStore(image).fetch(.all).items
      #expect(
        items == [Entry(1), Entry(2), Entry(3)] || items == [Entry(1), Entry(2), Entry(9), Entry(3)], "\(items)")
    }
  }

  @Test("two spellings of one name are two files, and two records")
  func spellings() async throws {
    try folder.overwrite("\u{E9}.json", #"{"id":1,"version":0}"#)
    try folder.overwrite("e\u{301}.json", #"{"id":2,"version":0}"#)
    for name in ["\u{E9}", "e\u{301}"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    try folder.overwrite("\u{E9}/3.json", #"{"id":3,"version":0}"#)
    try folder.overwrite("e\u{301}/4.json", #"{"id":4,"version":0}"#)
    let store = FileStore<Entry>(folder: folder.path)
    #expect(try await store.fetch(.all).items.map(\.id).sorted() == [1, 2, 3, 4])
    #expect(store.lastError == nil)
    try await store.commit([.update(Entry(1, 1)), .update(Entry(2, 1)), .update(Entry(3, 1)), .update(Entry(4, 1))])
    #expect(try folder.text("\u{E9}.json").contains(#""version":1"#))
    #expect(try folder.text("e\u{301}/4.json").contains(#""version":1"#))
    #expect(try folder.names.count == 4)
  }

  @Test("what another program has put into the file of a record, and nobody understands, is not written over")
  func notUnderstood() async throws {
    let files = folderFiles()
    let store = folderStore(files)
    _ = try await store.fetch(.all)
    files.put("/d/1.json", "half of a rec")
    for batch: StoreBatch<Entry> in [
      [.update(Entry(1, 1))], [.delete(1)], [.delete(1), .update(Entry(2, 1))],
      [.move(1, to: .end(of: FolderSection("in")))],
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
      #expect(error?.kind == .malformed && error?.effect == .nothing, "\(String(describing: error))")
      #expect(files.bytes("/d/1.json") == Array("half of a rec".utf8))
    }
    try await store.commit([.update(Entry(2, 1))])
    #expect(files.bytes("/d/2.json").map { String(decoding: $0, as: UTF8.self) }?.contains("1") == true)
  }

  // MARK: Files

  @Test("a file that was just emptied is not believed by a fetch, and a write over it is refused once")
  func emptied() async throws {
    let clock = ManualClock()
    let files = MemoryFiles(["/a.ndjson": Self.record(1) + [0x0A] + Self.record(2) + [0x0A]])
    let store = FileStore<Entry>(
      path: "/a.ndjson", coding: .codable(), options: FileOptions(), clock: clock, files: files,
      watcher: NoWatcher("test")
    ) { $0 == $1 }
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
    files.put("/a.ndjson", "", inPlace: true)
    // Its writer writes while it is awaited.
    let fetch = Task { try await store.fetch(.all) }
    try await clock.waitForSleepers()
    files.put("/a.ndjson", "{\"id\":5,\"version\":0}\n", inPlace: true)
    clock.advance(by: .seconds(1))
    #expect(try await fetch.value.items == [Entry(5)])
    clock.advance(by: .milliseconds(100))
    files.put("/a.ndjson", "", inPlace: true)
    let again = Task { try await store.fetch(.all) }
    try await clock.waitForSleepers()
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(3))]) }
    #expect(error?.kind == .unavailable && files.bytes("/a.ndjson") == [])
    again.cancel()
    #expect(try await again.value.items == [Entry(5)])
    // What stays empty is believed.
    let last = Task { try await store.fetch(.all) }
    try await clock.waitForSleepers()
    clock.advance(by: FileOptions().timing.emptyPatience)
    #expect(try await last.value.items == [])
  }

  @Test("a file that stays empty is believed, however long the look takes that comes just before")
  func emptiedOnABusyMachine() async throws {
    let clock = ManualClock()
    let files = MemoryFiles(["/a.ndjson": Self.record(1) + [0x0A]])
    let faulty = FaultyFiles(files)
    var options = FileOptions()
    options.timing.tornPatience = .milliseconds(200)
    let store = FileStore<Entry>(
      path: "/a.ndjson", coding: .codable(), options: options, clock: clock, files: faulty, watcher: NoWatcher("test")
    ) { $0 == $1 }
    #expect(try await store.fetch(.all).items == [Entry(1)])
    files.put("/a.ndjson", "", inPlace: true)
    let fetch = Task { try await store.fetch(.all) }
    try await clock.waitForSleepers()
    let isSlow = Locked(true)
    faulty.before { _ in
      if isSlow.get() {
        isSlow.set(false)
        clock.advance(by: .milliseconds(500))
      }
    }
    clock.advance(by: options.timing.emptyPatience - .milliseconds(10))
    #expect(try await fetch.value.items == [])
    #expect(!isSlow.get())
  }

  @Test("a write that is done, and not yet safe, says so by its effect, and leaves no drafts")
  func doneAndNotSafe() async throws {
    for isFolder in [false, true] {
      let files = isFolder ? folderFiles() : MemoryFiles(["/a.json": Array(#"[{"id":1,"version":0}]"#.utf8)])
      let faulty = FaultyFiles(files)
      let store =
        isFolder
        ? folderStore(faulty)
        : FileStore<Entry>(
          path: "/a.json", coding: .codable(), options: .creating, files: faulty, watcher: NoWatcher("test")
        ) { $0 == $1 }
      let drafts = DraftStore(store)
      let observer = Observer(of: drafts.events(for: .all))
      defer { observer.cancel() }
      await observer.received { $0.contents.items.first == Entry(1) }
      let isPlaced = Locked(false)
      faulty.fail { call in
        if case .rename = call { isPlaced.set(true) }
        return call == .synchronize && isPlaced.get() ? EIO : nil
      }
      drafts.update(Entry(1, 1))
      let error = await #expect(throws: StoreError.self) { try await drafts.commit() }
      faulty.heal()
      #expect(error?.effect == .everything, "\(String(describing: error))")
      #expect(!drafts.hasDrafts)
      #expect(try await drafts.fetch(.all).items.first == Entry(1, 1))
      #expect(try await store.fetch(.all).items.first == Entry(1, 1))
    }
  }

  @Test("where files cannot be exchanged, they are replaced", arguments: [false, true])
  func onlyReplaces(isFolder: Bool) async throws {
    let files = isFolder ? folderFiles() : MemoryFiles(["/a.json": Array(#"[{"id":1,"version":0}]"#.utf8)])
    let faulty = FaultyFiles(files)
    faulty.onlyReplace()
    let store =
      isFolder
      ? folderStore(faulty)
      : FileStore<Entry>(
        path: "/a.json", coding: .codable(), options: .creating, files: faulty, watcher: NoWatcher("test")
      ) { $0 == $1 }
    let moves: StoreBatch<Entry> = [
      .update(Entry(1, 1)), .insert(Entry(5)), .move(3, to: .end(of: FolderSection.root)),
    ]
    try await store.commit(isFolder ? moves : [.update(Entry(1, 1)), .insert(Entry(5))])
    let items = try await store.fetch(.all).items
    #expect(items == (isFolder ? [Entry(1, 1), Entry(2), Entry(3), Entry(5)] : [Entry(1, 1), Entry(5)]))
    #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(files.paths)")
  }

  // MARK: Two stores over one file

  @Test("two stores over one file, one by a link, exclude each other; by a hard link each has a file of its own")
  func links() async throws {
    try folder.overwrite("a.json", #"[{"id":1,"version":0}]"#)
    try FileManager.default.createSymbolicLink(atPath: folder("link.json"), withDestinationPath: "a.json")
    var options = FileOptions.creating
    options.timing.lockPatience = .zero
    let (first, second) = (
      FileStore<Entry>(path: folder("a.json"), options: options),
      FileStore<Entry>(path: folder("link.json"), options: options)
    )
    let lock = try #require(try FileLock.attempt(for: folder("a.json"), in: SystemFiles()))
    let error = await #expect(throws: StoreError.self) { try await second.commit([.insert(Entry(2))]) }
    #expect(error?.kind == .unavailable)
    lock.release()
    _ = try await (first.fetch(.all), second.fetch(.all))
    try await first.commit([.insert(Entry(2))])
    try await second.commit([.insert(Entry(3))])
    #expect(try await first.fetch(.all).items == [Entry(1), Entry(2), Entry(3)])
    try FileManager.default.linkItem(atPath: folder("a.json"), toPath: folder("hard.json"))
    let third = FileStore<Entry>(path: folder("hard.json"), options: .creating)
    _ = try await third.fetch(.all)
    try await first.commit([.insert(Entry(4))])
    try await third.commit([.insert(Entry(5))])
    #expect(try await first.fetch(.all).items == [Entry(1), Entry(2), Entry(3), Entry(4)])
    #expect(try await third.fetch(.all).items == [Entry(1), Entry(2), Entry(3), Entry(5)])
  }

  @Test("the lock of a folder leaves no file and no trace in its times; another store's batch confirms no removal")
  func locksAndTimes() async throws {
    try FileManager.default.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
    for id in 0..<20 { try folder.overwrite("\(id).json", #"{"id":\#(id),"version":0}"#) }
    try folder.overwrite("in/30.json", #"{"id":30,"version":0}"#)
    let before = try SystemFiles().status(of: folder.path, followingLinks: true)
    let lock = try #require(try FileLock.attempt(for: folder.path, isFolder: true, in: SystemFiles()))
    #expect(try FileLock.attempt(for: folder.path, isFolder: true, in: SystemFiles()) == nil)
    lock.release()
    #expect(try SystemFiles().status(of: folder.path, followingLinks: true) == before)
    let store = FileStore<Entry>(folder: folder.path, options: .brief)
    _ = try await store.fetch(.all)
    for id in 0..<20 { try folder.remove("\(id).json") }
    await store.sync()
    #expect(store.heldRemovals?.count == 20)
    for version in 1...5 {
      let other = FileStore<Entry>(folder: folder.path, options: .brief)
      try await other.commit([
        .update(Entry(30, version)), .insert(Entry(40 + version), at: .end(of: FolderSection("in"))),
      ])
      await store.sync()
      #expect(store.heldRemovals?.count == 20, "version \(version)")
    }
  }
}
