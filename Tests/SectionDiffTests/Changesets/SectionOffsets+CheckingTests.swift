import Testing

@testable import SectionDiff

@Suite struct SectionOffsetsCheckingTests {
  @Test func equalSizesFit() throws {
    try SectionOffsets.check(SectionOffsets([0]), equals: SectionOffsets([0]), whose: "expects")
    try SectionOffsets.check(SectionOffsets([0, 2, 5]), equals: SectionOffsets([0, 2, 5]), whose: "expects")
  }

  @Test(arguments: [
    ([0, 1], [0, 1, 2], "the changeset expects 2 sections, but there are 1"),
    ([0], [0, 0], "the changeset expects 1 sections, but there are 0"),
    ([0, 1, 3], [0, 1, 2], "the changeset expects 1 items in section 1, but there are 2"),
    ([0, 2, 3], [0, 1, 3], "the changeset expects 1 items in section 0, but there are 2"),
  ])
  func whatDoesNotFitIsNamed(_ actual: [Int], _ expected: [Int], _ text: String) {
    let error = #expect(throws: DiffError.self) {
      try SectionOffsets.check(SectionOffsets(actual), equals: SectionOffsets(expected), whose: "expects")
    }
    #expect(error?.description == text)
  }
}
