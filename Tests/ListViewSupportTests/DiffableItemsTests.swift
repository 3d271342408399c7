import ConformanceKit
import SectionDiff
import Testing

@testable import ListViewSupport

@Suite struct DiffableItemsTests {
  private func world(_ rows: [[(Int, Int)]]) -> Snapshot<Int, World.Row, Int> {
    World(
      sections: rows.enumerated().map { key, rows in
        World.Section(key: key, rows: rows.map { World.Row(id: $0.0, content: $0.1) })
      }
    ).snapshot
  }

  @Test func sectionsAndIDsAreListedInOrder() throws {
    let items = try DiffableItems(world([[(3, 0), (1, 0)], [], [(2, 0)]]))
    #expect(items.sections.map(\.key) == [0, 1, 2])
    #expect(items.sections.map(\.ids) == [[3, 1], [], [2]])
    #expect(items.updated == [])
  }

  /// What comes or goes is found by the data source; what was updated and moved is among the rows to show anew.
  @Test func onlyKeptItemsWithOtherContentAreUpdated() throws {
    let (old, new) = (world([[(1, 0), (2, 0), (3, 0)]]), world([[(3, 1), (1, 0), (4, 9)]]))
    let items = try DiffableItems(try Differ().changeset(from: old, to: new), to: new)
    #expect(items.updated == [3] && items.sections.map(\.ids) == [[3, 1, 4]])
  }

  @Test func repeatedIDsAreRefusedWithTheirPlaces() throws {
    let error = #expect(throws: DiffError.self) { try DiffableItems(world([[(1, 0)], [(2, 0), (1, 0)]])) }
    #expect("\(try #require(error))".contains("[0, 0], [1, 1]"))
    let clash = World(sections: [.init(key: 1), .init(key: 1)]).snapshot
    #expect(throws: DiffError.self) { try DiffableItems(clash) }
  }
}
