import SampleSupport
import SectionDiff
import Testing

/// The sample of README.md.
@Suite struct ReadmeSamples {
  @Test func library() throws {
    let print = Transcript()
    // sample: library
    let monday = Snapshot(sections: [
      SnapshotSection("Fruit", items: ["apple", "pear"]),
      SnapshotSection("Dairy", items: ["milk"]),
    ])
    let tuesday = Snapshot(sections: [
      SnapshotSection("Dairy", items: ["pear", "milk"]),
      SnapshotSection("Fruit", items: ["apple"]),
    ])
    let changes = try Differ().changeset(from: monday, to: tuesday)
    for change in try changes.changes { print(change) }
    print(try monday.applying(changes) == tuesday)
    // end sample
    try expect(print, shows: "library")
  }
}
