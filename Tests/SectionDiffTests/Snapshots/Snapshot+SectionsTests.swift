import Testing

@testable import SectionDiff

@Suite struct SnapshotSectionsTests {
  let sample = board("A(one): a b", "B:", "C: c d e")

  @Test func sectionsAreARandomAccessCollection() {
    #expect(sample.sections.count == 3)
    #expect(sample.sections.map(\.key) == ["A", "B", "C"])
    #expect(sample.sections.reversed().map(\.key) == ["C", "B", "A"])
    #expect(sample.sections[0].header == "one")
    #expect(Board().sections.isEmpty)
  }

  @Test func itemsOfEverySectionAreIndexedFromZero() {
    let items = sample.sections[2].items
    #expect(items.startIndex == 0)
    #expect(items.endIndex == 3)
    #expect(items[0].id == "c")
    #expect(items.last?.id == "e")
    #expect(sample.sections[1].items.isEmpty)
  }

  @Test func itemsAreEqualByValueWhereverTheyStand() {
    let other = board("X: z", "Y: c d e")
    #expect(sample.sections[2].items == other.sections[1].items)
    #expect(sample.sections[0].items != other.sections[1].items)
  }

  @Test func aSectionViewCopiesNoItem() {
    let numbers = FlatSnapshot(0..<50)
    #expect(shareStorage(numbers.sections[0].items.all, numbers.items))
  }
}
