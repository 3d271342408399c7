import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// What a second reader has found: several programs at one moment, calls that are done and reported as failed, and writers
/// that are killed then.
extension NothingLostTests {
  private func fileStore(
    _ files: any FileSystem, _ path: String = "/a.json", clock: any Clock<Duration> = ContinuousClock()
  ) -> FileStore<Entry> {
    FileStore<Entry>(
      path: path, coding: .codable(), options: .creating, clock: clock, files: files, watcher: NoWatcher("test")
    ) { $0 == $1 }
  }

  private func text(_ path: String, _ files: MemoryFiles) -> String {
    files.bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
  }

  /// Has others act before the first so many renames to a path.
  private func before(
    renamesTo path: String, of faulty: FaultyFiles, _ acts: [@Sendable () -> Void]
  ) -> Locked<Int> {
    let count = Locked(0)
    faulty.before { call in
      guard call == .rename(to: path) else { return }
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if number < acts.count { acts[number]() }
    }
    return count
  }

  /// A store that has been read, the files below it, and the file that others write to.
  private func begun(
    _ isFolder: Bool
  ) async throws -> (files: MemoryFiles, faulty: FaultyFiles, store: FileStore<Entry>, path: String) {
    let files = isFolder ? folderFiles() : MemoryFiles(["/a.json": Array(Self.two.utf8)])
    let faulty = FaultyFiles(files)
    let store = isFolder ? folderStore(faulty) : fileStore(faulty)
    _ = try await store.fetch(.all)
    return (files, faulty, store, isFolder ? "/d/2.json" : "/a.json")
  }

  private static let two = #"[{"id":1,"version":0},{"id":2,"version":0}]"#

