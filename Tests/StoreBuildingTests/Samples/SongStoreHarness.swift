import ConformanceKit
import Foundation
import StoreBuilding
import StoreInterface

/// The store of "Implementing a store", for the kit. Other programs write its file.
struct SongStoreHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .drafts, .observationCount,
    .failingObservations,
  ]
  let everything = RecordRequest<Song>(sortedBy: [.ascending(\.title)])

  func makeStore(holding songs: [Song]) async throws -> SongStore {
    let store = SongStore(file: FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json"))
    try await refill(store, with: songs)
    return store
  }

  func record(_ number: Int, version: Int) -> Song { Song(id: number, title: "Song \(number), take \(version)") }

  func refill(_ store: SongStore, with songs: [Song]) async throws {
    try JSONEncoder().encode(songs).write(to: store.file, options: .atomic)
    try await store.reload()
  }

  func failObservations(of store: SongStore) async throws {
    let songs = try Data(contentsOf: store.file)
    try Data("[{".utf8).write(to: store.file)
    do { try await store.reload() } catch {}
    try songs.write(to: store.file)
    try await store.reload()
  }

  func observationCount(of store: SongStore) async throws -> Int { store.observerCount }

  func close(_ store: SongStore) async { try? FileManager.default.removeItem(at: store.file) }
}
