import DiffWorkloads
import SectionDiff
import Testing

@testable import BenchmarkHarness

/// What another program answers, replayed.
@Suite("Scripts of other programs")
struct ChangeScriptTests {
  private let old = WorkloadSide(sections: [(1, rows(10, 11, 12, 13)), (2, rows(20, 21))])

  private static func rows(_ ids: Int...) -> [WorkloadRow] { ids.map { WorkloadRow(id: $0) } }

  private func problem(_ script: ChangeScript, _ new: WorkloadSide) -> String? {
    do throws(VerificationFailure) {
      try script.verify(from: old, to: new, of: "theirs")
      return nil
    } catch {
      return error.problem
    }
  }

  /// 11 gone, 30 new, 13 at the front, 20 in the other section with other content.
  private var new: WorkloadSide {
    var moved = Self.rows(20)
    moved[0].version = 7
    return WorkloadSide(sections: [(2, Self.rows(21)), (1, Self.rows(13, 10, 30, 12) + moved)])
  }
  private let right = ChangeScript(
    deletes: [[0, 1]], inserts: [[1, 2]], moves: [[[0, 3], [1, 0]], [[1, 0], [1, 4]]], updates: [[[1, 0], [1, 4]]])

  @Test("a right answer passes, and has its counts")
  func passes() {
    #expect(problem(right, new) == nil)
    // Sections 1 and 2 have changed places.
    #expect(
      right.counts(between: WorkloadPair(old: old, new: new))
        == ChangeCounts(sectionMoves: 1, deletes: 1, inserts: 1, moves: 2, updates: 1))
    #expect(problem(ChangeScript(), old) == nil)
  }

  @Test("each thing that can be wrong with an answer is found")
  func fails() {
    func changed(_ change: (inout ChangeScript) -> Void) -> String? {
      var script = right
      change(&script)
      return problem(script, new)
    }
    #expect(changed { $0.updates = [] } == "applying its changes does not give the item at [1, 4]")
    #expect(changed { $0.updates = [[[1, 1], [1, 4]]] } == "the update [[1, 1], [1, 4]] is of two items")
    #expect(changed { $0.deletes = [] } == "section 1 has places for 2 items that stay, not for 3")
    #expect(changed { $0.deletes = [[0, 0]] } == "applying its changes does not give the item at [1, 1]")
    #expect(changed { $0.deletes.append([0, 1]) } == "[0, 1] of the old side leaves twice")
    #expect(changed { $0.deletes = [[0, 9]] } == "the delete [0, 9] is no place")
    #expect(changed { $0.deletes = [[1]] } == "the delete [1] is no place")
    #expect(changed { $0.deletes = [[-1, 0]] } == "the delete [-1, 0] is no place")
    #expect(changed { $0.inserts.append([1, 0]) } == "[1, 0] of the new side is filled twice")
    #expect(changed { $0.moves[0] = [[0, 3]] } == "the move [[0, 3]] is no pair of places")
    #expect(changed { $0.moves = [] } == "section 1 has places for 4 items that stay, not for 3")
    let fewer = WorkloadSide(sections: [(1, Self.rows(10, 11, 12, 13))])
    #expect(problem(ChangeScript(), fewer) == "2 items stay in section 2, which is gone")
    let more = WorkloadSide(sections: old.sections + [(3, Self.rows(40))])
    #expect(problem(ChangeScript(), more) == "nothing comes to [2, 0]")
  }

  @Test("insertions take the new item, so that none can be made up")
  func madeUp() {
    // All out, all in: right, and as long as it can be.
    let all = ChangeScript(
      deletes: old.sections.enumerated().flatMap { s, section in section.rows.indices.map { [s, $0] } },
      inserts: new.sections.enumerated().flatMap { s, section in section.rows.indices.map { [s, $0] } })
    #expect(problem(all, new) == nil)
    #expect(all.counts(between: WorkloadPair(old: old, new: new)).total == 12 + 1)
  }

  @Test("sections that come, go and move cost a rival what they cost a diff", arguments: ["regroup", "sections-moves"])
  func sections(name: String) throws {
    var pair = try #require(Catalogue.workload(name)).pair(size: 3_000)
    // One gone, one new, and the last first.
    let gone = pair.new.sections.removeLast()
    pair.new.sections.insert((gone.key + 1_000_000, gone.rows), at: 0)
    if pair.new.sections.count > 2 { pair.new.sections.swapAt(1, pair.new.sections.count - 1) }
    let changes = try Differ().changeset(
      from: pair.old.snapshot(of: IntElement.self, from: ()), to: pair.new.snapshot(of: IntElement.self, from: ()))
    let counts = changes.counts
    #expect(counts.sectionDeletes > 0 && counts.sectionInserts > 0)
    let script = Self.script(of: changes.identity)
    try script.verify(from: pair.old, to: pair.new, of: name)
    #expect(script.counts(between: pair) == counts)
  }

  /// The changes of a diff, written as a script.
  private static func script(of changes: ChangeList) -> ChangeScript {
    func path(_ path: ItemPath) -> [Int] { [path.section, path.item] }
    return ChangeScript(
      deletes: changes.deletes.map(path), inserts: changes.inserts.map(path),
      moves: changes.moves.map { [path($0.from), path($0.to)] },
      updates: changes.updates.map { [path($0.from), path($0.to)] })
  }

  @Test("random edits: the changes of a diff, written as a script, pass; with one of them missing they do not")
  func random() throws {
    for name in ["mixed", "sections-moves", "regroup", "shuffle"] {
      let pair = try #require(Catalogue.workload(name)).pair(size: 300)
      let changes = try Differ().changeset(
        from: pair.old.snapshot(of: IntElement.self, from: ()), to: pair.new.snapshot(of: IntElement.self, from: ())
      ).identity
      var script = Self.script(of: changes)
      try script.verify(from: pair.old, to: pair.new, of: name)
      script.moves.removeLast()
      #expect(throws: VerificationFailure.self) { try script.verify(from: pair.old, to: pair.new, of: name) }
    }
  }
}
