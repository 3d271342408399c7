import ListViewSupport
import LiveResults
import SectionDiff

#if canImport(UIKit)
  import UIKit
#endif

// On Linux the table is the one of the tests, which checks every batch as UIKit does.
@available(LiveSystems, *)
// sample: uikit-table
@MainActor
final class ContactsTable {
  let tableView: UITableView
  /// What the table shows; the data source reads nothing else.
  private(set) var data = Snapshot<String, Contact, NoHeader>()

  init(_ tableView: UITableView) { self.tableView = tableView }

  /// Shows other contacts.
  func show(_ contacts: Snapshot<String, Contact, NoHeader>) throws {
    let changes = try Differ(duplicates: .reject).changeset(from: data, to: contacts)
    try tableView.apply(changes, to: data) { data = $0 }
  }

  /// Shows live results as they change.
  func follow(_ updates: ResultsUpdates<String, Contact, NoHeader>) async {
    for await update in updates {
      tableView.apply(update) { data = $0 }
    }
  }
}
// end sample

#if canImport(UIKit)
  @available(LiveSystems, *)
  // sample: uikit-data-source
  final class ContactsSource: NSObject, UITableViewDataSource {
    let table: ContactsTable

    init(_ table: ContactsTable) { self.table = table }

    func numberOfSections(in tableView: UITableView) -> Int { table.data.sectionCount }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      table.data.itemCount(inSection: section)
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
      cell.textLabel?.text = ItemPath(indexPath).flatMap { table.data.item(at: $0) }?.name
      return cell
    }
  }
  // end sample

  @available(LiveSystems, *)
  // sample: uikit-diffable
  @MainActor
  func follow(
    _ updates: ResultsUpdates<String, Contact, NoHeader>, in dataSource: UITableViewDiffableDataSource<String, Int>
  ) async throws {
    for await update in updates {
      let snapshot = try NSDiffableDataSourceSnapshot(update.changeset, to: update.after)
      await dataSource.apply(snapshot)
    }
  }
// end sample
#endif
