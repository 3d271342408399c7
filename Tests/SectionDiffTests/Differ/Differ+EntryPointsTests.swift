import SectionDiff
import Testing

/// Identifiable and hashable at once: neither entry point may be ambiguous, and identity goes by `id`.
private struct Both: Identifiable, Hashable {
  var id: Int
  var value = 0
}

/// Neither identifiable nor equatable.
private struct Plain {
  var name: String
  var weight: Int
}

@Suite struct DifferEntryPointsTests {
  let differ = Differ(algorithm: LISDiff())

  @Test func identifiableItemsAreToldApartByTheirIDs() throws {
    let expected = ChangeCounts(moves: 1, updates: 1)
    #expect(try differ.changeset(from: rows("a b c"), to: rows("c a b=1")).counts == expected)
    #expect(try differ.changeset(from: list("a b c"), to: list("c a b=1")).counts == expected)
    #expect(try differ.diff(from: list("a b c"), to: list("c a b=1")).changeset.counts == expected)
  }

  @Test func hashableItemsAreTheirOwnIdentity() throws {
    let expected = ChangeCounts(deletes: 1, inserts: 1, moves: 1)
    #expect(try differ.changeset(from: ["a", "b", "c"], to: ["c", "a", "d"]).counts == expected)
    let (old, new) = (FlatSnapshot(["a", "b", "c"]), FlatSnapshot(["c", "a", "d"]))
    #expect(try differ.changeset(from: old, to: new).counts == expected)
    #expect(try differ.diff(from: old, to: new).changeset.counts == expected)
  }

  @Test func itemsThatAreBothGoByTheirIDs() throws {
    let (old, new) = ([Both(id: 1), Both(id: 2)], [Both(id: 1, value: 5), Both(id: 2)])
    let expected = ChangeCounts(updates: 1)
    #expect(try differ.changeset(from: old, to: new).counts == expected)
    #expect(try differ.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new)).counts == expected)
    #expect(try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new)).changeset.counts == expected)
  }

  @Test func aKeyPathOrClosureTellsOtherItemsApart() throws {
    let expected = ChangeCounts(updates: 2)
    let (old, new) = (rows("a=1 b=2"), rows("x=1 y=2"))
    #expect(try differ.changeset(from: old, to: new, comparing: .by(\.value)).counts == expected)
    #expect(try differ.changeset(from: old, to: new, comparing: .by { $0.value * 10 }).counts == expected)
    #expect(
      try differ.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: .by(\.value)).counts == expected)
  }

  @Test func aClosureComparesContent() throws {
    let old = [Plain(name: "a", weight: 10), Plain(name: "b", weight: 20)]
    let new = [Plain(name: "b", weight: 24), Plain(name: "a", weight: 19)]
    func tens(_ a: Plain, _ b: Plain) -> Bool { a.weight / 10 == b.weight / 10 }
    let lists = try differ.changeset(from: old, to: new, comparing: .by(\.name, content: tens))
    #expect(lists.counts == ChangeCounts(moves: 1))
    let snapshots = try differ.changeset(
      from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: .by(\.name) { $0.weight == $1.weight })
    #expect(snapshots.counts == ChangeCounts(moves: 1, updates: 2))
  }

  @Test func aComparisonOfYourOwnIsTaken() throws {
    let counter = RowCounter()
    _ = try differ.changeset(from: list("a b"), to: list("b a"), comparing: counter)
    #expect(counter.counts.hashes > 0)
  }

  @Test func listsAreDiffedAsSnapshotsOfThem() throws {
    let (old, new) = (rows("a b c"), rows("c a b=1 d"))
    let ofLists = try differ.diff(from: old, to: new)
    let ofSnapshots = try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    #expect(ofLists.changeset == ofSnapshots.changeset)
    #expect(ofLists.receipt == ofSnapshots.receipt)
    #expect(ofLists.new == FlatSnapshot(new))
    #expect(try differ.changeset(from: [], to: ["a"]).counts == ChangeCounts(inserts: 1))
  }

  @Test func aTypeThatHoldsASnapshotIsDiffedByIt() throws {
    struct Board: SnapshotConvertible {
      var columns: Snapshot<String, Row, NoHeader>
      var snapshot: Snapshot<String, Row, NoHeader> { columns }
    }
    let (old, new) = (
      Board(columns: Snapshot(sections: [SnapshotSection("x", items: rows("a b"))])),
      Board(columns: Snapshot(sections: [SnapshotSection("x", items: rows("b a"))]))
    )
    #expect(try differ.changeset(from: old, to: new).counts == ChangeCounts(moves: 1))
  }

  @Test func everyEntryPointTakesAWorkspaceAndCanBeCancelled() throws {
    let workspace = DiffWorkspace()
    func isCancelled() -> Bool { true }
    let (identified, values) = (rows("a b"), ["a", "b"])
    let plain = [Plain(name: "a", weight: 1)]
    #expect(try differ.changeset(from: identified, to: [], reusing: workspace).counts == ChangeCounts(deletes: 2))
    #expect(try differ.changeset(from: values, to: [], reusing: workspace).counts == ChangeCounts(deletes: 2))
    #expect(try differ.diff(from: values, to: [], reusing: workspace).changeset.counts == ChangeCounts(deletes: 2))
    let byName = try differ.diff(
      from: plain, to: plain, comparing: .by(\.name) { $0.weight == $1.weight }, reusing: workspace)
    #expect(byName.changeset.isEmpty)
    #expect(throws: DiffError.cancelled) {
      try differ.changeset(from: identified, to: [], reusing: workspace, isCancelled: isCancelled)
    }
    #expect(throws: DiffError.cancelled) { try differ.changeset(from: values, to: [], isCancelled: isCancelled) }
    #expect(throws: DiffError.cancelled) { try differ.diff(from: values, to: [], isCancelled: isCancelled) }
    #expect(throws: DiffError.cancelled) {
      try differ.changeset(from: identified, to: [], comparing: .by(\.value), isCancelled: isCancelled)
    }
  }
}
