import ConformanceKit
import Foundation
import SampleSupport
import StoreBuilding
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// The samples of "Implementing a store".
@Suite struct StoreSamples {
  /// Calls `body` with a file of songs, and deletes that.
  private func withFile(of songs: [Song], _ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(songs).write(to: file)
    try await body(file)
  }

  private let songs = [Song(id: 1, title: "Ave Maria"), Song(id: 2, title: "Bolero")]

  @Test func aStoreIsUsed() async throws {
    let print = Transcript()
    try await withFile(of: songs) { file in
      // sample: song-use
      let store = SongStore(file: file)
      try await store.reload()

      let songsWithA = RecordRequest<Song>(
        where: { $0.title.hasPrefix("A") }, sortedBy: [.ascending(\.title)], limit: 10)
      var events = store.events(for: songsWithA).makeAsyncIterator()
      if case .replace(let contents)? = await events.next() { print("all:", contents.items.map(\.title)) }

      try await store.commit([.update(Song(id: 2, title: "A la turca")), .delete(1)])
      if case .changes(let batch)? = await events.next() { print("changes:", batch.changes.count) }
      print("now:", try await store.fetch(songsWithA).items.map(\.title))
      // end sample
      let written = try JSONDecoder().decode([Song].self, from: Data(contentsOf: file))
      #expect(written == [Song(id: 2, title: "A la turca")])
    }
    try expect(print, shows: "song-use")
  }

  @Test func aLayerOfDraftsIsUsed() async throws {
    let print = Transcript()
    try await withFile(of: songs) { file in
      let store = SongStore(file: file)
      try await store.reload()
      // sample: song-drafts
      let drafts = DraftStore(store)
      drafts.update(Song(id: 1, title: "Ave verum"))
      print("drafted:", try await drafts.fetch(.all).items.map(\.title))
      print("stored:", try await store.fetch(.all).items.map(\.title))
      try await drafts.commit()
      print("stored:", try await store.fetch(.all).items.map(\.title))
      // end sample
    }
    try expect(print, shows: "song-drafts")
  }

  @Test func removalsAreWithheld() async throws {
    let print = Transcript()
    // sample: song-removals-use
    let watched = WatchedSongs()
    await watched.take((1...100).map { Song(id: $0, title: "Song \($0)") }, isNewVersion: true)
    await watched.take([Song(id: 1, title: "Song 1")], isNewVersion: true)
    print(watched.songs.count, await watched.heldRemovals?.count ?? 0)
    await watched.approveRemovals()
    print(watched.songs.count)
    // end sample
    try expect(print, shows: "song-removals-use")
  }

  @Test func aCommitThatCannotBeWrittenChangesNothing() async throws {
    try await withFile(of: songs) { file in
      let store = SongStore(file: file)
      try await store.reload()
      var events = store.events(for: .all).makeAsyncIterator()
      #expect(await events.next() == .replace(.items(songs)))
      // A folder that is not empty cannot be replaced by a file.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(
        at: file.appendingPathComponent("inner"), withIntermediateDirectories: true)
      await #expect(throws: StoreError.self) { try await store.commit([.delete(1)]) }
      #expect(try await store.fetch(.all).items == songs)
      await #expect(throws: StoreError.self) { try await store.reload() }
      // Nothing was announced but this failure.
      let event = await events.next()
      guard case .failed? = event else {
        Issue.record("\(String(describing: event)) in place of the failure")
        return
      }
    }
  }

  @Test(.enabled(if: TestScale.isFull)) func theStoreKeepsTheLaws() async {
    let report = await StoreConformance.check { SongStoreHarness() }
    #expect(report.isConforming, "\(report)")
    // What it does not declare: completion, placements, sections, answers and commits that fail on request.
    #expect(
      Set(report.skipped) == [
        .answerCompletes, .placements, .sections, .failureFirst, .fetchThrows, .draftKept, .commitRefused,
      ])
  }

  /// Songs whose titles begin with a prefix, in the order of their titles.
  private func request(_ prefix: String, limit: Int? = nil) -> RecordRequest<Song> {
    RecordRequest(where: { $0.title.hasPrefix(prefix) }, sortedBy: [.ascending(\.title)], limit: limit)
  }

  /// Titles change so that songs come into answers and leave them, from everywhere.
  @Test(arguments: 0..<20) func everyAnswerIsAsFetched(_ seed: Int) async throws {
    try await withFile(of: []) { file in
      let store = SongStore(file: file)
      try await store.reload()
      var random = SplitMix64(seed: 23, case: seed)
      let requests = ["", "A", "B", "AB"].flatMap { [request($0), request($0, limit: 3)] }
      let observed = requests.map { ($0, store.events(for: $0)) }
      var answers = observed.map { _ in ObservedAnswer<Song>() }
      for _ in 0..<30 {
        var batch = StoreBatch<Song>()
        for _ in 0...random.below(4) {
          let id = random.below(12)
          switch random.below(5) {
          case 0: batch.delete(id)
          case 1: batch.refresh(id)
          default: batch.update(Song(id: id, title: ["A", "B", "AB", "BA"][random.below(4)]))
          }
        }
        try await store.commit(batch)
        for (number, (request, events)) in observed.enumerated() {
          for event in events.takeWaiting() { answers[number].apply(event) }
          #expect(answers[number].contents == (try await store.fetch(request)), "observer \(number): \(batch)")
          #expect(answers[number].violations == [])
        }
      }
      #expect(answers.allSatisfy { $0.changeEvents.contains { !$0.isEmpty } })
    }
  }
}
