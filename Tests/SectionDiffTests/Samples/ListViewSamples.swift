import Foundation
import SampleSupport
import SectionDiff
import Testing

private typealias UITableView = FakeTableView

private struct Contact: Identifiable, Equatable {
  let id: Int
  var name: String
}

// sample: list-view
/// Shows contacts by initial, and animates every change.
@MainActor
private final class ContactsController {
  typealias Contacts = Snapshot<String, Contact, NoHeader>

  let tableView: UITableView
  /// What the table shows; the data source reads nothing else.
  private(set) var shown = Contacts()

  init(tableView: UITableView) {
    self.tableView = tableView
  }

  func numberOfSections() -> Int { shown.sectionCount }
  func numberOfRows(inSection section: Int) -> Int { shown.itemCount(inSection: section) }
  func contact(at indexPath: IndexPath) -> Contact { shown[indexPath.itemPath] }

  func show(_ contacts: Contacts) throws {
    let changes = try Differ(duplicates: .reject).changeset(from: shown, to: contacts)
    guard changes.changeCount < 500 else {
      shown = contacts
      tableView.reloadData()
      return
    }
    for stage in try changes.stages(from: shown) {
      tableView.performBatchUpdates {
        shown = stage.snapshot
        tableView.apply(stage.changes)
      }
    }
  }
}

@MainActor
extension UITableView {
  fileprivate func apply(_ changes: ChangeList) {
    deleteSections(IndexSet(changes.sectionDeletes), with: .automatic)
    insertSections(IndexSet(changes.sectionInserts), with: .automatic)
    for move in changes.sectionMoves { moveSection(move.from, toSection: move.to) }
    deleteRows(at: changes.deletes.map(\.indexPath), with: .automatic)
    insertRows(at: changes.inserts.map(\.indexPath), with: .automatic)
    for move in changes.moves { moveRow(at: move.from.indexPath, to: move.to.indexPath) }
    reloadRows(at: changes.updates.map(\.from.indexPath), with: .automatic)
  }
}

extension ItemPath {
  fileprivate var indexPath: IndexPath { [section, item] }
}

extension IndexPath {
  fileprivate var itemPath: ItemPath { ItemPath(section: self[0], item: self[1]) }
}
// end sample

/// The sample of "Driving table and collection views", run against a table that checks every batch as UIKit does.
@Suite @MainActor struct ListViewSamples {
  @Test func everyPairOfSmallWorldsIsShown() throws {
    let worlds = Self.worlds
    for before in worlds {
      for after in worlds {
        let table = FakeTableView()
        let controller = ContactsController(tableView: table)
        table.numberOfSections = { controller.numberOfSections() }
        table.numberOfRows = { controller.numberOfRows(inSection: $0) }
        table.row = { controller.contact(at: $0).name }
        try controller.show(before)
        try controller.show(after)
        #expect(table.complaints.isEmpty, "\(before)→\n\(after)")
        #expect(table.rows == after.sections.map { $0.items.map(\.name) }, "\(before)→\n\(after)")
      }
    }
  }

  /// Worlds with sections and rows in many orders, and contents that differ.
  private static var worlds: [ContactsController.Contacts] {
    func section(_ key: String, _ rows: [(Int, String)]) -> Section<String, Contact, NoHeader> {
      Section(key, items: rows.map { Contact(id: $0.0, name: $0.1) })
    }
    return [
      [],
      [section("A", [(1, "a"), (2, "b"), (3, "c")])],
      [section("A", [(3, "c"), (1, "a*"), (2, "b")])],
      [section("A", [(1, "a")]), section("B", [(2, "b"), (3, "c")])],
      [section("B", [(3, "c*"), (1, "a"), (2, "b*")]), section("A", [(4, "d")])],
      [section("C", [(2, "b")]), section("B", []), section("A", [(5, "e"), (3, "c"), (1, "a*")])],
      [section("B", [(1, "a"), (5, "e")]), section("C", [(4, "d*")]), section("A", [(2, "b")])],
    ].map { ContactsController.Contacts(sections: $0) }
  }
}
