import ConformanceKit
import SampleSupport
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

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
  @Test func theStoreKeepsTheLaws() async {
    let report = await StoreConformance.check { SongStoreHarness() }
    #expect(report.isConforming, "\(report)")
    // What it does not declare: failures, completion, placements, sections.
    #expect(
      Set(report.skipped) == [
        .answerCompletes, .placements, .sections, .failureFirst, .failureIsValue, .fetchThrows, .draftKept,
        .commitRefused,
      ])
  }

  /// Titles change so that songs come into answers and leave them, from everywhere.
  @Test(arguments: 0..<20) func everyAnswerIsInTheOrderOfTheStore(_ seed: Int) async throws {
    let store = SongStore()
    var random = SplitMix64(seed: 23, case: seed)
    let observed = ["", "A", "B", "AB"].map { ($0, store.events(for: $0)) }
    var answers = observed.map { _ in ObservedAnswer<Song>() }
    for _ in 0..<50 {
      var batch = Batch<Song>()
      for _ in 0...random.below(4) {
        let id = random.below(12)
        switch random.below(5) {
        case 0: batch.delete(id)
        case 1: batch.refresh(id)
        default: batch.update(Song(id: id, title: ["A", "B", "AB", "BA"][random.below(4)]))
        }
      }
      try await store.commit(batch)
      for (number, (prefix, events)) in observed.enumerated() {
        for event in events.takeWaiting() { answers[number].apply(event) }
        #expect(answers[number].contents == (try await store.fetch(prefix)), "\(prefix): \(batch)")
        #expect(answers[number].violations == [])
      }
    }
    #expect(answers.allSatisfy { $0.changeEvents.contains { !$0.isEmpty } })
  }
}
