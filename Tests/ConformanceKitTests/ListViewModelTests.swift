import ConformanceKit
import SectionDiff
import Testing

private typealias Model = ListViewModel
private typealias Batch = PlainChanges

/// Sections 0, 1, … of rows given as identities; content is the identity divided by 100, so 101 is row 1 changed.
private func list(_ sections: [[Int]], keys: [Int]? = nil) -> [World.Section] {
  sections.enumerated().map { offset, rows in
    World.Section(
      key: keys?[offset] ?? offset,
      rows: rows.map { World.Row(id: $0 % 100, content: $0 / 100) })
  }
}

private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

extension PlainChanges {
  fileprivate init(
    sectionDeletes: [Int] = [], sectionInserts: [Int] = [], sectionMoves: [Pair<Int>] = [], deletes: [ItemPath] = [],
    inserts: [ItemPath] = [], moves: [Pair<ItemPath>] = [], reloads: [ItemPath] = []
  ) {
    self.init()
    self.sectionDeletes = sectionDeletes
    self.sectionInserts = sectionInserts
    self.sectionMoves = sectionMoves
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    updates = reloads.map { Pair(from: $0, to: $0) }
  }
}

/// A step made by hand, and the rule it breaks; `nil` for a legal one.
struct HandMadeStep: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: ListViewModel.Rule?
  let batch: PlainChanges
  let before: [World.Section]
  let after: [World.Section]

  var testDescription: String { "\(rule.map { "\($0)" } ?? "legal"): \(name)" }
}