  @Test("others save, and save again while that is put back: the newest stays, and the write goes over it")
  func savedTwice() async throws {
    let (files, faulty, store, _) = try await begun(false)
    let count = before(
      renamesTo: "/a.json", of: faulty,
      [
        { files.put("/a.json", #"[{"id":7,"version":7}]"#) }, { files.put("/a.json", #"[{"id":8,"version":8}]"#) },
        { files.put("/a.json", #"[{"id":9,"version":9}]"#) },
      ])
    try await store.commit([.insert(Entry(4))])
    #expect(count.get() == 5)
    #expect(try await fileStore(files).fetch(.all).items == [Entry(9, 9), Entry(4)])
    #expect(files.paths == ["/", "/a.json"])
  }

  @Test("others who save at each moment: the write ends, and what it has in hand is kept and named")
  func savedAgainAndAgain() async throws {
    let (files, faulty, store, _) = try await begun(false)
    let number = Locked(100)
    faulty.before { call in
      guard call == .rename(to: "/a.json") else { return }
      number.withLock { $0 += 1 }
      files.put("/a.json", #"[{"id":\#(number.get()),"version":0}]"#)
    }
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(4))]) }
    guard case .unclear(let names)? = error?.effect else { Issue.record("\(String(describing: error))"); return }
    #expect(names.count == 2 && names.allSatisfy { files.bytes($0) != nil }, "\(names), \(files.paths)")
    #expect(error?.kind == .conflict)
  }

  @Test("others save, and then write into the new file itself: both are there, and named", arguments: [false, true])
  func savedAndAppended(isFolder: Bool) async throws {
    let (files, faulty, store, path) = try await begun(isFolder)
    _ = before(
      renamesTo: path, of: faulty,
      [{ files.put(path, "saved by others") }, { files.put(path, "and written", inPlace: true) }])
    let batch: StoreBatch<Entry> = isFolder ? [.update(Entry(1, 1)), .update(Entry(2, 1))] : [.insert(Entry(4))]
    let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
    guard case .unclear(let names)? = error?.effect else { Issue.record("\(String(describing: error))"); return }
    #expect(names.contains(path), "\(names)")
    #expect(Set(names.map { text($0, files) }) == ["saved by others", "and written"], "\(names)")
    // No writer takes away what is kept.
    faulty.before { _ in }
    files.put(path, isFolder ? #"{"id":2,"version":3}"# : Self.two)
    try await store.commit([.insert(Entry(9))])
    #expect(Set(names.map { text($0, files) }).contains("and written"), "\(files.paths)")
  }

  @Test("what others have saved cannot be put back: it is kept, and named", arguments: [false, true])
  func notPutBack(isFolder: Bool) async throws {
    let (files, faulty, store, path) = try await begun(isFolder)
    _ = before(
      renamesTo: path, of: faulty,
      [
        {
          files.put(path, "saved by others")
          let count = Locked(0)
          faulty.failOnce { call in
            guard call == .rename(to: path) else { return nil }
            count.withLock { $0 += 1 }
            return count.get() == 2 ? EIO : nil
          }
        }
      ])
    let batch: StoreBatch<Entry> = isFolder ? [.update(Entry(1, 1)), .update(Entry(2, 1))] : [.update(Entry(2, 1))]
    let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
    guard case .unclear(let names)? = error?.effect else { Issue.record("\(String(describing: error))"); return }
    #expect(names.contains(path) && names.map { text($0, files) }.contains("saved by others"), "\(names)")
    #expect(try await store.fetch(.all).items.contains(Entry(2, 1)))
    faulty.before { _ in }
    try await store.commit([.insert(Entry(9))])
    #expect(names.map { text($0, files) }.contains("saved by others"), "\(files.paths)")
  }

  @Test("a writer that is killed when others have saved between its look and its exchange", arguments: [false, true])
  func killedAtTheExchange(isFolder: Bool) async throws {
    let (files, faulty, store, path) = try await begun(isFolder)
    let theirs = isFolder ? #"{"id":2,"version":77}"# : #"[{"id":7,"version":77}]"#
    _ = before(
      renamesTo: path, of: faulty,
      [
        {
          files.put(path, theirs)
          files.crash(after: 1)
        }
      ])
    let batch: StoreBatch<Entry> = isFolder ? [.update(Entry(1, 1)), .update(Entry(2, 1))] : [.update(Entry(2, 1))]
    await #expect(throws: StoreError.self) { try await store.commit(batch) }
    files.crash(after: .max)
    let next = isFolder ? folderStore(files) : fileStore(files)
    if isFolder {
      let events = next.events(for: .all)
      #expect(try await next.fetch(.all).items.contains(Entry(2, 77)))
      let said = events.takeWaiting().compactMap { if case .failed(let error) = $0 { error } else { nil } }
      #expect(said.contains { $0.effect == .unclear([path]) }, "\(said)")
    } else {
      _ = try await next.fetch(.all)
      let error = await #expect(throws: StoreError.self) { try await next.commit([.insert(Entry(9))]) }
      #expect(error?.kind == .conflict && error?.effect == .nothing)
      let kept = try #require(error?.location)
      #expect(text(kept, files) == theirs)
      try await next.commit([.insert(Entry(9))])
      #expect(text(kept, files) == theirs)
    }
  }

  @Test("a rename that is done and reported as failed is done", arguments: [false, true])
  func doneAndReportedAsFailed(isFolder: Bool) async throws {
    for path in isFolder ? ["/d/2.json", "/d/.section-diff-journal"] : ["/a.json"] {
      let (files, faulty, store, _) = try await begun(isFolder)
      faulty.failOnceDone { $0 == .rename(to: path) ? EIO : nil }
      try await store.commit(isFolder ? [.update(Entry(2, 1)), .delete(1)] : [.update(Entry(2, 1)), .delete(1)])
      let expected = isFolder ? [Entry(2, 1), Entry(3)] : [Entry(2, 1)]
      #expect(try await (isFolder ? folderStore(files) : fileStore(files)).fetch(.all).items == expected)
      #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(files.paths)")
    }
  }

  @Test("a lock by name that is there and reported as failed is had, and given back")
  func lockReportedAsFailed() async throws {
    let files = MemoryFiles(["/a.json": Array(Self.two.utf8)])
    files.forgetFlock()
    let faulty = FaultyFiles(files)
    let store = fileStore(faulty)
    for code in [EIO, EEXIST] {
      faulty.failOnceDone { if case .link = $0 { code } else { nil } }
      try await store.commit([.insert(Entry(Int(code)))])
    }
    #expect(try await fileStore(files).fetch(.all).items.count == 4)
  }

  @Test("a file that the system forbids to remove stays and is named, and the folder can be read and written")
  func notPermitted() async throws {
    let files = folderFiles()
    let faulty = FaultyFiles(files)
    let store = folderStore(faulty)
    _ = try await store.fetch(.all)
    faulty.fail { call in
      guard files.bytes("/d/.section-diff-journal") != nil, case .rename(let path) = call else { return nil }
      return path.contains("section-diff-new") ? EPERM : nil
    }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, 1)), .delete(2)])
    }
    #expect(error?.effect == .unclear(["/d/2.json"]), "\(String(describing: error))")
    #expect(files.bytes("/d/.section-diff-journal") == nil)
    #expect(try await store.fetch(.all).items == [Entry(1, 1), Entry(2), Entry(3)])
    #expect(try await folderStore(files).fetch(.all).items == [Entry(1, 1), Entry(2), Entry(3)])
  }

  @Test("a record whose key is in two files is not written, moved or removed")
  func keyInTwoFiles() async throws {
    let files = folderFiles()
    files.put("/d/1 copy.json", #"{"id":1,"version":5}"#)
    let store = folderStore(files)
    #expect(try await store.fetch(.all).items.count == 3)
    for batch: StoreBatch<Entry> in [
      [.update(Entry(1, 1))], [.delete(1)], [.delete(1), .update(Entry(2, 1))], [.insert(Entry(1, 8))],
      [.move(1, to: .end(of: FolderSection("in")))],
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.commit(batch) }
      #expect(error?.kind == .malformed && error?.effect == .nothing, "\(String(describing: error))")
      #expect(files.bytes("/d/1.json") == Self.record(1) && files.bytes("/d/1 copy.json") == Self.record(1, 5))
    }
    try await store.commit([.update(Entry(2, 1))])
    try files.remove("/d/1 copy.json")
    _ = try await store.fetch(.all)
    try await store.commit([.update(Entry(1, 1))])
    #expect(try await folderStore(files).fetch(.all).items == [Entry(1, 1), Entry(2, 1), Entry(3)])
  }

  @Test("a folder that holds what is not the store's is not removed: refused before, named when it comes meanwhile")
  func foldersOfOthers() async throws {
    for comesLater in [false, true] {
      let files = folderFiles()
      let faulty = FaultyFiles(files)
      let store = folderStore(faulty)
      if !comesLater { files.put("/d/in/notes.txt", "theirs") }
      _ = try await store.fetch(.all)
      faulty.before { call in
        if call == .removeFolder("/d/in"), comesLater { files.put("/d/in/notes.txt", "theirs") }
      }
      let error = await #expect(throws: StoreError.self) {
        try await store.commit([.deleteSection(SectionID(FolderSection("in")))])
      }
      #expect(text("/d/in/notes.txt", files) == "theirs")
      #expect(
        error?.effect == (comesLater ? .unclear(["/d/in"]) : .nothing), "\(String(describing: error))")
      let shown = try await store.fetch(.all)
      #expect(shown.sections?.count == 2 && shown.items.count == (comesLater ? 2 : 3))
    }
  }

  @Test("a record that others move while the folders are listed is in one place")
  func movedWhileListed() async throws {
    let files = folderFiles()
    try files.makeFolder("/d/a")
    let faulty = FaultyFiles(files)
    let store = folderStore(faulty)
    let isDone = Locked(false)
    faulty.before { call in
      guard call == .names("/d/in"), !isDone.exchange(true) else { return }
      try? files.rename("/d/in/3.json", to: "/d/a/3.json")
    }
    #expect(try await store.fetch(.all).items.map(\.id).sorted() == [1, 2, 3])
    #expect(isDone.get())
  }

  @Test("a journal of an old version, whose file is in neither place: the old file stays, and that is said")
  func oldJournalWithoutItsFile() async throws {
    let files = folderFiles()
    let removal = #""_0":"1.json","_1":\#(try mark("/d/1.json", files))"#
    files.put(
      "/d/.section-diff-journal",
      #"{"steps":[{"place":{"_0":".section-diff-new-1-a","at":"in/1.json"}},{"remove":{\#(removal)}}]}"#)
    let store = folderStore(files)
    let events = store.events(for: .all)
    await store.watched()
    #expect(files.bytes("/d/1.json") == Self.record(1))
    let said = events.takeWaiting().compactMap { if case .failed(let error) = $0 { error } else { nil } }
    #expect(said.contains { $0.effect == .unclear(["/d/in/1.json", "/d/1.json"]) }, "\(said)")
  }

  // MARK: Files that are emptied, and written in parts

  private func linesStore(_ files: any FileSystem, _ clock: any Clock<Duration>) -> FileStore<Entry> {
    FileStore<Entry>(
      path: "/a.ndjson", coding: .codable(), options: FileOptions(), clock: clock, files: files,
      watcher: NoWatcher("test")
    ) { $0 == $1 }
  }

  @Test("a fetch ends when the file that was emptied is half a line, however long ago that was")
  func emptiedAndHalf() async throws {
    let clock = ManualClock()
    let files = MemoryFiles(["/a.ndjson": Self.record(1) + [0x0A]])
    let store = linesStore(files, clock)
    _ = try await store.fetch(.all)
    files.put("/a.ndjson", "", inPlace: true)
    await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(3))]) }
    clock.advance(by: .seconds(2))
    files.put("/a.ndjson", #"{"id":5,"ver"#, inPlace: true)
    #expect(try await store.fetch(.all).items == [Entry(1)])
  }

  @Test("a file that is emptied anew is awaited anew")
  func emptiedAnew() async throws {
    let clock = ManualClock()
    let files = MemoryFiles(["/a.ndjson": Self.record(1) + [0x0A]])
    let store = linesStore(files, clock)
    _ = try await store.fetch(.all)
    files.put("/a.ndjson", "", inPlace: true)
    await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(3))]) }
    files.put("/a.ndjson", "{\"id\":5,\"version\":0}\n", inPlace: true)
    clock.advance(by: .seconds(2))
    files.put("/a.ndjson", "", inPlace: true)
    let fetch = Task { try await store.fetch(.all) }
    try await clock.waitForSleepers()
    files.put("/a.ndjson", "{\"id\":6,\"version\":0}\n", inPlace: true)
    clock.advance(by: .seconds(1))
    #expect(try await fetch.value.items == [Entry(6)])
  }

  @Test("a write waits for a program that was at work a moment ago, though what it wrote was fetched")
  func fetchedWhileWritten() async throws {
    let clock = ManualClock()
    let files = MemoryFiles(["/a.ndjson": Self.record(1) + [0x0A]])
    let faulty = FaultyFiles(files)
    let store = linesStore(faulty, clock)
    _ = try await store.fetch(.all)
    files.put("/a.ndjson", "{\"id\":5,\"version\":0}\n", inPlace: true)
    let written = try files.status(of: "/a.ndjson", followingLinks: true).modified
    faulty.stopClock(at: written + .milliseconds(5))
    #expect(try await store.fetch(.all).items == [Entry(5)])
    let commit = Task { try await store.commit([.insert(Entry(3))]) }
    try await clock.waitForSleepers()
    files.put("/a.ndjson", "{\"id\":5,\"version\":0}\n{\"id\":6,\"version\":0}\n", inPlace: true)
    faulty.stopClock(at: written + .seconds(5))
    clock.advance(by: .milliseconds(30))
    _ = try await commit.value
    #expect(try await store.fetch(.all).items == [Entry(5), Entry(6), Entry(3)])
  }

  @Test(
    "what is written in one tick with the reading, to the same size, is not written over", arguments: [false, true])
  func inOneTick(isFolder: Bool) async throws {
    let files = isFolder ? folderFiles() : MemoryFiles(["/a.json": Array(Self.two.utf8)])
    let (path, theirs) =
      isFolder
      ? ("/d/1.json", #"{"id":1,"version":7}"#) : ("/a.json", Self.two.replacingOccurrences(of: "0}]", with: "7}]"))
    let faulty = FaultyFiles(files)
    faulty.stopClock(at: try files.status(of: path, followingLinks: true).modified + .milliseconds(100))
    let store = isFolder ? folderStore(faulty) : fileStore(faulty)
    _ = try await store.fetch(.all)
    let isDone = Locked(false)
    faulty.before { call in
      guard call == .rename(to: path), !isDone.exchange(true) else { return }
      files.put(path, theirs, inTick: true)
    }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit(isFolder ? [.update(Entry(1, 1))] : [.update(Entry(2, 1))])
    }
    #expect(error?.kind == .conflict && error?.effect == .nothing, "\(String(describing: error))")
    #expect(text(path, files) == theirs)
    #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(files.paths)")
  }

  // MARK: What a format cannot tell, and names

  private struct Named: Codable, Identifiable, Equatable, Sendable { var id: String }

  @Test("a key of any characters is a file in the folder that is read back with it, or is refused")
  func hostileKeys() async throws {
    let hostile = [
      "", ".", "..", "a/b", "../../x", "/", "a?b", "%2e%2e", ".hidden", "a b", "\u{0}", "\u{7F}", "CON", "e\u{301}",
      "a\\b", "\u{202E}", String(repeating: "x", count: 240), String(repeating: "x", count: 300), "😀",
    ]
    let store = FileStore<Named>(folder: folder.path)
    var kept: [Named] = []
    for key in hostile {
      do {
        try await store.commit([.insert(Named(id: key))])
        kept.append(Named(id: key))
      } catch {
        #expect(error.kind == .refused && error.effect == .nothing, "\(key.debugDescription): \(error)")
      }
      #expect(try folder.names.count == kept.count, "\(key.debugDescription)")
    }
    let read = try await FileStore<Named>(folder: folder.path).fetch(.all).items
    #expect(Set(read.map(\.id)) == Set(kept.map(\.id)) && kept.count >= hostile.count - 2, "\(kept)")
    #expect(FileManager.default.fileExists(atPath: folder.path))
  }

  private struct Row: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var note: String?
  }

  @Test("what a format reads back otherwise is shown as it is read")
  func inexact() async throws {
    try folder.overwrite("a.csv", "id,note\n1,a\n2,b\n")
    let store = FileStore<Row>(path: folder("a.csv"))
    _ = try await store.fetch(.all)
    try await store.commit([.update(Row(id: 1, note: ""))])
    let shown = try await store.fetch(.all).items
    #expect(shown == (try await FileStore<Row>(path: folder("a.csv")).fetch(.all).items))
  }

  @Test(
    "identities of files that are no plain paths are refused", arguments: ["/a.txt", "a//b.txt", "a/", "", "./a.txt"])
  func pathsOfFiles(id: String) async throws {
    let store = FileStore<FolderFile>(folder: folder.path, coding: .files()) { $0 == $1 }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.insert(FolderFile(id: id, bytes: [65]))])
    }
    #expect(error?.kind == .refused && error?.effect == .nothing, "\(String(describing: error))")
    #expect(try folder.names.isEmpty)
  }

  @Test("a name that begins with a dot is hidden, whatever follows it")
  func hiddenNames() async throws {
    try folder.overwrite(".\u{301}x.json", #"{"id":1,"version":0}"#)
    try folder.overwrite("2.json", #"{"id":2,"version":0}"#)
    let store = FileStore<Entry>(folder: folder.path)
    #expect(try await store.fetch(.all).items == [Entry(2)])
    try await store.commit([.update(Entry(2, 1))])
  }
}
