import SectionDiff
import Testing

@Suite struct ChangesetTextTests {
  @Test func everyChangeIsALineWithItsValues() throws {
    #expect(
      try ChangeListTests.sample().description == """
        - [2] C: \("")
        - [5] G: \("")
        + [5] F: \("")
        > [6] → [0]
        > [3] → [1]
        ~ [1] → [3] B: old → new
        - [0, 2] c
        - [2, 0] h
        - [5, 0] j
        - [5, 1] k
        + [1, 1] n
        + [3, 2] m
        + [5, 0] o
        + [5, 1] p
        > [0, 0] → [2, 2]
        > [1, 2] → [3, 0]
        ~ [0, 3] → [2, 1] d → d=2
        ~ [1, 1] → [3, 3] f → f=1
        """)
  }

  @Test func aHeaderThatIsNoneIsNotShown() throws {
    let old = Snapshot(sections: [SnapshotSection("A", items: [1])])
    let new = Snapshot(sections: [SnapshotSection("B", items: [2])])
    #expect(try Differ().changeset(from: old, to: new).description == "- [0] A\n+ [0] B\n- [0, 0] 1\n+ [0, 0] 2")
  }

  @Test func nothingChangedIsNoText() throws {
    #expect(try Differ().changeset(from: [1, 2], to: [1, 2]).description == "")
  }
}
