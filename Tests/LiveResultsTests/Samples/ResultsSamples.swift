import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

private struct Contact: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var city: String
}

/// The samples of "LiveResults" and of "Live search".
@Suite struct ResultsSamples {
  @Test func overview() async throws {
    let print = Transcript()
    // sample: overview
    let store = MemoryStore([
      Contact(id: 1, name: "Ada", city: "London"),
      Contact(id: 2, name: "Max", city: "Zurich"),
    ])
    let contacts = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await contacts.load()

    var updates = contacts.updates().makeAsyncIterator()
    if let first = await updates.next() { print("\(first.kind)\n\(first.after.ids)") }

    try store.edit { edits in
      edits.remove(2)
      try edits.append(Contact(id: 3, name: "Bea", city: "London"))
    }
    if let update = await updates.next() {
      print(update.kind, update.changeset.counts)
      for change in try update.changeset.changes {
        switch change {
        case .delete(let contact, at: _): print("\(contact.name) went")
        case .insert(let contact, at: let path): print("\(contact.name) came, at \(path)")
        default: print(change)
        }
      }
    }
    // end sample
    try expect(print, shows: "overview")
  }

  @Test func search() async throws {
    let print = Transcript()
    let store = MemoryStore([
      Contact(id: 1, name: "Ada", city: "London"), Contact(id: 2, name: "Max", city: "London"),
      Contact(id: 3, name: "Bea", city: "London"), Contact(id: 4, name: "Adam", city: "Zurich"),
      Contact(id: 5, name: "Kim", city: "London"),
    ])
    let contacts = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)]))
    await contacts.load()
    // sample: search
    func search(_ text: String) async {
      if text.isEmpty {
        await contacts.setFilter(nil, in: "search")
      } else {
        await contacts.setFilter(in: "search", title: text) { $0.name.lowercased().contains(text) }
      }
    }

    await contacts.setFilter(in: "city") { $0.city == "London" }
    await search("a")
    print(contacts.snapshot.sections[0].items.map(\.name))
    await search("ad")
    print(contacts.snapshot.sections[0].items.map(\.name))
    await search("")
    print(contacts.snapshot.sections[0].items.map(\.name), await contacts.filters.applied.map(\.slot))
    // end sample
    try expect(print, shows: "search")
  }
}
