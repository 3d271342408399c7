import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

struct Note: Codable, Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}

struct Group: Identifiable, Equatable, Sendable {
  let id: String
  var members: String
}

// sample: file-changes
final class NoteStore: DataStore {
  typealias Item = Note

  private let path: String
  private let notes = ObservedRecords<Note>()

  init(path: String) {
    self.path = path
    notes.whileObserved(self) { await $0.watch() }
  }

  func events(for request: RecordRequest<Note>) -> StoreEvents<Note> { notes.events(for: request) }

  private func watch() async {
    for await _ in FileChanges(of: [path]) {
      try? await notes.reload {
        .items(try JSONDecoder().decode([Note].self, from: try Data(contentsOf: URL(filePath: path))))
      }
    }
  }
}
// end sample

/// What the guide shows of stores of files, compiled and run.
@Suite("Samples of the guide to files")
struct FileStoreSamples {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("stores of one file")
  func files() async throws {
    let (notesPath, peoplePath) = (folder("notes.json"), folder("people.csv"))
    try folder.overwrite("notes.json", #"[{"id":1,"text":"bread"}]"#)
    try folder.overwrite("people.csv", "id,name\n7,Ada\n")
    // sample: file-stores
    let notes = FileStore<Note>(path: notesPath)
    let people = FileStore(path: peoplePath, id: ["id"])
    // end sample
    #expect(try await notes.fetch(.all).items == [Note(id: 1, text: "bread")])
    #expect(try await people.fetch(.all).items.map(\.json) == [#"{"id":"7","name":"Ada"}"#])
  }

  @Test("a store of a folder")
  func folders() async throws {
    let folderPath = folder("notes")
    // sample: folder-store
    let notes = FileStore<Note>(folder: folderPath, options: FileOptions(absence: .isEmpty))
    try await notes.commit([.insert(Note(id: 1, text: "bread"), at: .end(of: FolderSection("shopping")))])
    // end sample
    #expect(try folder.text("notes/shopping/1.json").contains("bread"))
  }

  @Test("records of a form of one's own")
  func codings() async throws {
    let path = folder("group")
    try folder.overwrite("group", "audio:x:29:ada,grace\nusers:x:100:\n")
    // sample: record-coding
    let groups = FileStore<Group>(
      path: path, format: .lines,
      coding: .readOnly { document in
        let groups = document.source.string(in: 0..<document.source.count).split(separator: "\n").map {
          $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        return .items(groups.compactMap { $0.count == 4 ? Group(id: String($0[0]), members: String($0[3])) : nil })
      }, haveEqualContent: ==)
    // end sample
    let expected = [Group(id: "audio", members: "ada,grace"), Group(id: "users", members: "")]
    #expect(try await groups.fetch(.all).items == expected)
    await #expect(throws: StoreError.self) { try await groups.commit([.delete("audio")]) }
  }

  @Test("a store of one's own over a file")
  func changes() async throws {
    try folder.overwrite("notes.json", #"[{"id":1,"text":"milk"}]"#)
    let observer = Observer(of: NoteStore(path: folder("notes.json")).events(for: .all))
    await observer.received { $0.contents.items.map(\.text) == ["milk"] }
    try folder.replace("notes.json", #"[{"id":1,"text":"bread"}]"#)
    await observer.received { $0.contents.items.map(\.text) == ["bread"] }
  }
}
