import SectionDiff
import Testing

@Suite struct ArrayApplyingTests {
  private struct Point { var x: Int }
  private struct Note: Identifiable, Hashable {
    var id: Int
    var text = ""
  }

  @Test func valuesOfAllListsOfThree() throws {
    let values = [0, 1, 2]
    let lists = values.flatMap { a in values.flatMap { b in values.map { c in [a, b, c] } } } + [[], [0], [1, 0]]
    for old in lists {
      for new in lists {
        let changes = try Differ().changeset(from: old, to: new)
        let applied: [Int] = try old.applying(changes)
        #expect(applied == new)
        #expect(try new.applying(changes.inverted) == old)
        #expect(try old.applying(changes.detached()) == new)
      }
    }
  }

  @Test func itemsAreDistinguishedByID() throws {
    let (old, new) = ([Note(id: 1, text: "a"), Note(id: 2)], [Note(id: 2), Note(id: 1, text: "b")])
    let changes = try Differ().changeset(from: old, to: new)
    #expect(changes.counts.updates == 1)
    #expect(try old.applying(changes) == new)
    #expect(throws: DiffError.self) { try [Note(id: 3, text: "a"), Note(id: 2)].applying(changes) }
  }

  @Test func itemsWithoutAnyEqualityAreTakenAsTheyAre() throws {
    let (old, new) = ([Point(x: 1), Point(x: 2)], [Point(x: 2)])
    let comparison = KeyedComparison<Point, Int>.by(\.x) { _, _ in true }
    let changes = try Differ().changeset(from: old, to: new, comparing: comparison)
    #expect(try old.applying(changes).map(\.x) == [2])
    #expect(throws: DiffError.self) { try [Point(x: 5), Point(x: 2)].applying(changes, comparing: comparison) }
    #expect(throws: DiffError.self) { try [Point(x: 1)].applying(changes) }
  }
}
