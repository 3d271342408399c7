import Testing

@testable import SectionDiff

struct FastHashTests {
  @Test func equalIdentitiesHaveEqualHashesAndAlmostAllOthersDifferentOnes() {
    for seed in [0, 1, .max, 0x1234_5678_9ABC_DEF0] as [UInt64] {
      var seen: Set<UInt64> = []
      for id in -5_000..<5_000 {
        let hash = FastHash.hash(id, seed: seed)
        #expect(hash == FastHash.hash(id, seed: seed))
        if let hash { seen.insert(hash) }
      }
      #expect(seen.count >= 9_999)
    }
  }

  @Test func neighbouringIntegersSpreadOverATable() {
    // A table of 2^14 slots for 2^13 keys: random hashes fill about 0.39 of it.
    for step in [1, 2, 64, 1 << 20, 1 << 40, 1 << 50] {
      var slots: Set<UInt64> = []
      for index in 0..<(1 << 13) {
        if let hash = FastHash.hash(index &* step, seed: 0xA076_1D64_78BD_642F) { slots.insert(hash & 0x3FFF) }
      }
      #expect(slots.count > 5_500, "step \(step) fills only \(slots.count) slots")
    }
  }

  @Test func everyLengthOfTextHasItsOwnHashAndEveryByteCounts() {
    var seen: Set<UInt64> = []
    var texts = 0
    for length in 0..<40 {
      let zeros = [UInt8](repeating: 0, count: length)
      for place in -1..<length {
        var bytes = zeros
        if place >= 0 { bytes[place] = 1 }
        texts += 1
        if let hash = FastHash.hash(String(decoding: bytes, as: UTF8.self), seed: 7) { seen.insert(hash) }
      }
    }
    #expect(seen.count == texts)
  }

  @Test func aTextThatIsNotASCIIHasNone() {
    for length in 0..<20 {
      for text in ["é", "\u{212A}", "🙂", "ß"] {
        let prefix = String(repeating: "a", count: length)
        #expect(FastHash.hash(prefix + text, seed: 3) == nil)
        #expect(FastHash.hash(text + prefix, seed: 3) == nil)
        #expect(FastHash.hash(prefix, seed: 3) != nil)
      }
    }
  }

  @Test func otherTypesHaveNone() {
    #expect(FastHash.hash(1.5, seed: 1) == nil)
    #expect(FastHash.hash([1], seed: 1) == nil)
    #expect(FastHash.hash(Int?.some(1), seed: 1) == nil)
  }

  @Test func allIntegersOfTheCommonSizesHaveOne() {
    #expect(FastHash.hash(Int64(-1), seed: 1) != nil)
    #expect(FastHash.hash(UInt64.max, seed: 1) != nil)
    #expect(FastHash.hash(Int32.min, seed: 1) != nil)
    #expect(FastHash.hash(UInt32.max, seed: 1) != nil)
  }
}

/// A diff whose fast hash does not serve.
struct FastHashFallbackTests {
  /// Counts hashes of both kinds; the fast one is the given one.
  private struct Chosen: ItemComparison {
    final class Counts { var (fast, seeded, identity) = (0, 0, 0) }

    let counts = Counts()
    let fast: (Int) -> UInt64?

    func haveSameIdentity(_ a: Int, _ b: Int) -> Bool {
      counts.identity += 1
      return a == b
    }
    func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
    func identityHash(of item: Int, seed: Int) -> Int {
      counts.seeded += 1
      return item._rawHashValue(seed: seed)
    }
    func fastHash(of item: Int, seed: UInt64) -> UInt64? {
      guard let hash = fast(item) else { return nil }
      counts.fast += 1
      return hash
    }
    func describeIdentity(of item: Int) -> String { "\(item)" }
  }

  @Test func keysThatCollideUnderTheFastHashCostOneMoreHashEach() throws {
    var random = SplitMix64(seed: 10)
    let old = (0..<10_000).shuffled(using: &random)
    let new = (5_000..<15_000).shuffled(using: &random)
    let flooded = Chosen { _ in 42 }
    let changes = try Differ(algorithm: LISDiff()).changeset(
      from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: flooded)
    #expect(changes.counts.deletes == 5_000)
    #expect(changes.counts.inserts == 5_000)
    #expect(flooded.counts.fast + flooded.counts.seeded <= 2 * 20_000)
    let calm = Chosen { FastHash.mix(UInt64(bitPattern: Int64($0)), seed: 5) }
    _ = try Differ(algorithm: LISDiff()).changeset(
      from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: calm)
    #expect(calm.counts.seeded == 0)
    // The attempt that was given up compared at most every pair of one run of probes.
    #expect(flooded.counts.identity <= calm.counts.identity + 128 * 129)
  }

  /// Chains that are each too short to be noticed, but many.
  @Test(arguments: [40, 100])
  func manyShortChainsFallBackToo(_ length: Int) throws {
    var random = SplitMix64(seed: 11)
    let old = (0..<20_000).shuffled(using: &random)
    let new = old.shuffled(using: &random)
    let chained = Chosen { FastHash.mix(UInt64($0 / length), seed: 5) }
    let diff = try Differ(algorithm: LISDiff()).diff(
      from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: chained)
    #expect(diff.changeset.counts.deletes == 0 && diff.changeset.counts.inserts == 0)
    #expect(chained.counts.seeded > 0)
    // What was given up asked for no more than the allowance and what is taken for chance.
    #expect(chained.counts.identity <= 20_000 * (8 + 8) + 1024 + 3 * 20_000)
  }

  @Test func newKeysThatCollideFallBackToo() throws {
    // Old keys fill a run of slots just below the limit; new ones all start at its beginning.
    let old = Array(0..<120)
    let new = Array(1_000..<1_300) + [5]
    let comparison = Chosen { $0 < 1_000 ? UInt64($0) : UInt64($0 % 8) }
    let changes = try Differ(algorithm: LISDiff()).changeset(
      from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: comparison)
    #expect(changes.counts == ChangeCounts(deletes: 119, inserts: 300))
    #expect(try FlatSnapshot(old).applying(changes) == FlatSnapshot(new))
  }

  @Test func oneItemWithoutAFastHashSendsAllToTheOther() throws {
    let old = Array(0..<100)
    let new = Array(old.reversed())
    for missing in [0, 20, 60] {
      let comparison = Chosen { $0 == missing ? nil : UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
      let diff = try Differ(algorithm: LISDiff()).diff(
        from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: comparison)
      #expect(diff.changeset.counts == ChangeCounts(moves: 99))
      #expect(comparison.counts.seeded == diff.receipt.residueOld + diff.receipt.residueNew)
      #expect(comparison.counts.fast <= comparison.counts.seeded)
      #expect(diff.receipt.hashes == comparison.counts.seeded + comparison.counts.fast)
    }
  }

  @Test func canonicallyEqualTextsAreOneItemAmongASCIIOnes() throws {
    let old = (0..<50).map { "row \($0)" } + ["\u{212A}", "e\u{301}"]
    let new = ["K", "\u{E9}"] + (0..<50).reversed().map { "row \($0)" }
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    #expect(changes.counts == ChangeCounts(moves: 50))
  }
}
