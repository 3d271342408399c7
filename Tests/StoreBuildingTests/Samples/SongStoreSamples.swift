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
/// Songs whose titles begin with a prefix, in the order of their titles, at most so many.
struct SongRequest: MatchingRequest {
  var prefix = ""
  var limit: Int?

  func matches(_ song: Song) -> Bool { song.title.hasPrefix(prefix) }
  func isOrdered(_ song: Song, before other: Song) -> Bool? {
    song.title == other.title ? nil : song.title < other.title
  }
}

/// Songs in a JSON file.
final class SongStore: WritableDataStore {
  typealias Item = Song

  private let songs = ObservedRecords<Song>()
  let file: URL

  init(file: URL) { self.file = file }

  func events(for request: SongRequest) -> StoreEvents<Song> { songs.events(for: request) }

  @discardableResult
  func commit(_ batch: Batch<Song>) async throws(StoreError) -> BatchOutcome<Song> {
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
