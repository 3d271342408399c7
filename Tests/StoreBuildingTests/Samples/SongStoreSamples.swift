// sample: song
import StoreInterface
import Synchronization

struct Song: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}
// end sample

// sample: song-store
/// Songs in memory, requested by the beginning of their titles.
final class SongStore: WritableDataStore {
  typealias Item = Song

  fileprivate struct State {
    var songs: [Song] = []
    var observers: [Int: (prefix: String, continuation: StoreEvents<Song>.Continuation)] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  func events(for prefix: String) -> StoreEvents<Song> {
    let (events, continuation) = StoreEvents<Song>.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = (prefix, continuation)
      continuation.yield(.replace(state.answer(to: prefix)))
      return state.lastNumber
    }
    continuation.onTermination { [weak self] in
      self?.state.withLock { $0.observers[number] = nil }
    }
    return events
  }

  @discardableResult
  func commit(_ batch: Batch<Song>) async throws(StoreError) -> BatchOutcome<Song> {
    try state.withLock { (state) throws(StoreError) in
      let songs = state.songs
      let outcome = try batch.folded { key in songs.first { $0.id == key } }
      state.apply(outcome)
      for (prefix, continuation) in state.observers.values {
        let changes = state.changes(outcome, in: prefix)
        if !changes.isEmpty, continuation.yield(.changes(changes)) == .joined {
          continuation.yield(.replace(state.answer(to: prefix)))
        }
      }
      return outcome
    }
  }
}
// end sample

// sample: song-state
extension SongStore.State {
  fileprivate func answer(to prefix: String) -> StoreContents<Song> {
    .items(songs.filter { $0.title.hasPrefix(prefix) })
  }

  fileprivate mutating func apply(_ outcome: BatchOutcome<Song>) {
    let gone = Set(outcome.deleted.map(\.id))
    songs.removeAll { gone.contains($0.id) }
    for update in outcome.updated {
      if let place = songs.firstIndex(where: { $0.id == update.to.id }) { songs[place] = update.to }
    }
    songs += outcome.inserted
  }

  /// The changes of an answer, which shows only some songs, after an outcome was applied.
  fileprivate func changes(_ outcome: BatchOutcome<Song>, in prefix: String) -> Batch<Song> {
    func shows(_ song: Song) -> Bool { song.title.hasPrefix(prefix) }
    var batch = Batch<Song>()
    for song in outcome.deleted where shows(song) { batch.delete(song.id) }
    var entering = Set(outcome.inserted.map(\.id))
    for update in outcome.updated {
      switch (shows(update.from), shows(update.to)) {
      case (true, true): batch.update(update.to)
      case (true, false): batch.delete(update.to.id)
      case (false, true): entering.insert(update.to.id)
      case (false, false): break
      }
    }
    // A song that enters the answer has the same place there as in the store: behind the one before it.
    let refreshed = Set(outcome.refreshed)
    var place = Placement<Int>.start
    for song in songs where shows(song) {
      if entering.contains(song.id) { batch.insert(song, at: place) }
      if refreshed.contains(song.id) { batch.refresh(song.id) }
      place = .after(song.id)
    }
    return batch
  }
}
// end sample

extension SongStore {
  /// How many observe.
  var observerCount: Int { state.withLock { $0.observers.count } }
}
