import SectionDiff
import Testing

@Suite struct DiffInputTests {
  @Test func equalElementsHaveEqualTokens() {
    let input = DiffInput(old: "kitten", new: "sitting")
    #expect(input.old == [0, 1, 2, 2, 3, 4])
    #expect(input.new == [5, 1, 2, 2, 1, 4, 6])
    #expect(input.oldTokenBound == 5)
    #expect(input.repeatsInOld == 1)
  }

  @Test func emptySidesAreInputsToo() {
    let input = DiffInput(old: [Int](), new: [Int]())
    #expect(input.old.isEmpty)
    #expect(input.new.isEmpty)
    #expect(input.oldTokenBound == 0)
    #expect(input.repeatsInOld == 0)
  }

  @Test func repeatsOfTheNewSideAreNotCounted() {
    #expect(DiffInput(old: [1, 2], new: [1, 1, 1]).repeatsInOld == 0)
    #expect(DiffInput(old: [1, 1, 1, 2, 2], new: [1]).repeatsInOld == 3)
  }
}
