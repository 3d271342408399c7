import SectionDiff
import Testing

@Suite struct SectionTests {
  @Test func sectionsAreEqualByKeyHeaderAndItems() {
    let section = SnapshotSection("A", header: "title", items: [1, 2])
    #expect(section == SnapshotSection("A", header: "title", items: [1, 2]))
    #expect(section != SnapshotSection("B", header: "title", items: [1, 2]))
    #expect(section != SnapshotSection("A", header: "other", items: [1, 2]))
    #expect(section != SnapshotSection("A", header: "title", items: [2, 1]))
  }

  @Test func aSectionWithoutHeaderHasNoHeader() {
    #expect(SnapshotSection(7, items: ["a"]).header == NoHeader())
  }

  @Test func noHeaderAndUnsectionedEncodeAsEmptyObjects() throws {
    #expect(try json(NoHeader()) == "{}")
    #expect(try json(Unsectioned()) == "{}")
    #expect(try decoded(NoHeader.self, from: "{}") == NoHeader())
    #expect(try decoded(Unsectioned.self, from: "{}") == Unsectioned())
  }

  @Test func theKeyOfAPlainListReadsItems() {
    #expect("\(Unsectioned())" == "items")
  }
}
