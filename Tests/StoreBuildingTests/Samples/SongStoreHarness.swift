import ConformanceKit
import StoreBuilding
import StoreInterface

/// The store of "Implementing a store", for the kit, with everything that it can do. It refuses nothing but strict batches,
/// never fails, never completes an answer, and knows neither placements nor sections.
struct SongStoreHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .writes, .drafts, .observationCount,
  ]
  let everything = ""

  func makeStore(holding songs: [Song]) async throws -> SongStore {
    let store = SongStore()
    try await store.commit(Batch(songs.map { .insert($0) }))
    return store
  }

  func record(_ number: Int, version: Int) -> Song { Song(id: number, title: "Song \(number), take \(version)") }

  func observationCount(of store: SongStore) async throws -> Int { store.observerCount }

  func makeDraft(over store: SongStore) async throws -> any StoreDraft<Song, String> {
    Layer(drafts: DraftStore(store, matches: { $0.title.hasPrefix($1) }))
  }

  private struct Layer: StoreDraft {
    let drafts: DraftStore<SongStore>

    func events(for prefix: String) -> DraftStore<SongStore>.Events { drafts.events(for: prefix) }
    func fetch(_ prefix: String) async throws(StoreError) -> StoreContents<Song> { try await drafts.fetch(prefix) }
    func edit(_ batch: Batch<Song>) async throws { drafts.draft(batch) }
    func commitEdits() async throws { try await drafts.commit() }
    func discardEdits() async throws { drafts.discard() }
  }
}
