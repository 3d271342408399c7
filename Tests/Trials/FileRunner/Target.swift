import FileAdapter
import StoreBuilding
import StoreInterface

/// A record of the trials.
struct Entry: Codable, Identifiable, Equatable, Sendable {
  let id: Int
  var version: Int
  var text = ""
}

/// What is written to in a trial: a file, or a folder of files, with so many records that all have one version.
@available(LiveSystems, *)
struct Target: Sendable {
  let folder: String
  let isFolder: Bool

  static let recordCount = 20

  private var options: FileOptions { FileOptions(absence: .isEmpty) }

  /// The records now.
  func items() async throws -> [Entry] {
    isFolder ? try await files.fetch(.all).items : try await file.fetch(.all).items
  }

  private var file: FileStore<Entry> { FileStore<Entry>(path: folder + "/records.json", options: options) }
  private var files: FileStore<Entry> { FileStore<Entry>(folder: folder + "/records", options: options) }

  private func batch(_ version: Int) -> StoreBatch<Entry> {
    var batch = StoreBatch<Entry>()
    for id in 0..<Self.recordCount {
      batch.update(Entry(id: id, version: version, text: String(repeating: "x", count: version % 50)))
    }
    return batch
  }

  /// Gives all records a version.
  func write(version: Int) async throws {
    if isFolder { try await files.commit(batch(version)) } else { try await file.commit(batch(version)) }
  }

  /// Gives all records one version after another, and says each when it is written.
  func write(from first: Int, said: (Int) -> Void) async throws {
    let (file, files) = (file, files)
    var version = first
    while true {
      if isFolder { try await files.commit(batch(version)) } else { try await file.commit(batch(version)) }
      said(version)
      version += 1
    }
  }
}
