import SectionDiff
import Testing

@Suite struct DiffInputTests {
  @Test func equalElementsHaveEqualTokens() {
    let input = DiffInput(old: "kitten", new: "sitting")
    #expect(input.old == [0, 1, 2, 2, 3, 4])
    #expect(input.new == [5, 1, 2, 2, 1, 4, 6])
    #expect(input.oldTokenBound == 5)
    let hasRepeats = input.hasRepeats
    #expect(hasRepeats)
  }

  @Test func emptySidesAreInputsToo() {
    let input = DiffInput(old: [Int](), new: [Int]())
    #expect(input.old.isEmpty)
    #expect(input.new.isEmpty)
    #expect(input.oldTokenBound == 0)
    let hasRepeats = input.hasRepeats
    #expect(!hasRepeats)
  }

  @Test(arguments: [
    ("ab", "ba", false), ("aab", "b", false), ("aab", "a", true), ("ab", "aa", true), ("ab", "ccc", false),
    ("", "aa", false), ("aa", "", false),
  ])
  func onlyTokensOfBothSidesCountAsRepeats(_ old: String, _ new: String, _ expected: Bool) {
    let hasRepeats = DiffInput(old: old, new: new).hasRepeats
    #expect(hasRepeats == expected)
  }
}
