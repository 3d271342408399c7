import SampleSupport
import SectionDiff
import Testing

/// The samples of "Identity, content and duplicates".
@Suite struct IdentitySamples {
  @Test func identity() throws {
    let print = Transcript()
    // sample: identity
    struct Row: Equatable {
      var sku: String
      var price: Int
      var seen: Int
    }

    let before = [Row(sku: "A", price: 10, seen: 1), Row(sku: "B", price: 20, seen: 1)]
    let after = [Row(sku: "A", price: 10, seen: 2), Row(sku: "B", price: 25, seen: 2)]

    print(try Differ().changeset(from: before, to: after, comparing: .by(\.sku)).counts)
    print(try Differ().changeset(from: before, to: after, comparing: .by(\.sku) { $0.price == $1.price }).counts)
    // end sample
    try expect(print, shows: "identity")
  }

  @Test func duplicates() throws {
    let print = Transcript()
    // sample: duplicates
    let before = ["tea", "milk", "tea"]
    let after = ["tea", "milk"]

    print(try Differ(duplicates: .allow).diff(from: before, to: after).changeset.counts)
    let reduced = try Differ(duplicates: .keepFirst).diff(from: before, to: after)
    print(reduced.changeset.counts, "after dropping", reduced.receipt.droppedOld)
    do {
      _ = try Differ(duplicates: .reject).diff(from: before, to: after)
    } catch {
      print(error)
    }
    // end sample
    try expect(print, shows: "duplicates")
  }

  @Test func scope() throws {
    let print = Transcript()
    // sample: scope
    let before = Snapshot(sections: [SnapshotSection("Mon", items: ["gym"]), SnapshotSection("Tue", items: ["swim"])])
    let after = Snapshot(sections: [SnapshotSection("Mon", items: ["gym", "swim"]), SnapshotSection("Tue", items: [])])
    print(try Differ(scope: .global).changeset(from: before, to: after).counts)
    print(try Differ(scope: .section).changeset(from: before, to: after).counts)
    // end sample
    try expect(print, shows: "scope")
  }
}
