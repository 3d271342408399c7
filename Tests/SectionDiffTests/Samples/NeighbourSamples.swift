import Foundation
import SampleSupport
import SectionDiff
import Testing

private typealias UITableView = FakeTableView

/// The samples of "Comparison with …": what a reader writes after a migration.
@Suite struct NeighbourSamples {
  @Test func collectionDifferenceBefore() throws {
    let print = Transcript()
    // sample: from-difference-before
    let old = ["wash", "cook", "sweep", "shop"]
    let new = ["sweep", "wash", "cook", "iron"]
    for change in new.difference(from: old).inferringMoves() {
      switch change {
      case .remove(let offset, let task, nil): print("delete \(task) at \(offset)")
      case .remove(let offset, let task, let target?): print("move \(task) from \(offset) to \(target)")
      case .insert(let offset, let task, nil): print("insert \(task) at \(offset)")
      case .insert: break
      }
    }
    // end sample
    try expect(print, shows: "from-difference-after")
  }

  @Test func collectionDifferenceAfter() throws {
    let print = Transcript()
    // sample: from-difference-after
    let old = ["wash", "cook", "sweep", "shop"]
    let new = ["sweep", "wash", "cook", "iron"]
    let changes = try Differ().changeset(from: old, to: new).identity
    for path in changes.deletes { print("delete \(old[path.item]) at \(path.item)") }
    for move in changes.moves { print("move \(old[move.from.item]) from \(move.from.item) to \(move.to.item)") }
    for path in changes.inserts { print("insert \(new[path.item]) at \(path.item)") }
    // end sample
    try expect(print, shows: "from-difference-after")
  }

