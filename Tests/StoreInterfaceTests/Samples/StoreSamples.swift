import SampleSupport
import StoreInterface
import Synchronization
import Testing

// sample: song
struct Song: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}
// end sample

// sample: song-store
/// Songs in memory, asked for by how their titles begin.
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
        let changes = outcome.changes { $0.title.hasPrefix(prefix) }
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
}

extension BatchOutcome<Song> {
  /// What the outcome comes to for an answer that shows only some songs.
  func changes(shows: (Song) -> Bool) -> Batch<Song> {
    var batch = Batch<Song>()
    for song in deleted where shows(song) { batch.delete(song.id) }
    for update in updated {
      switch (shows(update.from), shows(update.to)) {
      case (true, true): batch.update(update.to)
      case (true, false): batch.delete(update.to.id)
      case (false, true): batch.insert(update.to)
      case (false, false): break
      }
    }
    for song in inserted where shows(song) { batch.insert(song) }
    return batch
  }
}
// end sample

/// The samples of "Implementing a store".
@Suite struct StoreSamples {
  @Test func aStoreIsUsed() async throws {
    let print = Transcript()
    // sample: song-use
    let store = SongStore()
    try await store.commit([.insert(Song(id: 1, title: "Ave Maria")), .insert(Song(id: 2, title: "Bolero"))])

    var events = store.events(for: "A").makeAsyncIterator()
    if case .replace(let contents)? = await events.next() { print("all:", contents.items.map(\.title)) }

    try await store.commit([.update(Song(id: 2, title: "A la turca")), .delete(1)])
    if case .changes(let batch)? = await events.next() { print("changes:", batch.changes.count) }
    print("now:", try await store.fetch("A").items.map(\.title))
    // end sample
    try expect(print, shows: "song-use")
  }

  @Test func aLayerOfDraftsIsUsed() async throws {
    let print = Transcript()
    let store = SongStore()
    try await store.commit([.insert(Song(id: 1, title: "Ave Maria"))])
    // sample: song-drafts
    let drafts = DraftStore(store, matches: { $0.title.hasPrefix($1) })
    drafts.update(Song(id: 1, title: "Ave verum"))
    print("drafted:", try await drafts.fetch("A").items.map(\.title))
    print("stored:", try await store.fetch("A").items.map(\.title))
    try await drafts.commit()
    print("stored:", try await store.fetch("A").items.map(\.title))
    // end sample
    try expect(print, shows: "song-drafts")
  }

  @Test func aRecordThatLeavesAnAnswerIsDeletedFromIt() async throws {
    let store = SongStore()
    try await store.commit([.insert(Song(id: 1, title: "A")), .insert(Song(id: 2, title: "B"))])
    let events = store.events(for: "A")
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .replace(.items([Song(id: 1, title: "A")])))
    try await store.commit([.update(Song(id: 1, title: "C")), .update(Song(id: 2, title: "D"))])
    #expect(await iterator.next() == .changes([.delete(1)]))
  }
}
