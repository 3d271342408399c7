import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Journals that somebody else has left")
struct FolderJournalTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
    try folder.overwrite("in/1.json", #"{"id":1,"version":0}"#)
    try folder.overwrite("outside.json", "mine")
    try FileManager.default.createSymbolicLink(atPath: folder("in/link"), withDestinationPath: "..")
  }

  private static let name = "in/.section-diff-journal"

  private func write(_ steps: String) throws { try folder.overwrite(Self.name, #"{"steps":[\#(steps)]}"#) }

  private func mark(of name: String) throws -> String {
    let status = try SystemFiles().status(of: folder(name), followingLinks: false)
    func parts(_ time: Duration) -> String {
      "[\(time.components.seconds),\(time.components.attoseconds / 1_000_000_000)]"
    }
    return #"{"inode":\#(status.inode),"size":\#(status.size),"modified":\#(parts(status.modified)),"#
      + #""changed":\#(parts(status.changed))}"#
  }

  @Test("a good one is done by the next reader")
  func good() async throws {
    try folder.overwrite("in/.section-diff-new-1-a", #"{"id":2,"version":2}"#)
    try folder.overwrite("in/.section-diff-new-1-b", #"{"id":3,"version":3}"#)
    try write(
      #"{"makeFolder":{"_0":"new"}},{"place":{"_0":".section-diff-new-1-a","at":"new/2.json"}},"#
        + #"{"place":{"_0":".section-diff-new-1-b","at":"1.json","over":\#(try mark(of: "in/1.json"))}}"#)
    let store = FileStore<Entry>(folder: folder("in"))
    #expect(try await store.fetch(.all).items == [Entry(3, 3), Entry(2, 2)])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("in")).sorted() == ["1.json", "link", "new"])
  }

  @Test("a folder that is to go stays where others have put a file into it, and what follows is done")
  func folderThatIsNotEmpty() async throws {
    for name in ["in/kept", "in/gone"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    try folder.overwrite("in/kept/5.json", #"{"id":5,"version":0}"#)
    try write(
      #"{"removeFolder":{"_0":"kept"}},{"removeFolder":{"_0":"gone"}},{"removeFolder":{"_0":"was never"}},"#
        + #"{"makeFolder":{"_0":"new"}}"#)
    let store = FileStore<Entry>(folder: folder("in"))
    #expect(try await store.fetch(.all).items.map(\.id).sorted() == [1, 5])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("in")).sorted() == ["1.json", "kept", "link", "new"])
  }

  @Test(
    "one that leads elsewhere than to visible files below is refused, and nothing of it is done",
    arguments: [
      #"{"makeFolder":{"_0":"../up"}}"#, #"{"makeFolder":{"_0":"/tmp/section-diff-up"}}"#, #"{"makeFolder":{"_0":""}}"#,
      #"{"makeFolder":{"_0":"a//b"}}"#, #"{"makeFolder":{"_0":"a/./b"}}"#, #"{"makeFolder":{"_0":".ssh"}}"#,
      #"{"makeFolder":{"_0":"a\u0000b"}}"#, #"{"makeFolder":{"_0":"link/up"}}"#,
      #"{"place":{"_0":".section-diff-new-1","at":"../outside.json","over":MARK}}"#,
      #"{"place":{"_0":".section-diff-new-1","at":"link/outside.json","over":MARK}}"#,
      #"{"place":{"_0":".section-diff-new-1","at":".section-diff-new-1"}}"#,
      #"{"place":{"_0":".section-diff-new-1","at":".bashrc"}}"#, #"{"place":{"_0":"1.json","at":"2.json"}}"#,
      #"{"place":{"_0":"../.section-diff-new-1","at":"2.json"}}"#,
      #"{"place":{"_0":".section-diff-new-1/../../outside.json","at":"2.json"}}"#,
      #"{"remove":{"_0":"../outside.json","_1":MARK}}"#, #"{"remove":{"_0":"link/outside.json","_1":MARK}}"#,
      #"{"removeFolder":{"_0":".."}}"#, #"{"write":{"_0":"../outside.json","_1":"AAAA"}}"#, "nothing that is JSON",
    ])
  func foreign(step: String) async throws {
    try folder.overwrite("in/.section-diff-new-1", "theirs")
    let steps =
      #"{"makeFolder":{"_0":"first"}},"# + step.replacingOccurrences(of: "MARK", with: try mark(of: "outside.json"))
    try write(steps)
    let journal = try folder.text(Self.name)
    let store = FileStore<Entry>(folder: folder("in"))
    let error = await #expect(throws: StoreError.self) { try await store.fetch(.all) }
    #expect(error?.kind == .refused)
    await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(9))]) }
    #expect(try folder.text("outside.json") == "mine")
    #expect(try folder.text("in/1.json") == #"{"id":1,"version":0}"#)
    #expect(try folder.text(Self.name) == journal)
    #expect(try folder.names == ["in", "outside.json"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("in")).sorted()
        == [".section-diff-journal", ".section-diff-new-1", "1.json", "link"])
  }

  @Test("one of a later version is named and left alone")
  func later() async throws {
    let journal = #"{"format":"section-diff-journal/2","steps":[{"makeFolder":{"_0":"new","mode":448}}]}"#
    try folder.overwrite(Self.name, journal)
    let store = FileStore<Entry>(folder: folder("in"))
    let error = await #expect(throws: StoreError.self) { try await store.fetch(.all) }
    #expect(error?.kind == .refused)
    #expect(error?.message.contains("section-diff-journal/2") == true)
    await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(9))]) }
    #expect(try folder.text(Self.name) == journal)
    // The form of this version.
    try folder.overwrite(Self.name, journal.replacingOccurrences(of: "/2", with: "/1"))
    #expect(try await store.fetch(.all).items == [Entry(1)])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("in")).sorted() == ["1.json", "link", "new"])
  }

  @Test("one that is a link is not followed")
  func link() async throws {
    try folder.overwrite("journal", #"{"steps":[]}"#)
    try FileManager.default.createSymbolicLink(atPath: folder(Self.name), withDestinationPath: "../journal")
    await #expect(throws: StoreError.self) { try await FileStore<Entry>(folder: folder("in")).fetch(.all) }
    #expect(try folder.text("journal") == #"{"steps":[]}"#)
  }

  @Test("a store that only reads does none of it, and says so")
  func readOnly() async throws {
    try write(#"{"makeFolder":{"_0":"new"}}"#)
    let store = FileStore(folder: folder("in"), coding: FolderCoding<Entry>.readOnly { _, _, _ in Entry(1) }) {
      $0 == $1
    }
    let error = await #expect(throws: StoreError.self) { try await store.fetch(.all) }
    #expect(error?.kind == .unavailable)
    #expect(error?.message.contains("only reads") == true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("in")).sorted()
        == [".section-diff-journal", "1.json", "link"])
    try folder.remove(Self.name)
    #expect(try await store.fetch(.all).items == [Entry(1)])
  }
}
