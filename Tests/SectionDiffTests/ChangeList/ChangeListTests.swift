import DiffWorkloads
import Testing

@testable import SectionDiff

@Suite struct ChangeListTests {
  /// Every kind of change at least once.
  static func sample() throws -> BoardChanges {
    try Differ(algorithm: LISDiff()).changeset(
      from: board("A: a b c d", "B(old): e f g", "C: h", "D: i", "E:", "G: j k", "H:"),
      to: board("H:", "D: i n", "A: b d=2 a", "B(new): g e m f=1", "E:", "F: o p"))
  }

  @Test func changesStandInOneFixedOrder() throws {
    #expect(
      try Self.sample().identity.texts == [
        "- [2]", "- [5]", "+ [5]", "> [6] → [0]", "> [3] → [1]", "~ [1] → [3]",
        "- [0, 2]", "- [2, 0]", "- [5, 0]", "- [5, 1]",
        "+ [1, 1]", "+ [3, 2]", "+ [5, 0]", "+ [5, 1]",
        "> [0, 0] → [2, 2]", "> [1, 2] → [3, 0]",
        "~ [0, 3] → [2, 1]", "~ [1, 1] → [3, 3]",
      ])
  }

  @Test func theLazyViewAgreesWithTheLists() throws {
    let list = try Self.sample().identity
    #expect(list.changes.count == list.counts.total)
    #expect(list.sectionDeletes == [2, 5])
    #expect(list.sectionInserts == [5])
    #expect(list.sectionMoves.map { [$0.from, $0.to] } == [[6, 0], [3, 1]])
    #expect(list.sectionUpdates.map { [$0.from, $0.to] } == [[1, 3]])
    let named =
      list.deletes.map { ChangeList.Change.delete($0) } + list.inserts.map { .insert($0) }
      + list.moves.map { .move(from: $0.from, to: $0.to) } + list.updates.map { .update(from: $0.from, to: $0.to) }
    #expect(Array(list.changes.suffix(named.count)) == named)
    #expect(list.changes.reversed().first == named.last)
  }

  @Test func countsAreThoseOfTheLists() throws {
    let changes = try Self.sample()
    #expect(
      changes.counts
        == ChangeCounts(
          sectionDeletes: 2, sectionInserts: 1, sectionMoves: 2, sectionUpdates: 1, deletes: 4, inserts: 4, moves: 2,
          updates: 2))
    #expect(changes.changeCount == 18)
    #expect(!changes.isEmpty)
    #expect(!changes.identity.isEmpty)
  }

  @Test(arguments: Strategy.allCases)
  func everyListAscends(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 61)
    for _ in 0..<100 {
      let changes = try Differ(algorithm: strategy.algorithm).changeset(
        from: random.board(rows: 16, repeats: true), to: random.board(rows: 16, repeats: true))
      for list in [changes.identity, changes.batch, changes.inverted.identity, changes.inverted.batch] {
        #expect(list.sectionDeletes == list.sectionDeletes.sorted())
        #expect(list.sectionInserts == list.sectionInserts.sorted())
        #expect(list.sectionMoves.map(\.to) == list.sectionMoves.map(\.to).sorted())
        #expect(list.sectionUpdates.map(\.to) == list.sectionUpdates.map(\.to).sorted())
        #expect(Array(list.deletes) == list.deletes.sorted())
        #expect(Array(list.inserts) == list.inserts.sorted())
        #expect(list.moves.map(\.to) == list.moves.map(\.to).sorted())
        #expect(list.updates.map(\.to) == list.updates.map(\.to).sorted())
      }
    }
  }

  @Test func anEmptyListHasNoChange() throws {
    let list = try Differ().changeset(from: list("a b"), to: list("a b")).identity
    #expect(list.isEmpty)
    #expect(list.changes.isEmpty)
    #expect(list.deletes.isEmpty)
  }

  @Test func everyKindCanBeReadByAddress() throws {
    let changes = try Self.sample()
    #expect(changes.identity.deletes.indices.map { changes.deletedItem($0).id } == ["c", "h", "j", "k"])
    #expect(changes.identity.inserts.indices.map { changes.insertedItem($0).id } == ["n", "m", "o", "p"])
    #expect(changes.identity.updates.indices.map { changes.updatedItem($0).to.value } == [2, 1])
  }
}
