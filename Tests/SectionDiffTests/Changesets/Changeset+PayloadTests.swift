import SectionDiff
import Testing

@Suite struct ChangesetPayloadTests {
  @Test func sectionValuesAreReadByIndex() throws {
    let changes = try Differ().changeset(from: board("A(x):", "B(y):", "C(z):"), to: board("B(w):", "D(v):"))
    for each in [changes, changes.detached()] {
      #expect(each.deletedSection(0).key == "A")
      #expect(each.deletedSection(1).header == "z")
      #expect(each.insertedSection(0).key == "D")
      #expect(each.insertedSection(0).header == "v")
      #expect(each.updatedSection(0).key == "B")
      #expect(each.updatedSection(0).from == "y")
      #expect(each.updatedSection(0).to == "w")
    }
  }

  @Test func aDetachedChangesetEqualsItsOriginal() throws {
    let changes = try ChangeListTests.sample()
    #expect(changes.detached() == changes)
    #expect(changes.detached().detached() == changes)
    #expect(changes.detached().description == changes.description)
  }

  @Test(arguments: [
    ("a b", "a c", "a b", "a d"), ("a b", "a", "a c", "a"), ("a", "a=1", "a", "a=2"), ("a=1", "a", "a=2", "a"),
    ("a b", "b a", "a b", "a"), ("a b c", "c a b", "a b c", "a c b"),
  ])
  func changesetsDifferByPositionsOrItems(_ old: String, _ new: String, _ otherOld: String, _ otherNew: String) throws {
    let one = try Differ().changeset(from: list(old), to: list(new))
    let other = try Differ().changeset(from: list(otherOld), to: list(otherNew))
    #expect(one != other)
    #expect(one.detached() != other)
  }

  @Test(arguments: [
    (board("A(x):"), board(), board("A(y):"), board()), (board(), board("A:"), board(), board("B:")),
    (board("A(x):"), board("A(y):"), board("A(x):"), board("A(z):")),
    (board("A(x):"), board("A(y):"), board("B(x):"), board("B(y):")),
  ])
  func changesetsDifferBySectionValues(_ old: Board, _ new: Board, _ otherOld: Board, _ otherNew: Board) throws {
    let one = try Differ().changeset(from: old, to: new)
    #expect(one != (try Differ().changeset(from: otherOld, to: otherNew)))
    #expect(one == (try Differ().changeset(from: old, to: new)))
  }

  @Test func itemsThatNoChangeNamesDoNotMatterForEquality() throws {
    let one = try Differ().changeset(from: list("a b"), to: list("a b c"))
    let other = try Differ().changeset(from: list("x y"), to: list("x y c"))
    #expect(one == other)
  }
}
