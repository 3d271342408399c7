import ConformanceKit
import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Folder stores")
struct FileStoreFolderTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
  }

  private func section(_ path: String, _ items: [Entry] = []) -> StoreSection<Entry> {
    StoreSection(FolderSection(path), items: items)
  }

  @Test(
    "a record's file has its id for a name, with what a file system may refuse as in URLs",
    arguments: [
      ("", ""), ("a-b_C.9", "a-b_C.9"), (".", "%2E"), ("..", "%2E."), ("a.b.", "a.b."), ("a/b", "a%2Fb"),
      ("/../x", "%2F..%2Fx"), ("%2E", "%252E"), ("a b", "a%20b"), ("a\u{0}\t\u{7F}~", "a%00%09%7F%7E"), ("é", "%C3%A9"),
      (".\u{301}", "%2E%CC%81"), ("日", "%E6%97%A5"),
    ])
  func names(id: String, name: String) { #expect(FolderJSON.name(of: id) == name) }

  @Test("folders are sections and files are records, in the order of their names; hidden ones are not looked at")
  func reading() async throws {
    for name in ["b", "a/in", ".hidden"] { try make(name) }
    for (name, id) in [("b/2.json", 2), ("10.json", 10), ("9.json", 9), ("a/in/x.json", 7), (".h.json", 1)] {
      try folder.overwrite(name, #"{"id":\#(id),"version":0}"#)
    }
    try folder.overwrite("readme.txt", "not a record")
    let store = FileStore<Entry>(folder: folder.path)
    #expect(
      try await store.fetch(.all)
        == .sections([
          section("", [Entry(10), Entry(9)]), section("a"), section("a/in", [Entry(7)]), section("b", [Entry(2)]),
        ]))
  }

  @Test("records are written to the folder of their section, and keep the name of their file")
  func writing() async throws {
    try make("b")
    try folder.overwrite("b/old name.json", #"{"id":2,"version":0}"#)
    let store = FileStore<Entry>(folder: folder.path)
    try await store.commit([
      .insert(Entry(1)), .insert(Entry(3), at: .end(of: FolderSection("c/d"))), .update(Entry(2, 1)),
    ])
    #expect(try await store.fetch(.all).items == [Entry(1), Entry(2, 1), Entry(3)])
    #expect(try folder.names == ["1.json", "b", "c"])
    #expect(try folder.text("b/old name.json").contains("\"version\":1"))
    try await store.commit([.move(2, to: .end(of: FolderSection("c")))])
    #expect(try folder.text("c/old name.json").contains("\"id\":2"))
    try await store.commit([
      .deleteSection(SectionID(FolderSection("c/d"))), .deleteSection(SectionID(FolderSection("b"))),
    ])
    #expect(try await store.fetch(.all) == .sections([section("", [Entry(1)]), section("c", [Entry(2, 1)])]))
    #expect(try folder.names == ["1.json", "c"])
  }

  @Test("a folder that is not there is made by the first write, where it stands for no records")
  func missing() async throws {
    let store = FileStore<Entry>(folder: folder("new"), options: .creating)
    #expect(try await store.fetch(.all) == .sections([section("")]))
    try await store.commit([.insert(Entry(1))])
    #expect(try await store.fetch(.all).items == [Entry(1)])
    let other = FileStore<Entry>(folder: folder("other"))
    await #expect(throws: StoreError.self) { try await other.commit([.insert(Entry(1))]) }
    #expect(try folder.names == ["new"])
  }

  @Test(
    "what a folder cannot do is refused",
    arguments: [
      StoreChange<Entry>.moveSection(SectionID(FolderSection("a")), to: .start),
      .updateSection(SectionID(FolderSection("a")), header: SectionHeader("x")),
      .insertSection(SectionID("text")), .insertSection(SectionID(FolderSection("../up"))),
      .insertSection(SectionID(FolderSection("b")), header: SectionHeader("x")),
      .insertSection(SectionID(FolderSection(".hidden"))), .deleteSection(SectionID(FolderSection.root)),
      .insert(Entry(1), at: .end(of: FolderSection("a/../../b"))),
    ])
  func refused(change: StoreChange<Entry>) async throws {
    try make("a")
    let store = FileStore<Entry>(folder: folder.path)
    let error = await #expect(throws: StoreError.self) { try await store.commit([change]) }
    #expect(error?.kind == .refused)
    #expect(try folder.names == ["a"])
  }

  @Test("a damaged file keeps its last record, and the others go on")
  func damaged() async throws {
    try folder.overwrite("1.json", #"{"id":1,"version":0}"#)
    try folder.overwrite("2.json", #"{"id":2,"version":0}"#)
    let store = FileStore<Entry>(
      folder: folder.path, coding: .json(), clock: ManualClock(), files: SystemFiles(), watcher: HandWatcher()
    ) { $0 == $1 }
    let events = store.events(for: .all)
    await store.watched()
    #expect(events.takeWaiting() == [.replace(.sections([section("", [Entry(1), Entry(2)])]))])
    try folder.overwrite("1.json", "{\"id\":1,\n\"version\":}")
    try folder.overwrite("2.json", #"{"id":2,"version":5}"#)
    await store.sync()
    let received = events.takeWaiting()
    #expect(received.first == .changes([.update(Entry(2, 5))]))
    guard case .failed(let error)? = received.last else { Issue.record("no failure: \(received)"); return }
    #expect(error.location == folder("1.json") + ":2:11", "\(error)")
    #expect(store.lastError == error)
    // What is still wrong is said again after each change, and not without one.
    await store.sync()
    #expect(events.takeWaiting() == [])
    try folder.overwrite("2.json", #"{"id":2,"version":6}"#)
    await store.sync()
    #expect(events.takeWaiting() == [.changes([.update(Entry(2, 6))]), .failed(error)])
    // An observer that comes later receives what there is, and then what is wrong with it.
    let later = store.events(for: .all)
    await store.watched()
    #expect(later.takeWaiting() == [.replace(.sections([section("", [Entry(1), Entry(2, 6)])])), .failed(error)])
    try folder.overwrite("2.json", #"{"id":2,"version":5}"#)
    try folder.overwrite("1.json", #"{"id":1,"version":1}"#)
    await store.sync()
    #expect(store.lastError == nil)
    #expect(try await store.fetch(.all).items == [Entry(1, 1), Entry(2, 5)])
  }

  @Test("of two files with one key the first counts, and the second is named")
  func twoFilesOneKey() async throws {
    try make("b")
    try folder.overwrite("a.json", #"{"id":1,"version":1}"#)
    try folder.overwrite("b/c.json", #"{"id":1,"version":2}"#)
    let store = FileStore<Entry>(folder: folder.path)
    #expect(try await store.fetch(.all) == .sections([section("", [Entry(1, 1)]), section("b")]))
    #expect(store.lastError?.kind == .malformed && store.lastError?.location == folder("b/c.json"))
    #expect(store.lastError?.message.contains("first in a.json") == true)
    try folder.overwrite("b/c.json", #"{"id":2,"version":2}"#)
    #expect(try await store.fetch(.all) == .sections([section("", [Entry(1, 1)]), section("b", [Entry(2, 2)])]))
    #expect(store.lastError == nil)
  }

  @Test("others make, change and remove files and folders")
  func watching() async throws {
    let store = FileStore<Entry>(folder: folder.path, options: .brief)
    let observer = Observer(of: store.events(for: .all))
    await observer.received { !$0.events.isEmpty }
    try folder.replace("1.json", #"{"id":1,"version":0}"#)
    await observer.received { $0.contents.items == [Entry(1)] }
    try make("new/deep")
    try folder.replace("new/deep/2.json", #"{"id":2,"version":0}"#)
    await observer.received { $0.contents.items == [Entry(1), Entry(2)] }
    for version in 1...20 {
      try folder.replace("new/deep/2.json", #"{"id":2,"version":\#(version)}"#)
      await observer.received { $0.contents.items == [Entry(1), Entry(2, version)] }
    }
    try FileManager.default.removeItem(atPath: folder("new"))
    let answer = await observer.received { $0.contents == .sections([section("", [Entry(1)])]) }
    #expect(answer.violations.isEmpty, "\(answer.violations)")
  }

  @Test("files as they are")
  func raw() async throws {
    try make("a")
    try folder.overwrite("a/x.txt", "one")
    let store = FileStore(folder: folder.path, endingIn: ".txt")
    #expect(try await store.fetch(.all).items == [FolderFile(id: "a/x.txt", bytes: Array("one".utf8))])
    try await store.commit([
      .update(FolderFile(id: "a/x.txt", bytes: [0xFF, 0])), .insert(FolderFile(id: "b/y.txt", bytes: [])),
    ])
    #expect(try await store.fetch(.all).items.map(\.id) == ["a/x.txt", "b/y.txt"])
    for id in ["../up.txt", "a/.hidden.txt", "a/x.doc"] {
      await #expect(throws: StoreError.self, "\(id)") {
        try await store.commit([.insert(FolderFile(id: id, bytes: []))])
      }
    }
  }

  @Test("files read by a function: what it throws is said with the file; nothing is written")
  func readOnly() async throws {
    try make("a")
    try folder.overwrite("a/x.json", "{\n \"n\": 7\n}\n")
    let coding = FolderCoding<Entry>.readOnly { document, section, name in
      #expect(section.path == "a" && name == "x.json")
      let record = try #require(document.value(0, at: document.locator(for: "n")))
      return Entry(try #require(Int(document.source.string(of: record))))
    }
    let store = FileStore(folder: folder.path, coding: coding) { $0 == $1 }
    #expect(try await store.fetch(.all).items == [Entry(7)])
    let refused = await #expect(throws: StoreError.self) { try await store.commit([.delete(7)]) }
    #expect(refused?.kind == .refused)
    try folder.overwrite("a/x.json", "[1]")
    let observer = store.events(for: .all)
    await store.watched()
    guard case .failed(let error)? = observer.takeWaiting().last else {
      Issue.record("no failure")
      return
    }
    #expect(error.kind == .malformed && error.location?.hasPrefix(folder("a/x.json")) == true, "\(error)")
  }
}
