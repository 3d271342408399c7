import FileAdapter
import Foundation
import StoreBuilding
import StoreInterface

/// Writes where this user may only read: a folder with `file.json` and `records/1.json`, of one record each.
@available(LiveSystems, *)
struct ReadOnlyTrial {
  let folder: String

  func run() async throws {
    let before = try contents()
    let file = FileStore<Entry>(path: folder + "/file.json")
    let files = FileStore<Entry>(folder: folder + "/records")
    guard try await file.fetch(.all).items.count == 1, try await files.fetch(.all).items.count == 1 else {
      throw TrialFailure("not all records were read")
    }
    let one: StoreBatch<Entry> = [.insert(Entry(id: 2, version: 1))]
    let two: StoreBatch<Entry> = [.insert(Entry(id: 2, version: 1)), .update(Entry(id: 1, version: 1))]
    for batch in [one, two] {
      try await refused { () async throws(StoreError) in try await file.commit(batch) }
      try await refused { () async throws(StoreError) in try await files.commit(batch) }
    }
    guard try contents() == before else { throw TrialFailure("something was changed") }
    print("read-only: 4 writes refused as user \(getuid()), nothing changed")
  }

  private func refused(_ write: () async throws(StoreError) -> BatchOutcome<Entry>) async throws {
    do throws(StoreError) {
      _ = try await write()
    } catch {
      guard error.kind == .notPermitted else { throw error }
      return
    }
    throw TrialFailure("a write was not refused; does this user have the right after all?")
  }

  private func contents() throws -> [String: Data?] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: folder + "/" + $0)) })
  }
}
