import ConformanceKit
import SectionDiff
import Testing

/// The list that performs single steps finds fault with wrong ones.
@Suite struct StepwiseListTests {
  private let old = World(flat: [1, 2, 3])
  private let new = World(flat: [3, 1, 4])

  private func path(_ item: Int, section: Int = 0) -> ItemPath { ItemPath(section: section, item: item) }

  private func list(after steps: [ChangeList.Change], unique: IdentityScope? = .global) -> StepwiseList {
    var list = StepwiseList(old, target: new, unique: unique)
    for step in steps { list.perform(step) }
    return list
  }

  @Test func rightStepsLeadToTheTarget() {
    let list = list(after: [.delete(path(1)), .move(from: path(1), to: path(0)), .insert(path(2))])
    #expect(list.problems == [] && list.world == new)
  }

  @Test func aStepThatNamesNoPlaceIsRejected() {
    for step: ChangeList.Change in [
      .delete(path(3)), .delete(path(0, section: 1)), .move(from: path(0), to: path(3)), .insert(path(3)),
      .deleteSection(1), .insertSection(1), .moveSection(from: 0, to: 1), .update(from: path(3), to: path(3)),
    ] {
      #expect(list(after: [step]).problems.count == 1, "\(step)")
    }
  }

  @Test func anUpdateOfAnotherRowIsRejected() {
    #expect(list(after: [.update(from: path(0), to: path(0))]).problems.count == 1)
    #expect(list(after: [.update(from: path(0), to: path(1))]).problems.count == 1)
  }

  @Test func anIdentityThatIsListedTwiceIsFound() {
    // Row 3 comes before the old one has gone.
    let early: [ChangeList.Change] = [.insert(path(0)), .delete(path(3))]
    #expect(list(after: early).problems.count == 1)
    #expect(list(after: early, unique: nil).problems == [])
  }
}
