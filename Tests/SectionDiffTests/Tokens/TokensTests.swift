import DiffWorkloads
import Testing

@testable import SectionDiff

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

  /// Around a batch, and in a table that is fetched ahead.
  @Test(arguments: [1, 63, 64, 65, 129, 40_000])
  func tokensNameTheFirstOldItemOfAnIdentity(_ count: Int) throws {
    try expectRightTokens(of: { WideRow($0, value: $1) }, comparing: IdentifiableComparison(), count: count)
    try expectRightTokens(of: { NamedRow($0, value: $1) }, comparing: IdentifiableComparison(), count: count)
    // No fast hash at all, and one that is missing for the last items only.
    try expectRightTokens(of: { row($0, value: $1) }, comparing: HashedSlowly(), count: count)
    try expectRightTokens(
      of: { NamedRow($0, value: $1, accent: $0 > count * 9 / 10) }, comparing: IdentifiableComparison(), count: count)
  }

  private func row(_ id: Int, value: Int) -> WideRow { WideRow(id, value: value) }

  /// Compares tokens, repeats and changed contents with those found by dictionaries.
  private func expectRightTokens<Item, C: ItemComparison<Item>>(
    of make: (Int, Int) -> Item, comparing comparison: C, count: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(count))
    func side() -> [(id: Int, value: Int)] {
      (0..<count).map { _ in (Int.random(in: 0...count * 2, using: &random), Int.random(in: 0...1, using: &random)) }
    }
    let (old, new) = (side(), side())
    let oldItems = ContiguousArray(old.map { make($0.id, $0.value) })
    let newItems = ContiguousArray(new.map { make($0.id, $0.value) })
    var residue = Residue()
    residue.old = Array(0..<Int32(count))
    residue.new = residue.old
    residue.keptOld = count
    residue.keptNew = count
    var run = DiffRun(strategy: "tokens")
    var tokens = Tokens(bound: count, in: &run.scratch)
    try tokens.number(
      residue, count, count, ComparedItems(old: oldItems, new: newItems, comparing: comparison), in: &run)

    var first: [Int: Int] = [:]
    var repeats = 0
    for (place, row) in old.enumerated() {
      if first[row.id] == nil { first[row.id] = place } else { repeats += 1 }
      #expect(Int(tokens.old[place]) == first[row.id])
    }
    #expect(tokens.repeats == repeats)
    var changed: [PositionPair] = []
    for (place, row) in new.enumerated() {
      #expect(Int(tokens.new[place]) == first[row.id] ?? count + place)
      if let partner = first[row.id], old[partner].value != row.value {
        changed.append(PositionPair(position: partner, place))
      }
    }
    #expect(tokens.changed == changed)
    let oldCounts = Dictionary(grouping: old) { $0.id }.mapValues(\.count)
    let newCounts = Dictionary(grouping: new) { $0.id }.mapValues(\.count)
    let sharesRepeats = newCounts.contains { id, count in (oldCounts[id] ?? -count) + count > 2 }
    #expect(tokens.hasSharedRepeats == sharesRepeats)
  }
}

/// A row that takes more than a cache line.
private struct WideRow: Identifiable, Equatable {
  let id: Int
  let words = (1, 2, 3, 4, 5, 6, 7, 8)
  let value: Int

  init(_ id: Int, value: Int) {
    self.id = id
    self.value = value
  }

  static func == (a: WideRow, b: WideRow) -> Bool { a.id == b.id && a.value == b.value }
}

/// A row whose id is a text, of ASCII or not.
private struct NamedRow: Identifiable, Equatable {
  let id: String
  let value: Int

  init(_ id: Int, value: Int, accent: Bool = false) {
    self.id = "\(accent ? "é" : "e") of some length to be no small text \(id)"
    self.value = value
  }
}

/// Has no fast hash, and one of few values: each of them begins a long run of slots.
private struct HashedSlowly: ItemComparison {
  func haveSameIdentity(_ a: WideRow, _ b: WideRow) -> Bool { a.id == b.id }
  func haveEqualContent(_ a: WideRow, _ b: WideRow) -> Bool { a.value == b.value }
  func identityHash(of item: WideRow, seed: Int) -> Int { item.id &* 0x1_0000_0001 % 1_000_003 }
  func describeIdentity(of item: WideRow) -> String { "\(item.id)" }
}
