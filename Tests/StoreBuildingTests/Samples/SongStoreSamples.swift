// sample: song
import Foundation
import StoreBuilding
import StoreInterface

struct Song: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title: String
}
// end sample

// sample: song-store
/// Songs in a JSON file.
final class SongStore: WritableDataStore {
  typealias Item = Song

  private let songs = ObservedRecords<Song>()
  let file: URL

  init(file: URL) { self.file = file }

  func events(for request: RecordRequest<Song>) -> StoreEvents<Song> { songs.events(for: request) }

  @discardableResult
  func commit(_ batch: StoreBatch<Song>) async throws(StoreError) -> BatchOutcome<Song> {
    try await songs.commit(batch) { [file] _, contents in
      try JSONEncoder().encode(contents.items).write(to: file, options: .atomic)
    }
  }

  /// Reads the file: at first, and when someone else has written it.
  func reload() async throws(StoreError) {
    try await songs.reload { [file] in
      .items(try JSONDecoder().decode([Song].self, from: Data(contentsOf: file)))
    }
  }
}
// end sample

extension SongStore {
  /// How many observe.
  var observerCount: Int { songs.observerCount }
}

// sample: song-removals
/// Songs that another program writes, which now and then loses most of them for a moment.
actor WatchedSongs {
  nonisolated let songs = ObservedRecords<Song>()
  private var hold = RemovalHold<Song>(RemovalGuard())
  private let start = ContinuousClock.now

  /// Shows what was read. The same bytes, read again, are not another answer.
  func take(_ read: [Song], isNewVersion: Bool) {
    let age = start.duration(to: .now)
    let shown = songs.edit { hold.admit(.items(read), replacing: $0, isNewVersion: isNewVersion, at: age) }
    songs.replace(with: shown)
  }

  /// What is withheld until a second answer lacks the same songs.
  var heldRemovals: HeldRemovals? { hold.summary }

  /// Makes the removals that are withheld.
  func approveRemovals() { songs.edit { hold.approve(in: &$0) } }
}
// end sample
