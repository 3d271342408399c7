import FileAdapter
import StoreInterface

/// A record of the trials.
struct Entry: Codable, Identifiable, Equatable, Sendable {
  let id: Int
  var version: Int
  var text = ""
}

/// What is written to in a trial: a file, or a folder of files, with so many records that all have one version.
struct Target: Sendable {
  let folder: String
  let isFolder: Bool

  static let recordCount = 20

  private var options: FileOptions { FileOptions(absence: .isEmpty) }

  /// The records now.
  func items() async throws -> [Entry] {
    if isFolder { return try await FolderStore<Entry>(path: folder + "/records", options: options).fetch(.all).items }
    return try await FileStore<Entry>(path: folder + "/records.json", options: options).fetch(.all).items
  }

  /// Gives all records one version after another, and says each when it is written.
  func write(from first: Int, said: (Int) -> Void) async throws {
    let file = FileStore<Entry>(path: folder + "/records.json", options: options)
    let files = FolderStore<Entry>(path: folder + "/records", options: options)
    var version = first
    while true {
      var batch = Batch<Entry>()
      for id in 0..<Self.recordCount {
        batch.update(Entry(id: id, version: version, text: String(repeating: "x", count: version % 50)))
      }
      if isFolder { try await files.commit(batch) } else { try await file.commit(batch) }
      said(version)
      version += 1
    }
  }
}
