import SectionDiff
import Testing

@Suite struct TokensTests {
  @Test(arguments: Strategy.allCases)
  func keysThatAlwaysCollideAreToldApart(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 41)
    for policy in DuplicatePolicy.allCases {
      let differ = Differ(algorithm: strategy.algorithm, duplicates: policy)
      for _ in 0..<10 {
        let old = FlatSnapshot((0..<60).shuffled(using: &random).map { CollidingRow($0) })
        let new = FlatSnapshot((20..<80).shuffled(using: &random).map { CollidingRow($0, value: $0 % 2) })
        let diff = try differ.diff(from: old, to: new)
        #expect(try old.applying(diff.changeset) == new)
        if strategy != .myers {
          #expect(diff.changeset.counts.deletes == 20)
          #expect(diff.changeset.counts.inserts == 20)
          #expect(diff.changeset.counts.updates == 20)
        }
      }
    }
  }

  @Test func collidingSectionKeysAreToldApart() throws {
    let keys = (0..<20).map { CollidingKey(name: $0) }
    let old = Snapshot(sections: keys.map { SnapshotSection($0, items: [$0.name]) })
    let new = Snapshot(sections: keys.reversed().dropFirst(5).map { SnapshotSection($0, items: [$0.name]) })
    let changes = try Differ().changeset(from: old, to: new)
    #expect(changes.counts == ChangeCounts(sectionDeletes: 5, sectionMoves: 14, deletes: 5))
    #expect(try old.applying(changes) == new)
  }

  @Test func collidingRepeatsAreFound() {
    let old = FlatSnapshot([3, 1, 2, 1, 3].map { CollidingRow($0) })
    let error = #expect(throws: DiffError.self) {
      try Differ(duplicates: .reject).changeset(from: old, to: FlatSnapshot([CollidingRow]()))
    }
    guard case .duplicateItems(let items) = error else { return }
    #expect(items.map { $0.paths.map(\.item) } == [[0, 4], [1, 3]])
  }

  @Test(arguments: Strategy.allCases)
  func canonicallyEqualStringsAreOneIdentity(_ strategy: Strategy) throws {
    // The Kelvin sign is canonically equal to K; é may be one scalar or two.
    let old = ["x", "\u{212A}", "y", "e\u{301}", "z"]
    let new = ["\u{E9}", "a", "K", "b"]
    let counts = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new).counts
    if strategy == .myers {
      #expect(counts == ChangeCounts(deletes: 4, inserts: 3))
    } else {
      #expect(counts == ChangeCounts(deletes: 3, inserts: 2, moves: 1))
    }
    #expect(try Differ(algorithm: strategy.algorithm).changeset(from: ["\u{212A}"], to: ["K"]).isEmpty)
  }

  @Test func canonicallyEqualStringsAreRepeats() {
    let error = #expect(throws: DiffError.self) {
      try Differ(duplicates: .reject).changeset(from: ["K", "a", "\u{212A}"], to: [])
    }
    guard case .duplicateItems(let items) = error else { return }
    #expect(items.map(\.paths) == [[ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2)]])
  }

  @Test func canonicallyEqualSectionKeysAreOneSection() throws {
    let old = Snapshot(sections: [SnapshotSection("\u{212A}", items: [1])])
    let new = Snapshot(sections: [SnapshotSection("K", items: [1, 2])])
    #expect(try Differ().changeset(from: old, to: new).counts == ChangeCounts(inserts: 1))
  }

  @Test func hashesThatDifferOnlyHighOrLowAreToldApart() throws {
    struct Chosen: ItemComparison {
      let hash: @Sendable (Int) -> Int
      func haveSameIdentity(_ a: Int, _ b: Int) -> Bool { a == b }
      func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
      func identityHash(of item: Int, seed: Int) -> Int { hash(item) }
      func describeIdentity(of item: Int) -> String { "\(item)" }
    }
    let hashes: [@Sendable (Int) -> Int] = [
      { $0 << 32 }, { $0 }, { -$0 }, { _ in -1 }, { _ in 0 }, { $0 % 3 }, { ($0 % 3) << 32 | $0 % 2 }, { Int.max - $0 },
    ]
    var random = SplitMix64(seed: 42)
    let old = FlatSnapshot((0..<100).shuffled(using: &random))
    let new = FlatSnapshot((50..<150).shuffled(using: &random))
    for hash in hashes {
      let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new, comparing: Chosen(hash: hash))
      #expect(changes.counts.deletes == 50)
      #expect(changes.counts.inserts == 50)
      #expect(try old.applying(changes) == new)
    }
  }
}
