import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Drafts, commits, discards and edits of the base from many tasks at once, while observers look on.
@Suite struct DraftStoreConcurrencyTests {
  private func race<Base: WritableDataStore>(
    _ drafts: DraftStore<Base>, over base: MemoryStore<Note>, rounds: Int
  ) async where Base.Item == Note, Base.Request == RecordRequest<Note> {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<3 as Range<UInt64> {
        group.addTask {
          var random = Generator(seed: task)
          for round in 0..<rounds {
            try? base.edit { edits in
              try edits.insert(Note(random.below(30), "base \(round)"), at: [.start, .end][random.below(2)])
              edits.remove(random.below(30))
            }
            if round % 16 == 0 { await Task.yield() }
          }
        }
        group.addTask {
          var random = Generator(seed: 100 + task)
          for round in 0..<rounds {
            let note = Note(random.below(30), "draft \(round)")
            switch random.below(8) {
            case 0: drafts.discard()
            case 1: try? await drafts.commit()
            case 2: _ = try? await drafts.write([.update(note), .delete(random.below(30))])
            case 3: drafts.delete(note.id)
            case 4: drafts.move(note.id, to: .start)
            case 5: drafts.insert(note, at: .before(random.below(30)))
            default: drafts.update(note)
            }
          }
        }
      }
    }
  }

  /// Observers of a layer over which tasks race end up with what the base holds.
  private func raceEndsWell<Base: WritableDataStore>(
    _ drafts: DraftStore<Base>, over base: MemoryStore<Note>, rounds: Int
  ) async where Base.Item == Note, Base.Request == RecordRequest<Note> {
    let requests = [RecordRequest<Note>.all, .all, RecordRequest(sortedBy: [.ascending(\.id)], limit: 5)]
    let observers = requests.map { Observer(of: drafts.events(for: $0)) }
    for observer in observers { await observer.received { !$0.events.isEmpty } }
    await race(drafts, over: base, rounds: rounds)
    drafts.discard()
    for (request, observer) in zip(requests, observers) {
      let wanted = base.contents(for: request)
      await observer.received { $0.contents == wanted }
      #expect(observer.contents == wanted)
      #expect(observer.answer.violations == [])
      observer.cancel()
      await observer.ended()
    }
  }

  @Test func noEventIsLostOrDoubledWhenDraftsAndTheBaseRace() async {
    let base = MemoryStore((0..<10).map { Note($0) })
    await raceEndsWell(DraftStore(base), over: base, rounds: 120)
  }

  @Test func aBaseWithASequenceOfItsOwnEndsUpTheSame() async {
    let base = MemoryStore((0..<10).map { Note($0) })
    await raceEndsWell(DraftStore(AnyWritableDataStore(base)), over: base, rounds: 80)
  }

  @Test func whatWasWrittenAfterTheBasesSequenceEndedStaysOnShow() async throws {
    let drafts = DraftStore(ScriptedStore(stream: StoreEvents(just: .replace(.items([Note(1)])))), matches: nil)
    let events = drafts.events(for: 0)
    var answer = ObservedAnswer<Note>()
    for event in events.takeWaiting() { answer.apply(event) }
    drafts.update(Note(1, "x"))
    try await drafts.commit()
    drafts.insert(Note(2))
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items == [Note(1, "x"), Note(2)])
    drafts.discard()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items == [Note(1, "x")])
  }

  @Test func everythingIsReleasedWhenTheObserversStop() async throws {
    weak var layer: DraftStore<MemoryStore<Note>>?
    weak var below: MemoryStore<Note>?
    do {
      let base = MemoryStore([Note(1)])
      let drafts = DraftStore(base)
      (layer, below) = (drafts, base)
      let observers = (0..<4).map { _ in Observer(of: drafts.events(for: .all)) }
      for observer in observers { await observer.received { !$0.events.isEmpty } }
      for observer in observers {
        observer.cancel()
        await observer.ended()
      }
      // The base learns that nobody listens any more.
      #expect(await eventually { base.observationCount == 0 })
    }
    #expect(await eventually { layer == nil && below == nil })
  }
}
