import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// A file on the real file system, watched by the real inotify where there is one.
@Suite("A file store hears what others do to its file")
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
    await observer.heard { $0.contents.items == [Entry(1)] }
    for version in 1...100 {
      try folder.replace("a.ndjson", line(1, version))
      await observer.heard { $0.contents.items == [Entry(1, version)] }
    }
    #expect(observer.answer.violations.isEmpty)
  }
}
