import Testing

@testable import SectionDiff

@Suite struct ChangesetOneAtATimeTests {
  func changes(_ old: Board, _ new: Board) throws -> Changeset<String, Row, String> {
    try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
  }
  func steps(_ old: Board, _ new: Board) throws -> [String] {
    try changes(old, new).oneAtATime.map(\.description)
  }
  func rows(_ old: Board, _ new: Board, headerRows: Bool) throws -> [String] {
    try changes(old, new).rowsOneAtATime(from: old, headerRows: headerRows).map(\.description)
  }

  @Test func nothingChangedIsNoStep() throws {
    #expect(try steps(board("A: a"), board("A: a")) == [])
    #expect(try rows(board("A: a"), board("A: a"), headerRows: true) == [])
  }

  @Test func deletesComeFromTheBackAndInsertsFromTheFront() throws {
    #expect(
      try steps(board("A: a b c"), board("A: x b y z"))
        == ["- [0, 2]", "- [0, 0]", "+ [0, 0]", "+ [0, 2]", "+ [0, 3]"])
  }

  @Test func aMoveNamesItsPlacesBeforeAndAfterTheStep() throws {
    // a b c d e → a c d e b → c d e b a: each is taken from where it is by then.
    #expect(
      try steps(board("A: a b c d e"), board("A: c d e b a")) == ["> [0, 1] → [0, 4]", "> [0, 0] → [0, 4]"])
    #expect(
      try steps(board("A: a b c d"), board("A: c d a b")) == ["> [0, 2] → [0, 0]", "> [0, 3] → [0, 1]"])
  }

  @Test func updatesComeLastAtNewPlaces() throws {
    #expect(
      try steps(board("A(x): a b c"), board("A(y): n c=1 a b"))
        == ["> [0, 2] → [0, 0]", "+ [0, 0]", "~ [0] → [0]", "~ [0, 1] → [0, 1]"])
  }

  @Test func sectionsComeAndGoWithTheirItems() throws {
    #expect(
      try steps(board("A: a", "B: b c", "C: d"), board("C: d", "N: c n", "A: a"))
        == ["- [1]", "> [1] → [0]", "+ [1]"])
  }

  @Test func anItemMovesBetweenSectionsThatHaveMoved() throws {
    #expect(
      try steps(board("A: a x", "B: b", "C: c"), board("B: b", "C: c", "A: a", "D:"))
        == ["- [0, 1]", "> [0] → [2]", "+ [3]"])
    #expect(
      try steps(board("A: a x", "B: b", "C: c"), board("B: x b", "C: c", "A: a"))
        == ["> [0] → [2]", "> [2, 1] → [0, 0]"])
  }

  @Test func rowsCountTheHeadersOfSections() throws {
    let (old, new) = (board("A(x): a b", "B: c"), board("A(y): b=1", "N: n", "B: a c"))
    #expect(
      try rows(old, new, headerRows: true)
        == ["> [0, 1] → [0, 3]", "+ [0, 2]", "+ [0, 3]", "~ [0, 0] → [0, 0]", "~ [0, 1] → [0, 1]"])
    #expect(
      try rows(old, new, headerRows: false) == ["> [0, 0] → [0, 1]", "+ [0, 1]", "~ [0, 0] → [0, 0]"])
  }

  @Test func aRowLeavesADeletedSectionByAMove() throws {
    #expect(
      try rows(board("A: a b", "B: c"), board("B: c a"), headerRows: true)
        == ["- [0, 2]", "- [0, 0]", "> [0, 0] → [0, 2]"])
  }

  @Test func aSectionMovesRowByRow() throws {
    #expect(
      try rows(board("A: a b", "B: c", "C: d"), board("B: c", "C: d", "A: a b"), headerRows: true)
        == ["> [0, 0] → [0, 6]", "> [0, 0] → [0, 6]", "> [0, 0] → [0, 6]"])
  }

  @Test func rowsOfOtherDataAreRefused() throws {
    let changes = try changes(board("A: a"), board("A: a b"))
    #expect(throws: DiffError.self) { try changes.rowsOneAtATime(from: board("A:"), headerRows: false) }
  }
}