private let illegal: [HandMadeStep] = [
  // L1
  HandMadeStep(
    name: "a section goes, nobody says so", rule: .l1, batch: Batch(),
    before: list([[1], [2]]), after: list([[1]])),
  HandMadeStep(
    name: "a section is inserted but not there", rule: .l1, batch: Batch(sectionInserts: [1]),
    before: list([[1]]), after: list([[1]])),
  HandMadeStep(
    name: "a section is deleted that never was", rule: .l1, batch: Batch(sectionDeletes: [3]),
    before: list([[1], [2]]), after: list([[1]])),
  HandMadeStep(
    name: "a section moves to where none is", rule: .l1,
    batch: Batch(sectionMoves: [.init(from: 0, to: 2)]),
    before: list([[1], [2]]), after: list([[2], [1]], keys: [1, 0])),
  // L2
  HandMadeStep(
    name: "a row goes, nobody says so", rule: .l2, batch: Batch(), before: list([[1, 2]]), after: list([[1]])),
  HandMadeStep(
    name: "a row comes, nobody says so", rule: .l2, batch: Batch(), before: list([[1]]),
    after: list([[1, 2]])),
  HandMadeStep(
    name: "a row moves away and a delete is reported as well as needed elsewhere", rule: .l2,
    batch: Batch(deletes: [path(0, 0)]), before: list([[1], [2]]), after: list([[1], []])),
  HandMadeStep(
    name: "a row is deleted that is not there", rule: .l2, batch: Batch(deletes: [path(0, 2)]),
    before: list([[1, 2]]), after: list([[1]])),
  HandMadeStep(
    name: "a row is inserted into a section that is not there", rule: .l2,
    batch: Batch(inserts: [path(1, 0)]),
    before: list([[1]]), after: list([[1]])),
  // L3
  HandMadeStep(
    name: "a row is deleted twice", rule: .l3, batch: Batch(deletes: [path(0, 0), path(0, 0)]),
    before: list([[1, 2]]), after: list([[2]])),
  HandMadeStep(
    name: "a row is deleted and moved", rule: .l3,
    batch: Batch(deletes: [path(0, 0)], moves: [.init(from: path(0, 0), to: path(0, 1))]),
    before: list([[1, 2]]), after: list([[2, 1]])),
  HandMadeStep(
    name: "two rows come to one place", rule: .l3,
    batch: Batch(inserts: [path(0, 1)], moves: [.init(from: path(0, 0), to: path(0, 1))]),
    before: list([[1, 2]]), after: list([[2, 1]])),
  HandMadeStep(
    name: "a row is reloaded and deleted", rule: .l3,
    batch: Batch(deletes: [path(0, 0)], reloads: [path(0, 0)]),
    before: list([[1, 2]]), after: list([[2]])),
  HandMadeStep(
    name: "a section is deleted and moved", rule: .l3,
    batch: Batch(sectionDeletes: [0], sectionMoves: [.init(from: 0, to: 1)]),
    before: list([[1], [2]]), after: list([[2], [1]], keys: [1, 0])),
  HandMadeStep(
    name: "two sections come to one place", rule: .l3, batch: Batch(sectionInserts: [1, 1]),
    before: list([[1]]), after: list([[1], [2], [3]])),
  // L4
  HandMadeStep(
    name: "a row of a deleted section is deleted", rule: .l4,
    batch: Batch(sectionDeletes: [1], deletes: [path(1, 0)]), before: list([[1], [2]]), after: list([[1]])),
  HandMadeStep(
    name: "a row moves out of a deleted section", rule: .l4,
    batch: Batch(sectionDeletes: [1], moves: [.init(from: path(1, 0), to: path(0, 1))]),
    before: list([[1], [2]]), after: list([[1, 2]])),
  HandMadeStep(
    name: "a row of an inserted section is inserted", rule: .l4,
    batch: Batch(sectionInserts: [1], inserts: [path(1, 0)]), before: list([[1]]), after: list([[1], [2]])),
  HandMadeStep(
    name: "a row moves into an inserted section", rule: .l4,
    batch: Batch(sectionInserts: [1], moves: [.init(from: path(0, 1), to: path(1, 0))]),
    before: list([[1, 2]]), after: list([[1], [2]])),
  HandMadeStep(
    name: "a row of a deleted section is reloaded", rule: .l4,
    batch: Batch(sectionDeletes: [0], reloads: [path(0, 0)]), before: list([[1]]), after: list([])),
  // L5
  HandMadeStep(
    name: "a row is reloaded and moved within its section", rule: .l5,
    batch: Batch(moves: [.init(from: path(0, 0), to: path(0, 1))], reloads: [path(0, 0)]),
    before: list([[1, 2]]), after: list([[2, 101]])),
  HandMadeStep(
    name: "a row is reloaded and moved to another section", rule: .l5,
    batch: Batch(moves: [.init(from: path(0, 0), to: path(1, 0))], reloads: [path(0, 0)]),
    before: list([[1], []]), after: list([[], [101]])),
  // L6
  HandMadeStep(
    name: "a row is deleted from a section that moves", rule: .l6,
    batch: Batch(sectionMoves: [.init(from: 0, to: 1)], deletes: [path(0, 0)]),
    before: list([[1, 2], [3]]), after: list([[3], [2]], keys: [1, 0])),
  HandMadeStep(
    name: "a row is inserted into a section that moves", rule: .l6,
    batch: Batch(sectionMoves: [.init(from: 0, to: 1)], inserts: [path(1, 0)]),
    before: list([[], [3]]), after: list([[3], [2]], keys: [1, 0])),
  HandMadeStep(
    name: "a row moves out of a section that moves", rule: .l6,
    batch: Batch(
      sectionMoves: [.init(from: 0, to: 1)], moves: [.init(from: path(0, 0), to: path(0, 0))]),
    before: list([[1, 2], [3]]), after: list([[1, 3], [2]], keys: [1, 0])),
  HandMadeStep(
    name: "a row is reloaded in a section that moves", rule: .l6,
    batch: Batch(sectionMoves: [.init(from: 1, to: 0)], reloads: [path(1, 0)]),
    before: list([[1], [2]]), after: list([[102], [1]], keys: [1, 0])),
  // L7
  HandMadeStep(
    name: "two rows change places, nobody says so", rule: .l7, batch: Batch(),
    before: list([[1, 2]]), after: list([[2, 1]])),
  HandMadeStep(
    name: "content changes, nobody says so", rule: .l7, batch: Batch(),
    before: list([[1, 2]]), after: list([[1, 102]])),
  HandMadeStep(
    name: "the wrong row is deleted", rule: .l7, batch: Batch(deletes: [path(0, 0)]),
    before: list([[1, 2]]), after: list([[1]])),
  HandMadeStep(
    name: "a row moves to the wrong place", rule: .l7,
    batch: Batch(moves: [.init(from: path(0, 0), to: path(0, 1))]),
    before: list([[1, 2, 3]]), after: list([[2, 3, 1]])),
  HandMadeStep(
    name: "a moved row changes unseen", rule: .l7,
    batch: Batch(moves: [.init(from: path(0, 0), to: path(0, 1))]),
    before: list([[1, 2]]), after: list([[2, 101]])),
  HandMadeStep(
    name: "a reloaded row becomes another", rule: .l7, batch: Batch(reloads: [path(0, 0)]),
    before: list([[1]]), after: list([[2]])),
  HandMadeStep(
    name: "a row of a moved section changes unseen", rule: .l7,
    batch: Batch(sectionMoves: [.init(from: 0, to: 1)]),
    before: list([[1], [2]]), after: list([[2], [101]], keys: [1, 0])),
  HandMadeStep(
    name: "two sections change places, nobody says so", rule: .l7, batch: Batch(),
    before: list([[], []]), after: list([[], []], keys: [1, 0])),
  HandMadeStep(
    name: "the wrong section moves", rule: .l7, batch: Batch(sectionMoves: [.init(from: 2, to: 0)]),
    before: list([[], [], []]), after: list([[], [], []], keys: [1, 0, 2])),
]

