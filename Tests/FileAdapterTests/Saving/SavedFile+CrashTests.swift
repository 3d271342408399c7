import FileAdapter
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

  @Test("a batch on several files of a folder is there as a whole or not at all")
  func folder() async throws {
    func text(_ id: Int, _ version: Int) -> [UInt8] { Array(#"{"id":\#(id),"version":\#(version)}"#.utf8) }
    let start = ["/d/1.json": text(1, 0), "/d/2.json": text(2, 0), "/d/in/3.json": text(3, 0)]
    func files() -> MemoryFiles { MemoryFiles(start, folders: ["/d", "/d/in"], chunk: 64) }
    func store(_ files: MemoryFiles) -> FolderStore<Entry> {
      FolderStore<Entry>(path: "/d", coding: .json(), files: files, watcher: NoWatcher("test")) { $0 == $1 }
    }
    let batch: Batch<Entry> = [
      .update(Entry(1, 1)), .delete(2), .insert(Entry(4), at: .end(of: FolderSection("new"))),
      .deleteSection(SectionID(FolderSection("in"))),
    ]
    let rehearsal = files()
    try await store(rehearsal).commit(batch)
    let after = try await store(rehearsal).fetch(.all)
    let before = try await store(files()).fetch(.all)
    #expect(after.items == [Entry(1, 1), Entry(4)])
    #expect(rehearsal.paths == ["/", "/d", "/d/1.json", "/d/new", "/d/new/4.json"])
    var (oldOnes, newOnes) = (0, 0)
    for point in 0...rehearsal.calls {
      let files = files()
      files.crash(after: point)
      _ = try? await store(files).commit(batch)
      for image in files.images {
        let contents = try await store(image).fetch(.all)
        #expect(contents == before || contents == after, "after \(point) of \(rehearsal.calls) calls: \(contents)")
        if contents == before { oldOnes += 1 } else { newOnes += 1 }
      }
    }
    #expect(oldOnes > 0 && newOnes > 0)
    print("crash points of a folder: \(rehearsal.calls + 1), disks: \(oldOnes + newOnes), new: \(newOnes)")
  }
}
