import ConformanceKit
import StoreInterface
import Testing

@Suite("The replica of a store")
struct StoreReplicaTests {
  private func list(_ ids: Int...) -> StoreReplica<Card> { StoreReplica(.items(ids.map { Card($0) })) }

  @Test("knows nothing before the first answer")
  func beforeTheAnswer() {
    var replica = StoreReplica<Card>()
    #expect(replica.contents == nil)
    #expect(replica.apply(.failed(TrialStore.failure)) == [])
    #expect(replica.apply(.changes([.insert(Card(1))])) == ["changes came before the first answer"])
    #expect(replica.contents == nil)
    #expect(replica.apply(.replace(.items([]))) == [])
    #expect(replica.contents == .items([]))
    #expect(replica.failures == [TrialStore.failure])
  }

  @Test("puts records where they are placed")
  func placements() {
    var replica = list(1, 2, 3)
    replica.apply([.insert(Card(4)), .insert(Card(5), at: .start)])
    #expect(replica.items.map(\.id) == [5, 1, 2, 3, 4])
    replica.apply([.insert(Card(6), at: .before(2)), .insert(Card(7), at: .after(2))])
    #expect(replica.items.map(\.id) == [5, 1, 6, 2, 7, 3, 4])
    replica.apply([.move(5, to: .end), .move(4, to: .start), .move(7, to: .before(6))])
    #expect(replica.items.map(\.id) == [4, 1, 7, 6, 2, 3, 5])
    replica.apply([.move(1, to: .after(1)), .move(99, to: .start)])
    #expect(replica.items.map(\.id) == [4, 1, 7, 6, 2, 3, 5])
  }

  @Test("keeps the place of what is updated, inserted again, or deleted and inserted in one batch")
  func arrival() {
    var replica = list(1, 2, 3)
    replica.apply([.update(Card(1, 1)), .insert(Card(2, 1)), .delete(3), .insert(Card(4)), .insert(Card(3, 1))])
    #expect(replica.items == [Card(1, 1), Card(2, 1), Card(3, 1), Card(4)])
    replica.apply([.delete(1)])
    replica.apply([.insert(Card(1))])
    #expect(replica.items.map(\.id) == [2, 3, 4, 1])
    replica.apply([.insert(Card(1, 2), at: .start), .delete(4), .insert(Card(4), at: .after(1))])
    #expect(replica.items == [Card(1, 2), Card(4), Card(2, 1), Card(3, 1)])
  }

  @Test("inserts what is updated but not there, at the end")
  func upserts() {
    var replica = list(1)
    #expect(replica.apply([.update(Card(2, 1)), .delete(7), .refresh(8)]) == [])
    #expect(replica.items == [Card(1), Card(2, 1)])
    replica.apply([.insert(Card(3), at: .before(99))])
    #expect(replica.items.map(\.id) == [1, 2, 3])
  }

  @Test("refuses a strict batch that names what is not there, as a whole")
  func strict() {
    var replica = list(1, 2)
    let problems = replica.apply(.changes(StoreBatch([.delete(1), .update(Card(9))], isStrict: true)))
    #expect(problems == ["the batch is strict, and record 9 is updated but not there"])
    #expect(replica.items.map(\.id) == [1, 2])
    let unknown: [(StoreChange<Card>, String)] = [
      (.move(9, to: .start), "record 9 is moved but not there"),
      (.move(2, to: .before(9)), "record 2 is placed beside 9, which is not there"),
      (.insert(Card(3), at: .after(9)), "record 3 is placed beside 9, which is not there"),
    ]
    for (change, sentence) in unknown {
      #expect(
        replica.apply(.changes(StoreBatch([.delete(1), change], isStrict: true))) == [
          "the batch is strict, and " + sentence
        ]
      )
      #expect(replica.items.map(\.id) == [1, 2])
    }
    #expect(replica.apply(.changes(StoreBatch([.insert(Card(9)), .update(Card(9, 1))], isStrict: true))) == [])
    #expect(replica.items == [Card(1), Card(2), Card(9, 1)])
  }

  @Test("keeps sections as they are announced")
  func sections() {
    var replica = StoreReplica<Card>()
    replica.apply(.replace(.sections([StoreSection("a", items: [Card(1), Card(2)]), StoreSection("b")])))
    let (a, b, c) = (SectionID("a"), SectionID("b"), SectionID("c"))
    replica.apply([
      .insert(Card(3)), .insert(Card(4), at: .start), .insert(Card(5), at: StorePlacement(.start, in: b)),
      .insert(Card(6), at: .after(1)), .insertSection(c, header: SectionHeader("C"), at: .before(b)),
      .move(2, to: StorePlacement(.end, in: c)), .updateSection(a, header: SectionHeader(1)),
    ])
    #expect(
      replica.contents
        == .sections([
          StoreSection(a, header: SectionHeader(1), items: [Card(4), Card(1), Card(6)]),
          StoreSection(c, header: SectionHeader("C"), items: [Card(2)]),
          StoreSection(b, items: [Card(5), Card(3)]),
        ]))
    replica.apply([.moveSection(b, to: .start), .moveSection(a, to: .after(c)), .deleteSection(c)])
    #expect(replica.contents?.sections?.map(\.id) == [b, a])
    #expect(replica.items.map(\.id) == [5, 3, 4, 1, 6])
    replica.apply([.insertSection(a, header: nil), .updateSection(SectionID("z"), header: nil)])
    #expect(replica.contents?.sections?.map(\.id) == [b, a])
    #expect(replica.contents?.sections?.last?.header == nil)
  }

  @Test("says what cannot be")
  func problems() {
    var replica = StoreReplica<Card>()
    #expect(replica.apply(.replace(.items([Card(1), Card(1, 1)]))) == ["record 1 occurs twice in the answer"])
    #expect(
      replica.apply(.replace(.sections([StoreSection("a"), StoreSection("a")])))
        == ["section a occurs twice in the answer"])
    replica.apply(.replace(.sections([])))
    #expect(replica.apply(.changes([.insert(Card(1))])) == ["record 1 comes, but there is no section"])
    replica.apply(.replace(.items([])))
    #expect(
      replica.apply(.changes([.deleteSection(SectionID("a"))])) == ["a section changes, but the answer is a list"])
  }
}