private let legal: [HandMadeStep] = [
  HandMadeStep(
    name: "nothing at all", rule: nil, batch: Batch(), before: list([[1, 2]]), after: list([[1, 2]])),
  HandMadeStep(name: "no section at all", rule: nil, batch: Batch(), before: list([]), after: list([])),
  HandMadeStep(
    name: "delete, insert, move and reload together", rule: nil,
    batch: Batch(
      deletes: [path(0, 0)], inserts: [path(0, 0)], moves: [.init(from: path(0, 1), to: path(1, 1))],
      reloads: [path(0, 2)]),
    before: list([[1, 2, 3], [4]]), after: list([[5, 103], [4, 2]])),
  HandMadeStep(
    name: "sections deleted, inserted and moved, rows implied", rule: nil,
    batch: Batch(sectionDeletes: [1], sectionInserts: [0], sectionMoves: [.init(from: 0, to: 2)]),
    before: list([[1], [2, 3], [4]]), after: list([[7, 8], [4], [1]], keys: [9, 2, 0])),
  HandMadeStep(
    name: "a row crosses from one section at rest to another while a third moves", rule: nil,
    batch: Batch(
      sectionMoves: [.init(from: 0, to: 2)], moves: [.init(from: path(1, 0), to: path(1, 0))]),
    before: list([[1], [2, 5], [3]]), after: list([[5], [2, 3], [1]], keys: [1, 2, 0])),
  HandMadeStep(
    name: "a swap reported as one move", rule: nil,
    batch: Batch(moves: [.init(from: path(0, 0), to: path(0, 1))]),
    before: list([[1, 2]]), after: list([[2, 1]])),
  HandMadeStep(
    name: "a swap reported as two moves", rule: nil,
    batch: Batch(
      moves: [.init(from: path(0, 0), to: path(0, 1)), .init(from: path(0, 1), to: path(0, 0))]),
    before: list([[1, 2]]), after: list([[2, 1]])),
  HandMadeStep(
    name: "equal rows are interchangeable", rule: nil, batch: Batch(deletes: [path(0, 0)]),
    before: list([[1, 1]]), after: list([[1]])),
  HandMadeStep(
    name: "a reload without a change", rule: nil, batch: Batch(reloads: [path(0, 0)]),
    before: list([[1]]), after: list([[1]])),
]

@Suite("The list-view model")
struct ListViewModelTests {
  @Test("catches a batch that breaks a rule", arguments: illegal)
  func catches(step: HandMadeStep) {
    let violations = ListViewModel.violations(of: step.batch, from: step.before, to: step.after)
    #expect(violations.contains { $0.rule == step.rule }, "\(violations)")
  }

  @Test("never accuses a legal batch", arguments: legal)
  func accepts(step: HandMadeStep) {
    #expect(ListViewModel.violations(of: step.batch, from: step.before, to: step.after) == [])
  }

  @Test("names the place and gives a sentence")
  func describes() {
    let violations = ListViewModel.violations(
      of: Batch(deletes: [path(0, 0)]), from: list([[1, 2]]), to: list([[1]]))
    #expect(violations.map(\.place) == [.newRow(path(0, 0))])
    #expect(
      violations.first?.description
        == "L7: the operations leave row [0, 1] (identity 2) at [0, 0], where identity 1 is")
  }

  @Test("is tried with at least two batches for every rule", arguments: ListViewModel.Rule.allCases)
  func coverage(rule: ListViewModel.Rule) {
    #expect(illegal.count { $0.rule == rule } >= 2)
  }
}
