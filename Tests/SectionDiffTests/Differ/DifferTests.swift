import SectionDiff
import Testing

@Suite struct DifferTests {
  @Test func byDefaultADifferAdaptsAllowsAndLooksEverywhere() {
    let differ = Differ()
    #expect(differ.algorithm.name == "adaptive")
    #expect(differ.duplicates == .allow)
    #expect(differ.scope == .global)
    #expect(differ.budget == .standard)
  }

  @Test func theSamplesOfTheDocumentationHold() throws {
    #expect(
      try Differ().changeset(from: [1, 2, 3], to: [1, 3]).identity.deletes.first == ItemPath(section: 0, item: 1))
  }

  @Test func theAnswerHoldsTheSnapshotsItRefersTo() throws {
    let diff = try Differ().diff(from: list("a b"), to: list("b c"))
    #expect(diff.old == list("a b"))
    #expect(diff.new == list("b c"))
    #expect(diff.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    #expect(diff.receipt.strategy == "adaptive")
  }

  @Test func inTheScopeOfASectionLeavingItIsADeleteAndAnInsert() throws {
    let (old, new) = (board("A: a b", "B: c"), board("A: b", "B: c a"))
    #expect(try Differ(scope: .global).changeset(from: old, to: new).counts == ChangeCounts(moves: 1))
    #expect(
      try Differ(scope: .section).changeset(from: old, to: new).counts == ChangeCounts(deletes: 1, inserts: 1))
  }

  @Test func inTheScopeOfASectionOrderStillMatters() throws {
    let (old, new) = (board("A: a b", "B: a c"), board("A: b a", "B: c a=1"))
    #expect(
      try Differ(scope: .section).changeset(from: old, to: new).counts == ChangeCounts(moves: 2, updates: 1))
  }

  @Test func valuesOfTheApiAreSendable() {
    func need<Value: Sendable>(_ type: Value.Type) {}
    need(Differ.self)
    need(Board.self)
    need(BoardChanges.self)
    need(Diff<String, Row, String>.self)
    need(Changeset<String, Row, String>.Stage.self)
    need(SnapshotSection<String, Row, String>.self)
    need(ChangeList.self)
    need(ChangeList.Change.self)
    need(PathTranslation.self)
    need(DiffReceipt.self)
    need(DiffError.self)
    need(Matching.self)
    need(Board.Sections.self)
    need(Board.Items.self)
  }
}
