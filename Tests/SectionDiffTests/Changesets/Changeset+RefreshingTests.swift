import SectionDiff
import Testing

@Suite struct ChangesetRefreshingTests {
  let old = board("A: a b c", "B: d")
  let new = board("A: c a", "B: d=1 e")

  func refreshed(_ paths: (Int, Int)..., detaching: Bool = false) throws -> BoardChanges {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    return try (detaching ? changes.detached() : changes).refreshing(
      paths.map { ItemPath(section: $0.0, item: $0.1) }, in: new)
  }

  @Test(arguments: [false, true])
  func keptItemsAreReportedAlthoughEqual(_ detaching: Bool) throws {
    let changes = try refreshed((0, 1), detaching: detaching)
    #expect(
      changes.identity.texts == [
        "- [0, 1]", "+ [1, 1]", "> [0, 2] → [0, 0]", "~ [0, 0] → [0, 1]", "~ [1, 0] → [1, 0]",
      ])
    #expect(changes.updatedItem(0).from == Row(id: "a"))
    #expect(changes.updatedItem(0).to == Row(id: "a"))
    #expect(try old.applying(changes) == new)
  }

  @Test(arguments: [false, true])
  func insertedAndUpdatedItemsAreLeftAsTheyAre(_ detaching: Bool) throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    #expect(try refreshed((1, 0), (1, 1), detaching: detaching) == changes)
    #expect(try refreshed(detaching: detaching) == changes)
  }

  @Test func namingAnItemTwiceRefreshesItOnce() throws {
    #expect(try refreshed((0, 1), (0, 1)).counts.updates == 2)
    #expect(try refreshed((0, 1)).refreshing([ItemPath(section: 0, item: 1)], in: new) == refreshed((0, 1)))
  }

  @Test func aRefreshInvertsAndEncodes() throws {
    let changes = try refreshed((0, 0), (0, 1))
    #expect(changes.inverted.counts.updates == 3)
    #expect(changes.inverted.inverted == changes)
    #expect(try new.applying(changes.inverted) == old)
    #expect(try decoded(BoardChanges.self, from: try json(changes)) == changes)
  }

  @Test(arguments: [false, true])
  func aRefreshSurvivesComposition(_ detaching: Bool) throws {
    let changes = try refreshed((0, 1), detaching: detaching)
    let later = board("A: x c a", "B: d=1 e")
    let next = try Differ(algorithm: LISDiff()).changeset(from: new, to: later)
    let composed = try changes.composed(with: detaching ? next.detached() : next)
    #expect(Array(composed.identity.updates.map(\.to)).contains(ItemPath(section: 0, item: 2)))
    #expect(try old.applying(composed) == later)

    let before = try Differ(algorithm: LISDiff()).changeset(from: board("A: a b"), to: old)
    #expect(try before.composed(with: changes).identity.updates.map(\.from) == [ItemPath(section: 0, item: 0)])
  }

  @Test func aRefreshOfWhatThenGoesLeavesNoTrace() throws {
    let changes = try refreshed((0, 1))
    let next = try Differ().changeset(from: new, to: board("A: c", "B: d=1 e"))
    #expect(try changes.composed(with: next).counts.updates == 1)
  }

  @Test func aMovedItemIsRefreshedInItsOwnStage() throws {
    let changes = try refreshed((0, 0))
    let stages = try changes.stages(from: old)
    #expect(stages.count == 2)
    #expect(stages[0].changes.updates.map(\.from) == [ItemPath(section: 0, item: 2), ItemPath(section: 1, item: 0)])
  }

  @Test func aPathThatIsNotThereIsRefused() throws {
    let error = #expect(throws: DiffError.self) { try refreshed((0, 2)) }
    #expect(error?.description == "there is no path [0, 2] to refresh in the new snapshot")
    let changes = try Differ().changeset(from: old, to: new)
    let other = #expect(throws: DiffError.self) {
      try changes.refreshing([ItemPath(section: 0, item: 0)], in: old)
    }
    #expect(other?.description == "the changeset leads to 2 items in section 0, but there are 3")
  }
}
