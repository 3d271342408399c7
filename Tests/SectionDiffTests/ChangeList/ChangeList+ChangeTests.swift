import SectionDiff
import Testing

@Suite struct ChangeTests {
  @Test(arguments: [
    (ChangeList.Change.deleteSection(3), "- [3]"), (.insertSection(0), "+ [0]"),
    (.moveSection(from: 0, to: 2), "> [0] → [2]"),
    (.updateSection(from: 1, to: 0), "~ [1] → [0]"), (.delete(ItemPath(section: 0, item: 3)), "- [0, 3]"),
    (.insert(ItemPath(section: 1, item: 2)), "+ [1, 2]"),
    (.move(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 2)), "> [0, 1] → [1, 2]"),
    (.update(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0)), "~ [0, 1] → [0, 0]"),
  ])
  func everyChangeReadsAsOneLine(_ change: ChangeList.Change, _ text: String) {
    #expect(change.description == text)
  }

  @Test func countsAddUp() {
    let counts = ChangeCounts(
      sectionDeletes: 1, sectionInserts: 2, sectionMoves: 4, sectionUpdates: 8, deletes: 16, inserts: 32, moves: 64,
      updates: 128)
    #expect(counts.total == 255)
    #expect(ChangeCounts().total == 0)
  }

  @Test func countsReadAsASentence() {
    #expect(ChangeCounts().description == "no changes")
    #expect(ChangeCounts(deletes: 1, moves: 2).description == "1 delete, 2 moves")
    #expect(
      ChangeCounts(
        sectionDeletes: 2, sectionInserts: 1, sectionMoves: 1, sectionUpdates: 3, inserts: 1, updates: 10
      ).description
        == "2 section deletes, 1 section insert, 1 section move, 3 section updates, 1 insert, 10 updates")
  }

  @Test func countsSurviveCoding() throws {
    let counts = ChangeCounts(sectionMoves: 3, updates: 1)
    #expect(try decoded(ChangeCounts.self, from: try json(counts)) == counts)
  }
}
