import ConformanceKit
import LiveResults
import SectionDiff
import Testing

@testable import ListViewSupport

@Suite @MainActor struct RowPlanTests {
  typealias Plan = RowPlan<Int, World.Row, Int>

  /// A table that performs one operation after the other shows the new data.
  @Test(arguments: 0..<40) func tablesShowTheNewRows(_ chunk: Int) throws {
    let cases = RandomCases(seed: 16)
    for number in chunk * 25..<(chunk + 1) * 25 {
      let (old, new) = (cases[number].old, cases[number].new)
      guard old.hasUniqueSections, new.hasUniqueSections else { continue }
      let changes = try Differ().changeset(from: old.snapshot, to: new.snapshot)
      for headerRows in [false, true] {
        let table = ModelTable(old.snapshot, headerRows: headerRows)
        table.perform(
          try Plan(
            changes, from: old.snapshot, headerRows: headerRows, shownRows: table.shown.count, limit: .max))
        #expect(table.problems == [], "case \(number): \(old) → \(new)")
        #expect(
          table.shown == new.flattened(headerRows: headerRows).sections[0].rows, "case \(number): \(old) → \(new)")
        #expect(table.data == new.snapshot, "case \(number): \(old) → \(new)")
        #expect(table.reloads == 0, "case \(number)")
      }
    }
  }

  private let old = World(flat: [1, 2, 3]).snapshot
  private let new = World(flat: [4, 3, 1, 5]).snapshot

  @Test func stepsOfOneKindAreJoined() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    let steps = RowSteps(try changes.rowsOneAtATime(from: old, headerRows: false))
    // Which of the two rows moves is the algorithm's choice.
    #expect(
      [RowCall.move(from: 0, to: 1), .move(from: 1, to: 0)].contains {
        steps.within == [.remove([1]), $0, .insert([0, 3])]
      }, "\(steps)")
    #expect(steps.after == [] && steps.count == 4)
  }

  @Test(arguments: [(3, 4, 0), (3, 3, 1), (nil, 4, 1), (2, 4, 1)] as [(Int?, Int, Int)])
  func itReloadsWhereStepsWouldFail(_ shownRows: Int?, limit: Int, reloads: Int) throws {
    let changes = try Differ().changeset(from: old, to: new)
    let table = ModelTable(old, headerRows: false)
    table.perform(try Plan(changes, from: old, headerRows: false, shownRows: shownRows, limit: limit))
    #expect(table.reloads == reloads && table.shown == table.wanted && table.data == new)
  }

  @Test func updatesAreShown() throws {
    let changes = try Differ().changeset(from: old, to: new)
    for (kind, before, reloads) in [
      (ResultsUpdate<Int, World.Row, Int>.Kind.change, old, 0), (.reset, WorldSnapshot(), 1),
    ] {
      let update = ResultsUpdate(
        revision: 1, kind: kind, before: before, after: new,
        changeset: kind == .change ? changes : try Differ().changeset(from: before, to: new))
      let table = ModelTable(old, headerRows: true)
      table.perform(Plan(update, headerRows: true, shownRows: table.shown.count, limit: 500))
      #expect(table.reloads == reloads && table.shown == table.wanted && table.data == new)
    }
  }

  @Test func aRowIsAHeaderOrAnItem() {
    let world = World(sections: [
      .init(key: 1), .init(key: 2, rows: [.init(id: 5), .init(id: 6)]), .init(key: 3),
      .init(key: 4, rows: [.init(id: 7)]),
    ]).snapshot
    let item = { ListRow.item(ItemPath(section: $0, item: $1)) }
    #expect(
      (-1...7).map { world.row(at: $0, headerRows: true) }
        == [nil, .header(0), .header(1), item(1, 0), item(1, 1), .header(2), .header(3), item(3, 0), nil])
    #expect(
      (-1...3).map { world.row(at: $0, headerRows: false) } == [nil, item(1, 0), item(1, 1), item(3, 0), nil])
    #expect(WorldSnapshot().row(at: 0, headerRows: true) == nil)
  }
}
