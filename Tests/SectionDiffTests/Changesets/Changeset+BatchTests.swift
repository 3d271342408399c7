import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetBatchTests {
  let differ = Differ(algorithm: LISDiff())

  @Test func withoutDeadOrBornSectionsBothViewsAreOne() throws {
    let changes = try differ.changeset(from: board("A: a b", "B: c"), to: board("B: c b=1", "A: d"))
    #expect(changes.batch == changes.identity)
  }

  @Test func aMoveOutOfADeadSectionIsAnInsert() throws {
    let changes = try differ.changeset(from: board("A: a b", "B: c"), to: board("B: c a"))
    #expect(changes.identity.texts == ["- [0]", "- [0, 1]", "> [0, 0] → [0, 1]"])
    #expect(changes.batch.texts == ["- [0]", "+ [0, 1]"])
  }

  @Test func aMoveIntoABornSectionIsADelete() throws {
    let changes = try differ.changeset(from: board("A: a b c"), to: board("A: a c", "B: d b"))
    #expect(changes.identity.texts == ["+ [1]", "+ [1, 0]", "> [0, 1] → [1, 1]"])
    #expect(changes.batch.texts == ["+ [1]", "- [0, 1]"])
  }

  @Test func aMoveFromDeadToBornIsNothing() throws {
    let changes = try differ.changeset(from: board("A: a"), to: board("B: a"))
    #expect(changes.identity.texts == ["- [0]", "+ [0]", "> [0, 0] → [0, 0]"])
    #expect(changes.batch.texts == ["- [0]", "+ [0]"])
  }

  @Test func rowsOfDeadAndBornSectionsAreImplied() throws {
    let changes = try differ.changeset(from: board("A: a b", "B: c"), to: board("B: c", "C: d e"))
    #expect(changes.identity.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1, deletes: 2, inserts: 2))
    #expect(changes.batch.counts == ChangeCounts(sectionDeletes: 1, sectionInserts: 1))
  }

  @Test func updatesOutOfDeadAndIntoBornSectionsAreDropped() throws {
    let changes = try differ.changeset(
      from: board("A: a b", "B: c d"), to: board("B: c=1 a=1", "C: b=1 d=1"))
    #expect(changes.identity.updates.count == 4)
    #expect(changes.batch.texts == ["- [0]", "+ [1]", "- [1, 1]", "+ [0, 1]", "~ [1, 0] → [0, 0]"])
  }

  @Test func anItemMovedAndUpdatedStandsInBothLists() throws {
    let changes = try differ.changeset(from: board("A: a b", "B:", "C:"), to: board("A: a", "B: b=1"))
    #expect(changes.batch.texts == ["- [2]", "> [0, 1] → [1, 0]", "~ [0, 1] → [1, 0]"])
  }

  @Test(arguments: Strategy.allCases)
  func sizesOfLivingSectionsAddUp(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 101)
    for _ in 0..<150 {
      let old = random.board(sections: 5, rows: 14, repeats: true)
      let new = random.board(sections: 5, rows: 14, repeats: true)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      let batch = changes.batch
      for section in old.sections.indices {
        guard let target = changes.pathTranslation.newSection(for: section) else {
          #expect(!batch.deletes.contains { $0.section == section })
          #expect(!batch.moves.contains { $0.from.section == section })
          continue
        }
        let gone = batch.deletes.count { $0.section == section } + batch.moves.count { $0.from.section == section }
        let come = batch.inserts.count { $0.section == target } + batch.moves.count { $0.to.section == target }
        #expect(old.itemCount(inSection: section) - gone + come == new.itemCount(inSection: target))
      }
      for section in batch.sectionInserts {
        #expect(!batch.inserts.contains { $0.section == section })
        #expect(!batch.moves.contains { $0.to.section == section })
      }
    }
  }
}
