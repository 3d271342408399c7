import FileAdapter
import Foundation
import StoreInterface
import Testing

/// A crash after every call that a save makes, and every state that the disk may be in then.
@Suite("A crash at any point of a save")
struct SavedFileCrashTests {
  private let old = Array(#"[{"id":1,"version":0},{"id":2,"version":0}]"#.utf8)
  private let new = Array(#"[{"id":1,"version":1},{"id":2,"version":0},{"id":3,"version":0}]"#.utf8)

  private func store(_ files: MemoryFiles) -> FileStore<Entry> {
    FileStore<Entry>(path: "/a.json", coding: .codable(), options: .creating, files: files, watcher: NoWatcher("test"))
    {
      $0 == $1
    }
  }

  @Test("leaves the old file or the new one, whole")
  func protocolAlone() throws {
    let rehearsal = MemoryFiles(["/a.json": old], chunk: 16)
    let status = try rehearsal.status(of: "/a.json", followingLinks: false)
    _ = try SavedFile("/a.json", in: rehearsal).replace(with: new, expecting: status)
    let calls = rehearsal.calls
    #expect(calls > 8)
    var (images, oldOnes, newOnes) = (0, 0, 0)
    for point in 0...calls {
      let files = MemoryFiles(["/a.json": old], chunk: 16)
      let status = try files.status(of: "/a.json", followingLinks: false)
      files.crash(after: point)
      _ = try? SavedFile("/a.json", in: files).replace(with: new, expecting: status)
      for image in files.images {
        let bytes = image.bytes("/a.json")
        #expect(bytes == old || bytes == new, "after \(point) of \(calls) calls")
        images += 1
        if bytes == old { oldOnes += 1 }
        if bytes == new { newOnes += 1 }
        // Once the save has returned, the new file is there for good.
        if point == calls { #expect(bytes == new) }
      }
    }
    #expect(oldOnes > 0 && newOnes > 0)
    print("crash points: \(calls + 1), disks: \(images), old: \(oldOnes), new: \(newOnes)")
  }

  @Test("the checker finds a save that forgets to synchronise")
  func checkerChecked() throws {
    // Written and renamed without a word to the disk: the file may be empty afterwards.
    let files = MemoryFiles(["/a.json": old], chunk: 16)
    let file = try files.open("/b", for: .creating)
    try files.writeAll(new, to: file)
    files.close(file)
    try files.rename("/b", to: "/a.json")
    #expect(files.images.contains { $0.bytes("/a.json") == [] })
  }

  @Test("a whole commit: the store reads one or the other, and goes on writing; nothing is left lying about")
  func commit() async throws {
    let rehearsal = MemoryFiles(["/a.json": old], chunk: 16)
    try await store(rehearsal).commit([.update(Entry(1, 1)), .insert(Entry(3))])
    let written = try #require(rehearsal.bytes("/a.json"))
    #expect(rehearsal.paths == ["/", "/a.json"])
    for point in 0...rehearsal.calls {
      let files = MemoryFiles(["/a.json": old], chunk: 16)
      files.crash(after: point)
      _ = try? await store(files).commit([.update(Entry(1, 1)), .insert(Entry(3))])
      for image in files.images {
        let bytes = image.bytes("/a.json")
        #expect(bytes == old || bytes == written)
        let after = store(image)
        try await after.commit([.insert(Entry(9))])
        let items = try await after.fetch(.all).items
        #expect(
          items == [Entry(1), Entry(2), Entry(9)] || items == [Entry(1, 1), Entry(2), Entry(3), Entry(9)])
        #expect(image.paths == ["/", "/a.json"])
      }
    }
  }

  // MARK: Folders

  private func text(_ id: Int, _ version: Int) -> [UInt8] { Array(#"{"id":\#(id),"version":\#(version)}"#.utf8) }

  private func folderFiles() -> MemoryFiles {
    MemoryFiles(
      ["/d/1.json": text(1, 0), "/d/2.json": text(2, 0), "/d/in/3.json": text(3, 0)], folders: ["/d", "/d/in"],
      chunk: 64)
  }

  private func folderStore(_ files: any FileSystem) -> FileStore<Entry> {
    FileStore<Entry>(
      folder: "/d", coding: .json(), options: .creating, files: files, watcher: NoWatcher("test")
    ) { $0 == $1 }
  }

  private let batch: StoreBatch<Entry> = [
    .update(Entry(1, 1)), .delete(2), .insert(Entry(4), at: .end(of: FolderSection("new"))),
    .deleteSection(SectionID(FolderSection("in"))),
  ]

  @Test("a batch on several files of a folder is there as a whole or not at all, and nothing is left lying about")
  func folder() async throws {
    let rehearsal = folderFiles()
    try await folderStore(rehearsal).commit(batch)
    let after = try await folderStore(rehearsal).fetch(.all)
    let before = try await folderStore(folderFiles()).fetch(.all)
    #expect(after.items == [Entry(1, 1), Entry(4)])
    #expect(rehearsal.paths == ["/", "/d", "/d/1.json", "/d/new", "/d/new/4.json"])
    var (oldOnes, newOnes) = (0, 0)
    for point in 0...rehearsal.calls {
      let files = folderFiles()
      files.crash(after: point)
      _ = try? await folderStore(files).commit(batch)
      for image in files.images {
        let contents = try await folderStore(image).fetch(.all)
        #expect(contents == before || contents == after, "after \(point) of \(rehearsal.calls) calls: \(contents)")
        if contents == before { oldOnes += 1 } else { newOnes += 1 }
        if point == rehearsal.calls { #expect(contents == after) }
        // The next writer takes away whatever was left.
        try await folderStore(image).commit([.insert(Entry(9))])
        #expect(image.paths.allSatisfy { !$0.contains("/.") }, "after \(point): \(image.paths)")
      }
    }
    #expect(oldOnes > 0 && newOnes > 0)
    print("crash points of a folder: \(rehearsal.calls + 1), disks: \(oldOnes + newOnes), new: \(newOnes)")
  }

  @Test("a folder that the first write makes survives a loss of power with it")
  func firstFolder() async throws {
    for batch: StoreBatch<Entry> in [[.insert(Entry(1))], [.insert(Entry(1)), .insert(Entry(2))]] {
      let files = MemoryFiles([:])
      try await folderStore(files).commit(batch)
      let items = try await folderStore(files).fetch(.all).items
      for image in files.images { #expect(try await folderStore(image).fetch(.all).items == items) }
    }
  }

  @Test("a batch whose first step is refused is not done after a loss of power, either")
  func refusedFirstStep() async throws {
    let before = try await folderStore(folderFiles()).fetch(.all)
    let files = folderFiles()
    let faulty = FaultyFiles(files)
    faulty.failOnce { call in
      if case .rename(let path) = call, path == "/d/1.json" { EACCES } else { nil }
    }
    let store = folderStore(faulty)
    await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, 1)), .update(Entry(2, 1))]) }
    #expect(try await store.fetch(.all) == before)
    let images = Array(files.images)
    #expect(!images.isEmpty)
    for image in images { #expect(try await folderStore(image).fetch(.all) == before, "\(image.paths)") }
  }

  @Test("what others have edited after a crash is left to them; the rest of the batch is done")
  func editedAfterCrash() async throws {
    let rehearsal = folderFiles()
    try await folderStore(rehearsal).commit(batch)
    var edited = 0
    for point in 0...rehearsal.calls {
      let files = folderFiles()
      files.crash(after: point)
      _ = try? await folderStore(files).commit(batch)
      for image in files.images where image.bytes("/d/.section-diff-journal") != nil {
        let wasNew = image.bytes("/d/1.json") != text(1, 0)
        _ = try SavedFile("/d/1.json", in: image).replace(
          with: text(1, 7), expecting: try image.status(of: "/d/1.json", followingLinks: false))
        let items = try await folderStore(image).fetch(.all).items
        #expect(items == [Entry(1, 7), Entry(4)], "after \(point)")
        #expect(image.paths.allSatisfy { !$0.contains("/.") }, "after \(point): \(image.paths)")
        if !wasNew { edited += 1 }
      }
    }
    #expect(edited > 0)
  }

  @Test("any call of a batch fails: it is as it was, or, when it says so, done; the folder goes on")
  func everyFolderCall() async throws {
    let before = try await folderStore(folderFiles()).fetch(.all)
    let rehearsal = folderFiles()
    try await folderStore(rehearsal).commit(batch)
    let after = try await folderStore(rehearsal).fetch(.all)
    var (refused, settledLater) = (0, 0)
    for code in [ENOSPC, EIO, EACCES] {
      for number in 0... {
        let memory = folderFiles()
        let files = FaultyFiles(memory)
        let left = Locked(number)
        files.fail { call in
          switch call {
          case .open(_, .creating), .open(_, .creatingForAll), .write, .synchronize, .rename, .link, .makeFolder: break
          case .remove(let path) where !path.hasSuffix(".lock") && !path.contains("section-diff-new"): break
          default: return nil
          }
          return left.withLock { left in
            left -= 1
            return left == -1 ? code : nil
          }
        }
        let store = folderStore(files)
        let error: StoreError?
        do throws(StoreError) {
          try await store.commit(batch)
          error = nil
        } catch let failure {
          error = failure
        }
        if left.withLock({ $0 >= 0 }) { break }
        files.heal()
        let contents = try await folderStore(memory).fetch(.all)
        if let error, !error.message.hasPrefix("written") {
          refused += 1
          #expect(contents == before, "\(number): \(error)")
        } else {
          settledLater += 1
          #expect(contents == after, "\(number): \(String(describing: error))")
        }
        #expect(try await store.fetch(.all) == contents, "\(number)")
        try await store.commit([.insert(Entry(9))])
        #expect(memory.paths.allSatisfy { !$0.contains("/.") }, "\(number): \(memory.paths)")
      }
    }
    #expect(refused > 10 && settledLater > 0)
  }
}
