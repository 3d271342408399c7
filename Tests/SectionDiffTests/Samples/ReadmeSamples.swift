import SampleSupport
import SectionDiff
import Testing

/// The sample of README.md.
@Suite struct ReadmeSamples {
  @Test func library() throws {
    let print = Transcript()
    // sample: library
    struct Product: Identifiable, Equatable {
      let id: String
      var price: Int
    }

    let monday = Snapshot(sections: [
      SnapshotSection("Fruit", items: [Product(id: "apple", price: 280), Product(id: "pear", price: 310)]),
      SnapshotSection("Dairy", items: [Product(id: "milk", price: 115)]),
    ])
    let tuesday = Snapshot(sections: [
      SnapshotSection("Dairy", items: [Product(id: "pear", price: 310), Product(id: "milk", price: 120)]),
      SnapshotSection("Fruit", items: [Product(id: "apple", price: 280)]),
    ])

    let changes = try Differ().changeset(from: monday, to: tuesday)
    for change in changes.identity.changes { print(change) }
    print(try monday.applying(changes) == tuesday)
    // end sample
    try expect(print, shows: "library")
  }
}
