#if !canImport(UIKit)
  import ConformanceKit
  import Foundation
  import LiveResults
  import MemoryAdapter
  import SampleSupport
  import SectionDiff
  import Testing

  @testable import ListViewSupport

  typealias UITableView = FakeTableView

  /// As `UITableView+Applying.swift`, on the table that checks every batch: one call for each that the plan makes.
  extension FakeTableView {
    func apply<Key, Item, Header>(
      _ changeset: Changeset<Key, Item, Header>, to before: Snapshot<Key, Item, Header>, reconfigures: Bool = false,
      setData: (Snapshot<Key, Item, Header>) -> Void
    ) throws {
      let plan = try ListViewPlan(changeset, from: before, on: shownSections, limit: 500)
      perform(plan, reconfigures: reconfigures, setData: setData)
    }

    func apply<Key, Item, Header>(
      _ update: ResultsUpdate<Key, Item, Header>, setData: (Snapshot<Key, Item, Header>) -> Void
    ) {
      perform(ListViewPlan(update, on: shownSections, limit: 500), setData: setData)
    }

    private var shownSections: ShownSections {
      ShownSections(isInWindow: true, sectionCount: rows.count) { rows[$0].count }
    }

    private func perform<Key, Item, Header>(
      _ plan: ListViewPlan<Key, Item, Header>, reconfigures: Bool = false,
      setData: (Snapshot<Key, Item, Header>) -> Void
    ) {
      plan.perform(
        reconfigures: reconfigures, setData: setData, reloadData: { reloadData() },
        batch: { changes, completion in
          performBatchUpdates { changes() }
          completion?(true)
        },
        call: { call in
          switch call {
          case .deleteSections(let sections): deleteSections(IndexSet(sections), with: .automatic)
          case .insertSections(let sections): insertSections(IndexSet(sections), with: .automatic)
          case .moveSection(let from, let to): moveSection(from, toSection: to)
          case .deleteItems(let paths): deleteRows(at: paths.map(\.fakeIndexPath), with: .automatic)
          case .insertItems(let paths): insertRows(at: paths.map(\.fakeIndexPath), with: .automatic)
          case .moveItem(let from, let to): moveRow(at: from.fakeIndexPath, to: to.fakeIndexPath)
          case .reloadItems(let paths): reloadRows(at: paths.map(\.fakeIndexPath), with: .automatic)
          case .reconfigureItems(let paths): reconfigureRows(at: paths.map(\.fakeIndexPath))
          // The table shows no headers.
          case .reloadSections: break
          }
        })
    }
  }

  extension ItemPath {
    fileprivate var fakeIndexPath: IndexPath { [section, item] }
  }

  /// The table of the page "UIKit", against one that checks every batch as UIKit does.
  @Suite @MainActor struct UIKitSampleTests {
    private func table() -> ContactsTable {
      let view = FakeTableView()
      let table = ContactsTable(view)
      view.numberOfSections = { table.data.sectionCount }
      view.numberOfRows = { table.data.itemCount(inSection: $0) }
      view.row = { table.data[ItemPath(section: $0[0], item: $0[1])].name }
      return table
    }

    @Test func everyPairOfSmallWorldsIsShown() throws {
      for before in Self.worlds {
        for after in Self.worlds {
          let table = table()
          try table.show(before)
          try table.show(after)
          #expect(table.tableView.complaints.isEmpty, "\(before)→\n\(after)")
          #expect(table.tableView.rows == after.sections.map { $0.items.map(\.name) }, "\(before)→\n\(after)")
        }
      }
    }

    /// Cells that stay are configured after the batch, at the paths that rows have then.
    @Test func everyPairOfSmallWorldsIsShownByReconfiguring() throws {
      for before in Self.worlds {
        for after in Self.worlds {
          let table = table()
          try table.show(before)
          let changes = try Differ(duplicates: .reject).changeset(from: before, to: after)
          var data = before
          table.tableView.numberOfSections = { data.sectionCount }
          table.tableView.numberOfRows = { data.itemCount(inSection: $0) }
          table.tableView.row = { data[ItemPath(section: $0[0], item: $0[1])].name }
          try table.tableView.apply(changes, to: before, reconfigures: true) { data = $0 }
          #expect(table.tableView.complaints.isEmpty, "\(before)→\n\(after)")
          #expect(table.tableView.rows == after.sections.map { $0.items.map(\.name) }, "\(before)→\n\(after)")
        }
      }
    }

    /// Worlds with sections and rows in many orders, and contents that differ.
    private static var worlds: [Snapshot<String, Contact, NoHeader>] {
      func section(_ key: String, _ rows: [(Int, String)]) -> SnapshotSection<String, Contact, NoHeader> {
        SnapshotSection(key, items: rows.map { Contact(id: $0.0, name: $0.1, city: key) })
      }
      return [
        [],
        [section("A", [(1, "a"), (2, "b"), (3, "c")])],
        [section("A", [(3, "c"), (1, "a*"), (2, "b")])],
        [section("A", [(1, "a")]), section("B", [(2, "b"), (3, "c")])],
        [section("B", [(3, "c*"), (2, "b")]), section("A", [(1, "a")])],
        [section("B", [(1, "a*"), (4, "d")]), section("C", []), section("A", [(3, "c"), (2, "b*")])],
        [section("C", [(4, "d"), (2, "b")]), section("A", [(3, "c*"), (1, "a")])],
      ].map { Snapshot(sections: $0) }
    }

    /// Everything happens in every order: rows and sections come, go, move and change, also within one update.
    @Test(arguments: 0..<20) func theTableShowsLiveResults(_ seed: Int) async throws {
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
      var data = Snapshot<String, Contact, NoHeader>()
      view.numberOfSections = { data.sectionCount }
      view.numberOfRows = { data.itemCount(inSection: $0) }
      view.row = { data[ItemPath(section: $0[0], item: $0[1])].name }
      var updates = controller.updates().makeAsyncIterator()
      for round in 0..<30 {
        let update = try #require(await updates.next())
        view.apply(update) { data = $0 }
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
      let table = table()
      store.edit { $0.remove(1) }
      try store.edit { try $0.append(Contact(id: 2, name: "Max", city: "Zurich")) }
      await store.settled()
      await controller.finish()
      await table.follow(controller.updates())
      #expect(table.tableView.rows == [["Max"]])
      #expect(table.tableView.complaints.isEmpty)
    }
  }
#endif