  @Test @MainActor func differenceKit() throws {
    let tableView = UITableView()
    // sample: from-differencekit
    struct Contact: Identifiable, Equatable {
      let id: Int
      var name: String
    }

    var shown = Snapshot<String, Contact, NoHeader>()

    func show(_ contacts: Snapshot<String, Contact, NoHeader>) throws {
      let changes = try Differ().changeset(from: shown, to: contacts)
      guard changes.changeCount <= 100 else {
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
    // end sample
    tableView.numberOfSections = { shown.sectionCount }
    tableView.numberOfRows = { shown.itemCount(inSection: $0) }
    tableView.row = { shown[ItemPath(section: $0[0], item: $0[1])].name }
    func contacts(_ rows: [(String, Int, String)]) -> Snapshot<String, Contact, NoHeader> {
      let keys = rows.map(\.0).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return Snapshot(
        sections: keys.map { key in
          SnapshotSection(key, items: rows.filter { $0.0 == key }.map { Contact(id: $0.1, name: $0.2) })
        })
    }
    let states = [
      contacts([("A", 1, "Ada"), ("A", 2, "Amy"), ("B", 3, "Bea")]),
      contacts([("B", 3, "Bea K."), ("B", 1, "Ada"), ("A", 2, "Amy")]),
      contacts((0..<200).map { ("C", $0, "\($0)") }),
      contacts([("C", 7, "7"), ("A", 2, "Amy")]),
    ]
    for state in states {
      try show(state)
      #expect(tableView.complaints.isEmpty)
      #expect(tableView.rows == state.sections.map { $0.items.map(\.name) })
    }
  }

  @Test func igListKit() throws {
    let print = Transcript()
    // sample: from-iglistkit
    struct Comment: Identifiable, Equatable {
      let id: Int
      var text: String
    }

    struct Post: Identifiable, Equatable {
      let id: Int
      var author: String
      var comments: [Comment]
    }

    func feed(_ posts: [Post]) -> Snapshot<Int, Comment, String> {
      Snapshot(sections: posts.map { SnapshotSection($0.id, header: $0.author, items: $0.comments) })
    }

    let posts = [
      Post(id: 1, author: "Ada", comments: [Comment(id: 11, text: "Hello")]),
      Post(id: 2, author: "Max", comments: [Comment(id: 21, text: "Yes"), Comment(id: 22, text: "No")]),
    ]
    let newPosts = [
      Post(id: 2, author: "Max", comments: [Comment(id: 22, text: "No"), Comment(id: 23, text: "Why?")]),
      Post(id: 1, author: "Ada", comments: [Comment(id: 11, text: "Hello!")]),
    ]
    let changes = try Differ().changeset(from: feed(posts), to: feed(newPosts))
    print(changes.counts)
    for change in changes.identity.changes { print(change) }
    // end sample
    try expect(print, shows: "from-iglistkit")
  }

  @Test func diffableDataSource() throws {
    struct Contact: Identifiable, Equatable {
      let id: Int
      var name: String
    }
    var shown = Snapshot<String, Contact, NoHeader>()
    let dataSource = DataSource<String, Contact.ID>()
    // sample: from-diffable
    func show(_ contacts: Snapshot<String, Contact, NoHeader>) throws {
      let changes = try Differ(duplicates: .reject).changeset(from: shown, to: contacts)
      shown = contacts
      var snapshot = NSDiffableDataSourceSnapshot<String, Contact.ID>()
      for section in contacts.sections {
        snapshot.appendSections([section.key])
        snapshot.appendItems(section.items.map(\.id), toSection: section.key)
      }
      snapshot.reconfigureItems(changes.identity.updates.map { contacts[$0.to].id })
      dataSource.apply(snapshot)
    }
    // end sample
    try show(
      Snapshot(sections: [SnapshotSection("A", items: [Contact(id: 1, name: "Ada"), Contact(id: 2, name: "Amy")])]))
    #expect(dataSource.shown.items == [1, 2])
    #expect(dataSource.shown.reconfigured.isEmpty)
    try show(
      Snapshot(sections: [
        SnapshotSection("A", items: [Contact(id: 2, name: "Amy S.")]),
        SnapshotSection("B", items: [Contact(id: 1, name: "Bea")]),
      ]))
    #expect(dataSource.shown.sections == ["A", "B"])
    #expect(dataSource.shown.items == [2, 1])
    #expect(dataSource.shown.reconfigured == [2, 1])
    let repeated = Snapshot(sections: [
      SnapshotSection("A", items: [Contact(id: 1, name: "Ada"), Contact(id: 1, name: "Ada")])
    ])
    #expect(throws: DiffError.self) { try show(repeated) }
    #expect(dataSource.shown.items == [2, 1])
  }
}

/// The part of UIKit's snapshot that the sample calls; it keeps what it is given.
private struct NSDiffableDataSourceSnapshot<SectionID: Hashable, ItemID: Hashable> {
  private(set) var sections: [SectionID] = []
  private(set) var items: [ItemID] = []
  private(set) var reconfigured: [ItemID] = []

  mutating func appendSections(_ new: [SectionID]) { sections += new }
  mutating func appendItems(_ new: [ItemID], toSection section: SectionID) {
    if sections.last == section { items += new }
  }
  mutating func reconfigureItems(_ known: [ItemID]) { reconfigured += known.filter(items.contains) }
}

private final class DataSource<SectionID: Hashable, ItemID: Hashable> {
  private(set) var shown = NSDiffableDataSourceSnapshot<SectionID, ItemID>()

  func apply(_ snapshot: NSDiffableDataSourceSnapshot<SectionID, ItemID>) { shown = snapshot }
}

@MainActor
extension FakeTableView {
  fileprivate func apply(_ changes: ChangeList) {
    func path(_ path: ItemPath) -> IndexPath { [path.section, path.item] }
    deleteSections(IndexSet(changes.sectionDeletes), with: .automatic)
    insertSections(IndexSet(changes.sectionInserts), with: .automatic)
    for move in changes.sectionMoves { moveSection(move.from, toSection: move.to) }
    deleteRows(at: changes.deletes.map(path), with: .automatic)
    insertRows(at: changes.inserts.map(path), with: .automatic)
    for move in changes.moves { moveRow(at: path(move.from), to: path(move.to)) }
    reloadRows(at: changes.updates.map { path($0.from) }, with: .automatic)
  }
}
