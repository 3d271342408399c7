import ConformanceKit
import Foundation
import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

private typealias UITableView = FakeTableView

private struct Contact: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var city: String
}

// sample: table
/// Shows contacts by city in a table, and animates whatever changes.
@MainActor
private final class ContactsTable {
  let tableView: UITableView
  /// What the table shows; the data source reads nothing else.
  private(set) var data = Snapshot<String, Contact, NoHeader>()

  init(_ tableView: UITableView) { self.tableView = tableView }

  func follow(_ updates: ResultsUpdates<String, Contact, NoHeader>) async throws {
    for await update in updates { try show(update) }
  }

  func show(_ update: ResultsUpdate<String, Contact, NoHeader>) throws {
    for stage in try update.changeset.stages(from: update.before) {
      tableView.performBatchUpdates {
        data = stage.snapshot
        let changes = stage.changes
        tableView.deleteSections(IndexSet(changes.sectionDeletes), with: .automatic)
        tableView.insertSections(IndexSet(changes.sectionInserts), with: .automatic)
        for move in changes.sectionMoves { tableView.moveSection(move.from, toSection: move.to) }
        tableView.deleteRows(at: changes.deletes.map(\.indexPath), with: .automatic)
        tableView.insertRows(at: changes.inserts.map(\.indexPath), with: .automatic)
        for move in changes.moves { tableView.moveRow(at: move.from.indexPath, to: move.to.indexPath) }
        tableView.reconfigureRows(at: changes.updates.map(\.from.indexPath))
      }
    }
  }
}

extension ItemPath {
  fileprivate var indexPath: IndexPath { [section, item] }
}
// end sample

/// The table of "SwiftUI, UIKit and servers", against one that checks every batch as UIKit does.
@Suite @MainActor struct TableSamples {
  /// Everything happens in every order: rows and sections come, go, move and change, also within one update.
  @Test(arguments: 0..<20) func theTableShowsTheResults(_ seed: Int) async throws {
    var random = SplitMix64(seed: 17, case: seed)
    func contact(_ id: Int) -> Contact {
      Contact(id: id, name: "\(random.below(50))", city: ["Bern", "Oslo", "Rome", "Zurich"][random.below(4)])
    }
    let store = MemoryStore((0..<8).map { contact($0) })
    let controller = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name), .ascending(\.id)]))
    await controller.load()
    let view = FakeTableView()
    let table = ContactsTable(view)
    view.numberOfSections = { table.data.sectionCount }
    view.numberOfRows = { table.data.itemCount(inSection: $0) }
    view.row = { table.data[ItemPath(section: $0[0], item: $0[1])].name }
    var updates = CheckedUpdates(controller.updates())
    for round in 0..<30 {
      let update = try #require(await updates.next())
      try table.show(update)
      #expect(view.complaints.isEmpty, "round \(round)")
      #expect(view.rows == update.after.sections.map { $0.items.map(\.name) }, "round \(round)")
      let revision = controller.revision
      while controller.revision == revision {
        try store.edit { edits in
          for _ in 0...random.below(4) { try edits.update(contact(random.below(12))) }
          if random.oneIn(2) { edits.remove(random.below(12)) }
        }
        await store.settled()
      }
    }
  }

  @Test func theTableFollowsUntilTheResultsEnd() async throws {
    let store = MemoryStore([Contact(id: 1, name: "Ada", city: "London")])
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await controller.load()
    let view = FakeTableView()
    let table = ContactsTable(view)
    view.numberOfSections = { table.data.sectionCount }
    view.numberOfRows = { table.data.itemCount(inSection: $0) }
    view.row = { table.data[ItemPath(section: $0[0], item: $0[1])].name }
    store.edit { $0.remove(1) }
    try store.edit { try $0.append(Contact(id: 2, name: "Max", city: "Zurich")) }
    await store.settled()
    await controller.finish()
    try await table.follow(controller.updates())
    #expect(view.rows == [["Max"]])
    #expect(view.complaints.isEmpty)
  }
}
