import FileAdapter
import Foundation
import StoreBuilding
import StoreInterface

/// Writes until the disk is full, and then some.
@available(LiveSystems, *)
struct FullDiskTrial {
  let folder: String

  func run() async throws {
    let path = folder + "/full.ndjson"
    let store = FileStore<Entry>(path: path, options: FileOptions(absence: .isEmpty))
    var written = 0
    var refusals = 0
    while refusals < 20, written < 100_000 {
      do throws(StoreError) {
        try await store.commit([.insert(Entry(id: written, version: 1, text: String(repeating: "x", count: 10_000)))])
        written += 1
      } catch {
        guard error.kind == .limitExceeded else { throw error }
        refusals += 1
        let items = try await FileStore<Entry>(path: path).fetch(.all).items
        guard items.map(\.id) == Array(0..<written) else { throw TrialFailure("\(items.count) of \(written) records") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard names == ["full.ndjson"] else { throw TrialFailure("left over: \(names)") }
      }
    }
    guard refusals == 20 else { throw TrialFailure("the disk is too large for this trial") }
    try await store.commit(StoreBatch((0..<written).map { .delete($0) }))
    print("full disk: \(written) records written, 20 writes refused, the file whole each time, then emptied")
  }
}
