import SectionDiff
import Testing

@Suite struct ItemPathTests {
  @Test func pathsAscendBySectionThenByItem() {
    let paths = [(1, 0), (0, 9), (1, 2), (0, 1)].map { ItemPath(section: $0.0, item: $0.1) }
    #expect(paths.sorted().map(\.description) == ["[0, 1]", "[0, 9]", "[1, 0]", "[1, 2]"])
  }

  @Test func aPathIsNotBelowItself() {
    let path = ItemPath(section: 2, item: 3)
    #expect(!(path < path))
  }

  @Test func equalPathsHaveEqualHashes() {
    let places: Set = [ItemPath(section: 0, item: 1), ItemPath(section: 0, item: 1), ItemPath(section: 1, item: 0)]
    #expect(places.count == 2)
  }

  @Test func aPathSurvivesCoding() throws {
    let path = ItemPath(section: 4, item: 7)
    #expect(try json(path) == #"{"item":7,"section":4}"#)
    #expect(try decoded(ItemPath.self, from: try json(path)) == path)
  }
}
