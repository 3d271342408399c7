import Testing

@testable import SectionDiff

@Suite struct SectionOffsetsTests {
  let offsets = SectionOffsets([0, 3, 3, 5])

  @Test func sectionsAreRangesOfPositions() {
    #expect(offsets.sectionCount == 3)
    #expect(offsets.itemCount == 5)
    #expect(offsets.sections.map { offsets[$0] } == [0..<3, 3..<3, 3..<5])
    #expect(offsets.sizes == [3, 0, 2])
    #expect(SectionOffsets(sizes: [3, 0, 2]) == offsets)
    #expect(SectionOffsets(sizes: [3, -1]) == nil)
    #expect(SectionOffsets(sizes: [.max]) == nil)
    #expect(SectionOffsets.none.sectionCount == 0)
  }

  @Test func everyPositionHasItsPath() {
    for position in 0..<5 {
      let path = offsets.path(ofPosition: position)
      #expect(path.section != 1)
      #expect(offsets.position(of: path) == position)
    }
    for path in [(-1, 0), (0, 3), (0, -1), (1, 0), (3, 0)] {
      #expect(offsets.position(of: ItemPath(section: path.0, item: path.1)) == nil)
    }
  }

  @Test func startsThatDifferByOneNumberAreShifted() {
    let other = SectionOffsets([0, 4, 4, 6])
    #expect(other.isShifted(from: offsets, in: 1..<4))
    #expect(!other.isShifted(from: offsets, in: 0..<4))
    #expect(other.isShifted(from: offsets, in: 2..<2))
  }

  @Test func oneSectionIsTheSameHoweverItIsMade() {
    let one = SectionOffsets(oneSectionOf: 4)
    var appended = SectionOffsets.none
    #expect(appended.sectionCount == 0 && appended.itemCount == 0)
    appended.appendSection(endingAt: 4)
    #expect(appended == one)
    #expect(SectionOffsets([0, 4]) == one)
    #expect(SectionOffsets(sizes: [4]) == one)
    #expect(one.sectionCount == 1 && one.itemCount == 4 && one[0] == 0..<4 && one.end(of: 0) == 4)
    #expect(one.checkInvariants() == nil)
    appended.appendSection(endingAt: 9)
    #expect(appended == SectionOffsets([0, 4, 9]))
    #expect(appended.sectionCount == 2 && appended.itemCount == 9 && appended[1] == 4..<9)
    #expect(one.isShifted(from: SectionOffsets(oneSectionOf: 6), in: 0..<1))
    #expect(!one.isShifted(from: SectionOffsets(oneSectionOf: 6), in: 0..<2))
    #expect(one.isShifted(from: appended, in: 0..<2))
  }
}
